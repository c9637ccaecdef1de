"""A drawing as an array of pixels."""

from io import BytesIO

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

WIDTH = 800


def rgb_array(svg: str) -> NDArray[np.uint8]:
    """The pixels of an SVG drawing, by row, column, and red, green, blue."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="white")
    with Image.open(BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
