"""Jupyter notebooks as Markdown pages of the documentation site, with their stored outputs."""

import base64
import json
import re

FORMATS = {"image/png": ".png", "image/svg+xml": ".svg"}


def joined(text):
    return text if isinstance(text, str) else "".join(text)


def fenced(text, language):
    ticks = max([2, *map(len, re.findall("`+", text))]) + 1
    return f"{'`' * ticks}{language}\n{text.rstrip()}\n{'`' * ticks}"


def html_block(text):
    """HTML as one block of Markdown, which would end at an empty line. Styles are those of the site."""
    text = re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL)
    text = re.sub(r"<table[^>]*>", "<table>", text)
    return '<div class="output">' + " ".join(line.strip() for line in text.splitlines() if line.strip()) + "</div>"


def output_markdown(output, stem, pictures):
    """The Markdown of one output. Adds its picture to `pictures` {name: bytes}."""
    if output["output_type"] == "stream":
        return fenced(joined(output["text"]), "text")
    if output["output_type"] == "error":
        raise ValueError(f"{stem}: a cell ended with {output['ename']}")
    data = output["data"]
    for kind, suffix in FORMATS.items():
        if kind in data:
            name, content = f"{stem}-{len(pictures) + 1}{suffix}", joined(data[kind])
            pictures[name] = base64.b64decode(content) if suffix == ".png" else content.encode()
            return f'<img src="{name}" alt="{joined(data.get("text/plain", "picture"))[:80].strip("<>")}" />'
    if "text/html" in data:
        return html_block(joined(data["text/html"]))
    return fenced(joined(data["text/plain"]), "text")


def notebook_page(file):
    """The Markdown of a notebook, and its pictures {name: bytes}, which lie beside the page."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    language = notebook["metadata"].get("kernelspec", {}).get("language", "python")
    blocks, pictures = [], {}
    for cell in notebook["cells"]:
        source = joined(cell["source"])
        if cell["cell_type"] == "markdown":
            blocks.append(source)
        elif source.strip():
            blocks.append(fenced(source, language))
            blocks += [output_markdown(output, file.stem, pictures) for output in cell["outputs"]]
    blocks.insert(1, f'<a href="{file.name}" download>Download this notebook</a>')
    return "\n\n".join(blocks) + "\n", pictures
