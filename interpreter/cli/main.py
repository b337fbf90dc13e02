"""`barrage`: the group of all verbs, and the one place where errors become messages."""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import Any

import click

from interpreter.cli.defaults import write_examples
from interpreter.cli.refusal import Refusal
from interpreter.findings import BarrageError

#: verb and the module that holds it; a module is read only when its verb is asked for
VERBS = {
    "play": "interpreter.cli.play",
    "simulate": "interpreter.cli.simulate",
    "replay": "interpreter.cli.replay",
    "show": "interpreter.cli.show",
    "explain": "interpreter.cli.explain",
    "why": "interpreter.cli.why",
    "diff": "interpreter.cli.diff",
    "new-pack": "interpreter.cli.new_pack",
    "graph": "interpreter.cli.graph",
    "validate": "interpreter.cli.validate",
    "bench": "interpreter.cli.bench",
}
#: set in the environment: mistakes of this program end with a traceback
TRACEBACK = "BARRAGE_TRACEBACK"
DISTRIBUTION = "barrage-rules"
EXAMPLES = (
    "play --packs {packs} --mode {mode} --seat 1=human",
    "simulate --packs {packs} --players {players} --games 100 --seed 1",
    "graph --packs {packs} --out map.svg",
    "validate",
)


class Barrage(click.Group):
    """Loads verbs when they are needed, and turns refusals into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order in which people need them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a verb."""
        module = VERBS.get(name)
        if module is None:
            return None
        command: click.Command = importlib.import_module(module).command
        return command

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples that can be copied."""
        write_examples(EXAMPLES, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb; what the package refuses to do is a message and exit code 2."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # Names of files may be no text at all, and a terminal may know ASCII only.
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except BarrageError as error:
            raise Refusal(str(error) or type(error).__name__) from error
        except RecursionError as error:
            raise Refusal("this is nested too deeply") from error
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except OSError as error:
            raise Refusal(f"{error.filename or 'output'}: {error.strerror}") from error
        except Exception as error:
            if os.environ.get(TRACEBACK):
                raise
            told = f"{type(error).__name__}: {error}"
            raise Refusal(
                f"internal error, {told}\nThis is a mistake of barrage, not yours; "
                f"{TRACEBACK}=1 shows where it happened."
            ) from error


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib import metadata  # slow, and seldom needed

    try:
        version = metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        version = "not installed"
    click.echo(f"barrage, version {version}")
    ctx.exit()


@click.group(cls=Barrage, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def main() -> None:
    """A board game as data: play it, simulate it, draw it, check it.

    The rules are packs of YAML; this program knows none of them by heart.
    """
