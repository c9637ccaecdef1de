"""Pictures of BLUE positions, as SVG and for the terminal, and the art they are drawn from.

- `art`: the art of BLUE as plain data: the shapes of tiles, the patterns and the colours by theme.
- `cards`: the cards above BLUE's board: whose turn it is, the scores, the kinds left.
- `contents`: what a picture of BLUE shows: the JSON of a position read once.
- `elements`: the parts of BLUE's SVG pictures: a tile, the outline of a chain or circle.
- `layout`: where the spaces of the grid lie in the drawing.
- `svg`: the picture of a BLUE position as SVG, for notebooks and pages.
- `terminal`: the picture of a BLUE position for the terminal: plain characters.
"""

from azulejos.games.blue.picture.svg import svg
from azulejos.games.blue.picture.terminal import spans, text, text_within

__all__ = ["spans", "svg", "text", "text_within"]
