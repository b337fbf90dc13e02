# make run   install, validate every pack, play one complete game with bots
# make test  style, types, layers, tests, packs
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A change of the lock file or of the project file means a fresh install.
KEY := $(shell cat requirements-dev.lock pyproject.toml | cksum | cut -d' ' -f1)
STAMP := $(VENV)/.installed-$(KEY)

.PHONY: run test install wheel clean

run: install
	$(BIN)/barrage validate
	$(BIN)/barrage play --bots --seed 7

test: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2
	$(BIN)/barrage validate

install: $(STAMP)

$(STAMP): requirements-dev.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	rm -f $(VENV)/.installed-*
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	# Compiled once, whatever the environment says about writing bytecode.
	$(BIN)/python -m compileall -q interpreter
	touch $@

wheel: install
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
