"""Pictures of Azul positions, as SVG and for the terminal, and the art they are drawn from.

- `art`: the art of Azul as plain data: the shapes of tiles, the ring of displays.
- `contents`: what an Azul picture shows besides the tiles: names, status, notes and counts.
- `elements`: the parts of Azul's SVG pictures: symbols of tiles, spaces, boxes and lines of text.
- `layout`: where things lie in the drawing: boxes of displays, boards and spaces.
- `svg`: the picture of an Azul position as SVG, for notebooks and pages.
- `terminal`: the picture of an Azul position for the terminal: letters for tiles.
"""

from azulejos.games.azul.picture.svg import svg
from azulejos.games.azul.picture.terminal import seat_text, spans, text, text_within

__all__ = ["seat_text", "spans", "svg", "text", "text_within"]
