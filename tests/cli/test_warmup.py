"""`azulejos warmup` says that nothing is left to do."""

from tests.cli.command import call, refused


def test_warmup_says_that_nothing_is_left_to_do() -> None:
    process = call("warmup")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.startswith("Nothing is left to do")
    refused(call("warmup", "azul"), "cli.arguments")
