"""Runs the command `azulejos` for tests, in a new process or, which is quicker, in this one."""

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from unittest import mock

from azulejos.cli import main

ENGLISH = "en_GB.UTF-8"
DEAL = "BBYR KKWW BYRW YYYY RRKW"

Finished = subprocess.CompletedProcess[str]


def environment(language: str) -> dict[str, str]:
    """The environment of this process with a language set."""
    others = {key: value for key, value in os.environ.items() if key not in ("LANGUAGE", "LC_ALL")}
    return others | {"LANG": language, "LC_MESSAGES": language}


def azulejos(
    *arguments: str, typed: str = "", language: str = ENGLISH, **variables: str
) -> Finished:
    """Run the command in a new process, with some text on standard input, and with some more
    environment variables.
    """
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment(language) | variables,
        check=False,
    )


def call(*arguments: str, typed: str = "", language: str = ENGLISH) -> Finished:
    """Run the command in this process, which saves the start of Python and of compiled code."""
    out, err = StringIO(), StringIO()
    with (
        mock.patch.dict(os.environ, environment(language), clear=True),
        mock.patch("sys.stdin", StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main(list(arguments))
        except SystemExit as end:  # argparse ends `--help` so
            code = int(end.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def refused(process: Finished, code: str) -> None:
    """Check for exit code 2, no output, and one line on standard error with the error's code."""
    assert process.returncode == 2, process.stderr
    assert process.stdout == ""
    assert process.stderr.count("\n") == 1
    assert process.stderr.startswith("azulejos: ")
    assert process.stderr.endswith(f"[{code}]\n")
