"""The one error of this reading: something the rules forbid, named by its clause."""


class Illegal(Exception):
    """A deal, a move or a choice that breaks `clause` ("A12", "B6", or "form": unreadable)."""

    def __init__(self, clause: str, text: str) -> None:
        super().__init__(f"{clause}: {text!r}")
        self.clause = clause
        self.text = text
