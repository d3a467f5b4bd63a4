"""Links and headings of Markdown pages, for scripts/check-docs and the documentation site."""

import re

FENCE = re.compile(r"^ *```")
# A link without a scheme, such as ](api.md#data-flow). Links to the web are not matched.
LINK = re.compile(r"\]\(([^():\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$")


def outside_code(text):
    """The lines outside of fenced code, as (number from 0, line)."""
    inside = False
    for number, line in enumerate(text.splitlines()):
        if FENCE.match(line):
            inside = not inside
        elif not inside:
            yield number, line


def links(text):
    """The relative links, as (line number from 1, target)."""
    return [(number + 1, target) for number, line in outside_code(text) for target in LINK.findall(line)]


def with_links(text, replace):
    """The text with each relative link's target replaced by replace(target)."""
    lines = text.splitlines()
    for number, line in outside_code(text):
        lines[number] = LINK.sub(lambda link: f"]({replace(link.group(1))})", line)
    return "\n".join(lines) + "\n"


def anchors(text):
    """The anchors of the headings, as GitHub makes them: a heading that occurs again gets a number."""
    found = []
    for _, line in outside_code(text):
        if heading := HEADING.match(line):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            seen = sum(1 for other in found if re.fullmatch(re.escape(name) + r"(-\d+)?", other))
            found.append(f"{name}-{seen}" if seen else name)
    return set(found)


def code_blocks(text, language):
    """The fenced blocks of a language, as (line number of the fence from 1, the line before it, content)."""
    found, block, before = [], None, ""
    for number, line in enumerate(text.splitlines(), 1):
        if block is not None:
            if FENCE.match(line):
                if block[2] is not None:
                    found.append((block[0], block[1], "\n".join(block[2])))
                block = None
            elif block[2] is not None:
                block[2].append(line)
        elif FENCE.match(line):
            block = (number, before, [] if line.strip() == "```" + language else None)
        before = line
    return found
