"""Where the spaces of the grid lie in the drawing of a BLUE position."""

from azulejos.contract.marks import Box
from azulejos.contract.rules import Json
from azulejos.games.blue.picture import elements
from azulejos.games.blue.picture.art import TILE
from azulejos.games.blue.picture.contents import read
from azulejos.games.blue.picture.svg import make_plan, prefix_of


def boxes(position: Json) -> dict[str, list[Box]]:
    """The boxes of the spaces that are drawn, and of the whole grid."""
    contents = read(position, None)
    plan, bounds = make_plan(contents, prefix_of(position)), contents.bounds
    found = {
        f"{x},{y}": [Box(plan.left + TILE * column, plan.top + TILE * row, TILE, TILE)]
        for column, x in enumerate(bounds.columns)
        for row, y in enumerate(bounds.rows)
    }
    size = TILE * len(bounds.columns), TILE * len(bounds.rows)
    return found | {"grid": [Box(plan.left, plan.top, *size)]}


def tile(position: Json, sides: str, box: Box) -> str:
    """A tile in a box."""
    style = 'text-anchor="middle" font-weight="600" font-family="system-ui, sans-serif"'
    drawing = elements.tile(sides, prefix_of(position))
    return f'<g transform="translate({box.x:g} {box.y:g})" {style}>{drawing}</g>'
