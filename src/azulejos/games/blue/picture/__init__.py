"""Pictures of BLUE positions, as SVG and for the terminal, and the art they are drawn from."""

from azulejos.games.blue.picture.svg import svg
from azulejos.games.blue.picture.terminal import text

__all__ = ["svg", "text"]
