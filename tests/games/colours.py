"""How colours look, also to people who see fewer of them: contrast and distance."""

# Machado, Oliveira and Fernandes 2009, severity 1; rows for linear red, green and blue.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
    "full sight": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
Light = tuple[float, ...]  # linear red, green and blue


def light(colour: str, sight: str = "full sight") -> Light:
    """A colour such as #1d5fa6 as people with some sight see it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    seen = (sum(w * c for w, c in zip(row, linear, strict=True)) for row in DEFICIENCIES[sight])
    return tuple(min(1.0, max(0.0, c)) for c in seen)


def contrast(one: Light, other: Light) -> float:
    """WCAG's contrast ratio."""
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(
        sum(w * c for w, c in zip(weights, each, strict=True)) for each in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def lab(seen: Light) -> Light:
    """CIE L*a*b*, in which a distance says how different two colours look."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    ratios = [
        sum(w * c for w, c in zip(row, seen, strict=True)) / n
        for row, n in zip(to_xyz, white, strict=True)
    ]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Light, other: Light) -> float:
    """How different two colours look; about 2 can just be seen."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)
