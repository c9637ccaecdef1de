"""The colours of boards, by theme: for the pictures of every game and for the page.

The pictures use the light theme. A theme changes only what it lists; everything else is as in the
light theme. Names are those of the page's custom properties. Not here: the colours of a game's
tiles, see `picture/art.py` of the game.
"""

Palette = dict[str, dict[str, str]]  # by theme: values by name

PALETTE: Palette = {
    "light": {
        "board-table": "#f4efe6",
        "board-surface": "#fffdf8",
        "board-pool": "#fbf7ef",
        "board-space": "#efe7d8",
        "board-rule": "#d9cdb7",
        "board-edge": "#8f826a",  # of an empty space that matters
        "board-ink": "#1b1f2a",
        "board-faint": "#575c68",
        "board-act": "#123b7a",  # what can be acted on
        "board-act-soft": "#dbe6f5",
        "board-on-act": "#ffffff",
        "board-focus": "#b4530a",
        "board-alert": "#f7e8df",  # behind a warning
        "board-cost": "#a03418",
        "board-gain": "#1d6b3a",
        "board-gold": "#e2a71b",
        "board-ochre": "#b3740a",  # whose turn it is, what was last, what scores
        "board-ochre-soft": "#fbeccb",
        "board-on-ochre": "#140c00",
        "board-gain-soft": "#dff0e2",
        "board-cost-soft": "#fbe3d9",
        "board-shadow": "rgb(60 45 20 / 0.16)",
        "board-serif": '"Source Serif 4", "Iowan Old Style", Palatino, Georgia, serif',
        "board-sans": '"Source Sans 3", system-ui, "Segoe UI", Roboto, sans-serif',
    },
    "dark": {
        "board-table": "#12161f",
        "board-surface": "#1b2130",
        "board-pool": "#171d2a",
        "board-space": "#141924",
        "board-rule": "#374056",
        "board-edge": "#7f8aa3",
        "board-ink": "#f1ede4",
        "board-faint": "#b3b6c0",
        "board-act": "#8fbdf5",
        "board-act-soft": "#22395a",
        "board-on-act": "#0c1526",
        "board-focus": "#f5b14c",
        "board-alert": "#2a1f21",
        "board-cost": "#f39a7d",
        "board-gain": "#86d3a0",
        "board-gold": "#e2a71b",
        "board-ochre": "#e2a71b",
        "board-ochre-soft": "#3b3015",
        "board-on-ochre": "#1d1402",
        "board-gain-soft": "#1b3527",
        "board-cost-soft": "#3d2320",
        "board-shadow": "rgb(0 0 0 / 0.45)",
    },
    "contrast": {
        "board-table": "#000000",
        "board-surface": "#000000",
        "board-pool": "#000000",
        "board-space": "#000000",
        "board-rule": "#9a9a9a",
        "board-edge": "#ffffff",
        "board-ink": "#ffffff",
        "board-faint": "#e6e6e6",
        "board-act": "#6fd3ff",
        "board-act-soft": "#06324a",
        "board-on-act": "#000000",
        "board-focus": "#ffe14d",
        "board-alert": "#140606",
        "board-cost": "#ffb09c",
        "board-gain": "#8dffb0",
        "board-gold": "#ffd23d",
        "board-ochre": "#ffd23d",
        "board-ochre-soft": "#2f2600",
        "board-on-ochre": "#000000",
        "board-gain-soft": "#06230f",
        "board-cost-soft": "#2c0d06",
        "board-shadow": "transparent",
    },
    "print": {
        "board-table": "#ffffff",
        "board-surface": "#ffffff",
        "board-pool": "#ffffff",
        "board-shadow": "transparent",
    },
}

LIGHT = PALETTE["light"]
TABLE = LIGHT["board-table"]
SURFACE = LIGHT["board-surface"]
POOL = LIGHT["board-pool"]
SPACE = LIGHT["board-space"]
RULE = LIGHT["board-rule"]
INK = LIGHT["board-ink"]
FAINT = LIGHT["board-faint"]
ACT = LIGHT["board-act"]
COST = LIGHT["board-cost"]
GOLD = LIGHT["board-gold"]
