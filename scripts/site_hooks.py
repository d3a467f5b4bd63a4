"""Hooks of MkDocs for the documentation site: pages made from what lies outside of docs/, so that nothing is written twice.

- CHANGELOG.md and CONTRIBUTING.md become pages.
- A source file that a page links to becomes a page below source/, and a folder becomes a list of its files.
- A notebook becomes a page below notebooks/, with its outputs and a link to the file.
- commands.md has the help of every command, from the program in the variable FATHOM_PROGRAM.
- python-api.md has the docstring of every public name of the Python package.
- headers/ has Doxygen's pages of the public headers, from the folder in the variable FATHOM_HEADER_PAGES.
"""

import ast
import os
import pathlib
import posixpath
import re
import subprocess
import sys

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOTEBOOKS = {file.stem: file for file in (ROOT / "examples").rglob("*.ipynb")}
sys.path.insert(0, str(ROOT / "scripts"))
from markdown_pages import links, with_links  # noqa: E402
from notebook_pages import notebook_page  # noqa: E402


LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".cuh": "cpp", ".py": "python", ".ipynb": "json", ".json": "json", ".cff": "yaml"}


def page_of(path):
    """The page of a path of the checkout, both relative: docs/ is the root of the site."""
    if path == "docs" or path.startswith("docs/"):
        inside = path[len("docs/") :]
        return posixpath.join(inside, "README.md") if (ROOT / path).is_dir() else inside
    if path.endswith(".ipynb"):
        return f"notebooks/{pathlib.PurePath(path).stem}.md"
    if path == "README.md":
        return path  # the first page of the site is that of docs/
    return path if path.endswith(".md") and "/" not in path else f"source/{path}.md"


def path_of(page):
    """The path of the checkout from which a page is made: the inverse of page_of()."""
    if page.startswith("notebooks/"):
        return NOTEBOOKS[pathlib.PurePath(page).stem].relative_to(ROOT).as_posix()
    if page.startswith("source/"):
        return page[len("source/") : -len(".md")]
    return page if (ROOT / page).is_file() and not (ROOT / "docs" / page).exists() else f"docs/{page}"


def targets(path, text):
    """The paths to which the Markdown file `path` links."""
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(path), link.partition("#")[0]))
        for _, link in links(text)
        if link[0] != "#"
    }


def source_page(path):
    """The Markdown of a page that shows a source file or lists a folder."""
    file = ROOT / path
    if file.is_dir():
        entries = sorted(entry for entry in file.rglob("*") if entry.is_file() and entry.suffix in LANGUAGES)
        lines = [
            f"- [{entry.relative_to(file)}]({posixpath.relpath(entry.relative_to(ROOT), posixpath.dirname(path))})"
            for entry in entries
        ]
        return f"# {path}\n\n" + "\n".join(lines) + "\n"
    text = file.read_text(encoding="utf-8")
    return f"---\nsearch:\n  exclude: true\n---\n# {path}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{text.rstrip()}\n````\n"


def help_of(program, words):
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout


def names_in(text):
    """The names of the commands that a help text lists."""
    listed = re.search(r"^Usage: [^\n]*COMMAND[^\n]*\n(.*?)^(?:Options|Example):", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^  ([a-z][a-z0-9-]*) ", listed.group(1), re.MULTILINE) if listed else []


def command_pages(program):
    """The Markdown of commands.md."""
    page = "# Reference of commands and options\n\n"
    if not program:
        return page + (
            "This site was built without the program. `scripts/site --program FATHOM` writes the help of every command\n"
            "here, and `fathom COMMAND --help` prints it. The [guide](program.md) explains the commands.\n"
        )
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    page += f"The output of `--help`, by {version}. The [guide](program.md) explains the commands.\n"
    pending = [[]]
    while pending:
        words = pending.pop(0)
        text = help_of(program, words)
        names = names_in(text)
        if not words and len(names) < 10:
            raise RuntimeError(
                f"{program} --help lists {len(names)} commands; this hook expects them between 'Usage' and 'Options'"
            )
        pending[:0] = [[*words, name] for name in names]
        page += f"\n## {' '.join(['fathom', *words])}\n\n```text\n{text.rstrip()}\n```\n"
    return page


def public_names():
    """Names in __all__ of the Python package: a list, to which it adds the lists of its modules."""
    package = ROOT / "python" / "fathom"

    def listed(file):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                yield from ast.literal_eval(node.value)
            elif isinstance(node, ast.AugAssign) and ast.unparse(node.target) == "__all__":
                yield from listed(package / f"{ast.unparse(node.value).removesuffix('.__all__')}.py")

    return list(listed(package / "__init__.py"))


def python_page():
    """The Markdown of python-api.md: a directive of mkdocstrings for each public name, by kind."""
    names = public_names()
    apart = {"Cancelled", "DeviceError", "FormatError", "__version__", "generate", "report"}  # compiled, or modules
    kinds = {
        "Functions": [name for name in names if name[0].islower() and name not in apart],
        "Classes": [name for name in names if name[0].isupper() and name not in apart],
        "Generators": ["generate"],
    }
    page = "# Reference of the Python package\n\nThe docstrings of `import fathom`. The [guide](python.md) explains the package.\n"
    for kind, listed in kinds.items():
        page += f"\n## {kind}\n" + "".join(f"\n::: fathom.{name}\n" for name in sorted(listed))
    return page


def header_files(config):
    """Doxygen's pages as files of the site; none without Doxygen."""
    folder = os.environ.get("FATHOM_HEADER_PAGES")
    if not folder:
        return []
    pages = (page for page in pathlib.Path(folder).rglob("*") if page.is_file())
    return [
        File.generated(config, f"headers/{page.relative_to(folder).as_posix()}", abs_src_path=str(page)) for page in pages
    ]


def on_config(config):
    version = re.search(
        r"^project\(fathom VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE
    ).group(1)
    config.site_name = f"Fathom {version}"
    if os.environ.get("FATHOM_HEADER_PAGES"):
        next(part["C++"] for part in config.nav if "C++" in part).append({"Classes and functions": "headers/index.html"})
    return config


def on_files(files, config):
    for notebook in NOTEBOOKS.values():
        text, pictures = notebook_page(notebook)
        files.append(File.generated(config, page_of(notebook.name), content=text))
        for name, content in {**pictures, notebook.name: notebook.read_bytes()}.items():
            files.append(File.generated(config, f"notebooks/{name}", content=content))
    texts = {path_of(file.src_uri): file.content_string for file in files.documentation_pages()}
    pending = [("CHANGELOG.md", None), ("CONTRIBUTING.md", None)]
    for path, text in texts.items():
        pending += [(target, path) for target in sorted(targets(path, text))]
    done = set(texts)
    while pending:
        path, linked_from = pending.pop()
        page = page_of(path)
        if path in done or files.get_file_from_path(page):
            continue
        done.add(path)
        if not (ROOT / path).exists():
            continue  # MkDocs reports the link
        text = source_page(path) if page.startswith("source/") else (ROOT / path).read_text(encoding="utf-8")
        pending += [(target, path) for target in sorted(targets(path, text))]
        files.append(File.generated(config, page, content=text))
    worker = (ROOT / "scripts" / "site_worker.js").read_text(encoding="utf-8")
    files.append(File.generated(config, "assets/iframe-worker.js", content=worker))
    styles = (ROOT / "scripts" / "site.css").read_text(encoding="utf-8")
    files.append(File.generated(config, "assets/site.css", content=styles))
    files.append(File.generated(config, "commands.md", content=command_pages(os.environ.get("FATHOM_PROGRAM"))))
    files.append(File.generated(config, "python-api.md", content=python_page()))
    for file in header_files(config):
        files.append(file)
    return files


def on_page_content(text, page, config, files):
    """Docstrings refer to other names by Sphinx roles, which mkdocstrings leaves as text. Code within lines has bars that
    are escaped for GitHub's tables, and options that stay in one piece."""
    text = re.sub(r":(?:attr|class|func|meth|mod):(?=<code>)", "", text)
    option = re.compile(r"(?<=[\s>])--?[a-z][\w-]*")

    def shown(code):
        return option.sub(r'<span class="option">\g<0></span>', code.group().replace("\\|", "|"))

    return re.sub(r"<code>[^<\n]*</code>", shown, text)


def on_page_markdown(markdown, page, config, files):
    here = page.file.src_uri
    path = path_of(here)

    def moved(link):
        target, _, anchor = link.partition("#")
        if not target:
            return link
        aim = page_of(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        return posixpath.relpath(aim, posixpath.dirname(here) or ".") + ("#" + anchor if anchor else "")

    return with_links(markdown, moved)
