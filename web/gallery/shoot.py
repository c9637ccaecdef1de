"""Pictures of the gallery's scenes, for looking at them while boards are made.

With `npx vite --port 5199` running in `web/`:
`python web/gallery/shoot.py FOLDER scene@width@theme=dark&letters=1 …`
"""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SITE = "http://localhost:5199/gallery.html"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def shoot(folder: Path, wishes: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for wish in wishes:
            scene, width, more = [*wish.split("@"), "", ""][:3]
            width = width or "1280"
            height = 740 if int(width) < 500 else 860
            page = browser.new_page(viewport={"width": int(width), "height": height})
            page.on("pageerror", lambda error: print("error:", error))
            page.goto(f"{SITE}?scene={scene}&still=1&{more}")
            page.wait_for_selector(".bar")
            page.wait_for_timeout(250)
            name = re.sub(r"\W+", "_", f"{scene}-{width}-{more}")
            page.screenshot(path=folder / f"{name}.png", full_page=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    shoot(Path(sys.argv[1]), sys.argv[2:])
