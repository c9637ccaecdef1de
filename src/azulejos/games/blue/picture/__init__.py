"""Pictures of BLUE positions, as SVG and for the terminal, and the art they are drawn from."""

from azulejos.games.blue.picture.svg import svg
from azulejos.games.blue.picture.terminal import spans, text, text_within

__all__ = ["spans", "svg", "text", "text_within"]
