"""Pictures of Azul positions, as SVG and for the terminal, and the art they are drawn from."""

from azulejos.games.azul.picture.svg import svg
from azulejos.games.azul.picture.terminal import text

__all__ = ["svg", "text"]
