"""Pictures of Azul positions, as SVG and for the terminal, and the art they are drawn from."""

from azulejos.games.azul.picture.svg import svg
from azulejos.games.azul.picture.terminal import seat_text, spans, text, text_within

__all__ = ["seat_text", "spans", "svg", "text", "text_within"]
