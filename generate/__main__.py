"""Write all generated files, or with `--check` name those that are stale."""

import sys

from generate.files import generated_files, stale_files

if "--check" in sys.argv[1:]:
    stale = stale_files()
    for path in stale:
        print(f"{path} is stale; run `make generate`", file=sys.stderr)
    sys.exit(1 if stale else 0)
for path, text in generated_files().items():
    path.write_text(text, encoding="utf-8")
    print(path)
