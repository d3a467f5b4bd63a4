"""List of the versions of a documentation site, for the theme's selector, and a first page that leads to the newest one.

    site_versions.py FOLDER VERSION    FOLDER/VERSION is a version of the site
"""

import json
import pathlib
import re
import sys

REDIRECT = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Fathom</title><meta http-equiv="refresh" content="0; url={0}/index.html"></head>
<body><a href="{0}/index.html">Fathom {0}</a></body></html>
"""


def order(version):
    """Numbers count as numbers; a name such as dev comes before all versions with numbers."""
    return [(part.isdigit(), int(part) if part.isdigit() else part) for part in re.split(r"[.-]", version)]


def listed(names):
    """The entries of versions.json in the theme's format, newest first."""
    return [{"version": name, "title": name, "aliases": []} for name in sorted(names, key=order, reverse=True)]


def main(folder, version):
    root = pathlib.Path(folder)
    if not (root / version / "index.html").is_file():
        sys.exit(f"error: '{root / version}' has no index.html")
    versions = listed(child.name for child in root.iterdir() if (child / "versioned").is_file() or child.name == version)
    (root / version / "versioned").touch()
    (root / "versions.json").write_text(json.dumps(versions, indent=2) + "\n", encoding="utf-8")
    (root / "index.html").write_text(REDIRECT.format(versions[0]["version"]), encoding="utf-8")


if __name__ == "__main__":
    assert [entry["version"] for entry in listed(["0.9.0", "dev", "0.10.0"])] == ["0.10.0", "0.9.0", "dev"]
    main(*sys.argv[1:])
