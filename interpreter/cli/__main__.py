"""`python -m interpreter.cli`: the same as `barrage`, with a Python of your choice."""

from interpreter.cli.main import main

if __name__ == "__main__":
    main(prog_name="barrage")
