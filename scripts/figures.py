"""Figures of the performance pages: docs/performance/data/PAGE.json has the tables and figures of docs/performance/PAGE.md, and
seeds.json those of docs/seeds.md.

A file names its page, the machine, and one record per section of the page:

- section, command, machine (where it is not that of the page), note
- commit: of the measured program, in 7 to 40 hexadecimal digits, or several with what each has measured; date
- tables: columns and rows as the page shows them. A number is a JSON number, anything else is a text, such as "1.0 to 1.2".
- text: the figures with a unit in the text of the section
- from: a report of bench/peers/run or `fathom bench papers` in the same folder, from which the table is derived
- paper: key of the paper whose figures the table has; shown_apart: those that another table of the page has
- repeats: files whose figures the section shows again

front.json has the summary of the checkout's README.md.
"""

import decimal
import json
import math
import pathlib
import re
import subprocess

from markdown_pages import outside_code

COMMIT = re.compile(r"\b[0-9a-f]{7,40}\b")
NO_SOURCE = re.compile(r"not recorded|not in this repository|as far as recorded|\b(?:before|after) its\b|\bdirty\b", re.IGNORECASE)
UNITS = r"(?:[mun]s|ps|s|minutes|[KMGT]i?B(?:/s)?|[GT]TEPS(?:/W)?|m?J|W|%)"
NUMBER = r"\d[\d,]*(?:\.\d+)?"
FIGURE = re.compile(rf"(?<![\w.:]){NUMBER}(?:(?: to | and | or |, ){NUMBER})*[  ]{UNITS}(?![\w:])")
# Columns of summaries that are not figures.
DESCRIPTIONS = ("graph", "vertices", "directed edges", "device", "scale", "work", "task")
HEADING = re.compile(r"(#+) +(.+?) *$")


def load(file):
    """The content of a file, with numbers that keep their digits: 1.50 stays 1.50."""
    return json.loads(file.read_text(encoding="utf-8"), parse_float=decimal.Decimal)


def measured_commit():
    """The commit of the checkout, with "-dirty" if files differ from it."""
    words = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    return subprocess.run(words, cwd=pathlib.Path(__file__).parent, check=True, capture_output=True, text=True).stdout.strip()


def processor():
    """The model of this machine's processor."""
    lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "unknown processor")


def text_of(value, depth=0):
    """JSON with one line per row of a table, so that a changed figure is one changed line."""
    if isinstance(value, decimal.Decimal):
        return str(value)
    inside = "\n" + "  " * (depth + 1)
    if isinstance(value, dict):
        return "{" + ",".join(f"{inside}{json.dumps(k)}: {text_of(v, depth + 1)}" for k, v in value.items()) + inside[:-2] + "}"
    if isinstance(value, list) and any(isinstance(entry, (dict, list)) for entry in value):
        return "[" + ",".join(inside + text_of(entry, depth + 1) for entry in value) + inside[:-2] + "]"
    if isinstance(value, list):
        return "[" + ", ".join(text_of(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def save(file, content):
    file.write_text(text_of(content) + "\n", encoding="utf-8")


def cell(value):
    return f"{value:,}" if isinstance(value, (int, decimal.Decimal)) else value


def value_of(words):
    """The number that a cell shows, or its text: the inverse of cell()."""
    if re.fullmatch(NUMBER, words):
        number = decimal.Decimal(words.replace(",", "")) if "." in words else int(words.replace(",", ""))
        if cell(number) == words:
            return number
    return words


def table_lines(table):
    rows = [table["columns"], ["---"] * len(table["columns"]), *table["rows"]]
    return [re.sub(" +", " ", "| " + " | ".join(map(cell, row)) + " |") for row in rows]


def milliseconds(seconds):
    return "" if seconds is None else f"{seconds * 1000:.3g}" if seconds < 1 else f"{seconds * 1000:,.0f}"


def gap_table(report, _):
    rows = [
        [row["graph"], row["work"] + (f", delta {row['peer_delta']:,}" if "peer_delta" in row else ""), row["threads"],
         milliseconds(row["peer_seconds"]), milliseconds(row["fathom_seconds"]),
         f"{row['ratio']:.2f}", "equal" if row["agree"] else "DIFFERENT"]
        for row in report["rows"]
    ]
    return {"columns": ["graph", "work", "threads", "GAP, ms", "Fathom, ms", "ratio", "results"], "rows": rows}


CUGRAPH_WORKS = {
    "bfs": "BFS",
    "sssp": "shortest paths, weights 1 to 255",
    "weak": "weak components",
    "strong": "strong components, directed",
    "betweenness": "betweenness, 32 sources",
    "pagerank": "PageRank to 1e-6, single precision",
    "pagerank-double": "PageRank to 1e-6, double precision",
    "triangles": "triangles",
    "cores": "core numbers",
}


def cugraph_table(report, _):
    rows = [
        [words, row["graph"], milliseconds(row["peer_seconds"]), milliseconds(row["fathom_seconds_on_device"]),
         f"{row['ratio_on_device']:.3g}", milliseconds(row.get("fathom_seconds")), milliseconds(row.get("fathom_seconds_with_copies"))]
        for work, words in CUGRAPH_WORKS.items() for row in report["rows"] if row["work"] == work and "ratio_on_device" in row
    ]
    return {"columns": ["work", "graph", "cuGraph, ms", "device, ms", "ratio", "call, ms", "with copies, ms"], "rows": rows}


def three_digits(value):
    return f"{value:.{max(0, 2 - math.floor(math.log10(abs(value))))}f}" if value else "0"


def scaled(value, steps):
    """The value over the largest step that it reaches, with that step's prefix."""
    factor, prefix = next(((f, p) for f, p in steps if value >= f), steps[-1])
    return f"{three_digits(value / factor)} {prefix}"


def quantity(value, unit):
    """As `fathom bench papers` writes it."""
    if unit == "seconds":
        return scaled(value, ((1, "s"), (1e-3, "ms"), (1e-6, "us"))) if value > 0 else "0 s"
    if unit == "edges/s":
        return scaled(value, ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))) + "edges/s"
    if unit == "number":
        return three_digits(value) if value < 1000 and value != int(value) else f"{round(value):,}"
    return three_digits(100 * value) + " %" if unit == "fraction" else three_digits(value) + {"times": " times", "watts": " W"}[unit]


def range_of(low, high, unit):
    first, last = quantity(float(low), unit), quantity(float(high), unit)
    if low == high:
        return last
    return f"{first.split(' ')[0] if first.partition(' ')[2] == last.partition(' ')[2] else first} to {last}"


def papers_table(report, record):
    """The exhibits of a paper: the member `exhibits` of a report of `fathom bench papers`, less those that other tables of the page show."""
    rows = []
    for one in report["exhibits"]:
        if one["paper"] != record["paper"] or one["exhibit"] in record.get("shown_apart", []):
            continue
        published, here = [], []
        for value in one["values"]:
            if value["published_low"] is not None:
                published.append(f"{value['name']} {range_of(value['published_low'], value['published_high'], value['unit'])}")
            if measured := [row["value"] for row in value["measured"]]:
                here.append(f"{value['name']} {range_of(min(measured), max(measured), value['unit'])}")
        command = f"`{one['command']}`" if one["command"] else "none"
        rows.append([f"{one['exhibit']}, {one['title']}", command, "; ".join(published) or "-", "; ".join(here) or "-", one["verdict"]])
    return {"columns": ["figure, table", "command", "published", "here", "verdict"], "rows": rows}


DERIVED = {"cpu-gap.json": gap_table, "h100-cugraph.json": cugraph_table, "papers-h100.json": papers_table}


def tables_of(record, folder):
    if source := record.get("from"):
        return [DERIVED[source](load(folder / source), record)]
    return record.get("tables", [])


def sections(text):
    """The sections of a page, as [level, heading, lines outside of code as (number, line)]."""
    found = [[0, "", []]]
    for number, line in outside_code(text):
        if heading := HEADING.match(line):
            found.append([len(heading.group(1)), heading.group(2), []])
        else:
            found[-1][2].append((number, line))
    return found


def tables_in(lines):
    """The tables of a section, as lists of (number, line)."""
    found, before = [], None
    for number, line in lines:
        if line.startswith("|"):
            if before is None or number != before + 1:
                found.append([])
            found[-1].append((number, line))
            before = number
    return found


def has_figures(table):
    """True if a cell that is not in the first column begins with a number."""
    return any(re.match(r"[^|]*\|[^|]*\|.*?(?<=\|) >?\d", line) for _, line in table[2:])


def prose(lines):
    """The text of a section without tables, code and link targets."""
    words = " ".join(line.strip() for _, line in lines if not line.startswith("|"))
    return re.sub(r"\]\([^)]*\)|`[^`]*`|!\[[^\]]*\]", " ", words)


def figures_in(lines):
    return list(dict.fromkeys(FIGURE.findall(prose(lines))))


def tokens(words):
    return re.findall(NUMBER, words)


def known_numbers(files, folder):
    """Every number in the tables and texts of these files."""
    found = set()
    for name in files:
        for record in load(folder / name)["records"]:
            found.update(tokens(" ".join(record.get("text", []))))
            for table in tables_of(record, folder):
                found.update(tokens(" ".join(cell(value) for row in table["rows"] for value in row)))
    return found


def repeated_problems(name, table, numbers, files):
    """Figures of a summary that are not among these numbers. Columns that describe the work need not be."""
    for row in table["rows"]:
        for column, value in zip(table["columns"], row, strict=True):
            if column not in DESCRIPTIONS:
                for number in set(tokens(cell(value))) - numbers:
                    yield f"{name}: {number} of '{row[0]}', '{column}', is not a figure of {', '.join(files)}"


def source_problems(name, data):
    """Records whose figures cannot be traced to a machine and a commit of the repository."""
    if found := NO_SOURCE.search(data["machine"]):
        yield f"{name}: the machine of the page is '{found[0]}'"
    for record in data["records"]:
        if "repeats" in record:
            continue
        heading = record["section"]
        for field in ("command", "commit", "date"):
            if not record.get(field):
                yield f"{name}: the record '{heading}' lacks its {field}"
        commit = record.get("commit", "")
        if commit and (NO_SOURCE.search(commit) or not COMMIT.search(commit)):
            yield f"{name}: the commit of the record '{heading}' is '{commit}'; measure it again with a commit of the repository"
        if found := NO_SOURCE.search(record.get("machine", "")):
            yield f"{name}: the machine of the record '{heading}' is '{found[0]}'; measure it again"


def page_problems(name, text, data, folder, all_sections=True):
    """Differences between the text of a page and its data, apart from the cells of tables, which drawn() writes."""
    records = {record["section"]: record for record in data["records"]}
    found, above = sections(text), None
    for heading in [heading for _, heading, _ in found if sum(heading == other for _, other, _ in found) > 1]:
        yield f"{name}: '{heading}' is the heading of two sections"
    for lost in set(records) - {heading for _, heading, _ in found}:
        yield f"{name}: no section '{lost}', of which the data have a record"
    for level, heading, lines in found:
        own = records.get(heading)
        if level <= 2:
            above = own
        tables = tables_in(lines)
        if not own and not all_sections:
            continue
        if own and len(tables) != len(tables_of(own, folder)):
            yield f"{name}: '{heading}' has {len(tables)} tables, and {len(tables_of(own, folder))} in the data"
        if not own and any(map(has_figures, tables)):
            yield f"{name}: '{heading}' has a table of figures and no record in the data"
        record = own or above
        if level < 2 and not own:
            continue  # the machine, which the data name as well
        numbers = known_numbers(record["repeats"], folder) if record and "repeats" in record else None
        for figure in figures_in(lines):
            if not record or (figure not in record.get("text", []) if numbers is None else not numbers.issuperset(tokens(figure))):
                yield f"{name}: '{figure}' in '{heading}' is not in the data"
        if numbers is not None:
            for table in own["tables"]:
                yield from repeated_problems(name, table, numbers, own["repeats"])
    for heading, record in records.items():
        texts = [prose(lines) for _, other, lines in found]
        for figure in record.get("text", []):
            if not any(figure in words for words in texts):
                yield f"{name}: '{figure}' of the record '{heading}' is not in the text"
    if records:
        yield from source_problems(name, data)


def drawn(text, data, folder):
    """The page with its tables as the data give them. page_problems() must have found none."""
    records, lines, replaced = {record["section"]: record for record in data["records"]}, text.splitlines(), []
    for _, heading, inside in sections(text):
        if heading in records:
            for old, new in zip(tables_in(inside), tables_of(records[heading], folder), strict=True):
                replaced.append((old[0][0], old[-1][0] + 1, table_lines(new)))
    for begin, end, new in reversed(replaced):
        lines[begin:end] = new
    return "\n".join(lines) + "\n"


def commits(words):
    return COMMIT.sub(r"`\g<0>`", words)


def sources_page(pages, anchor):
    """The text of sources.md. pages: {name: (title, data)}; anchor(heading): its anchor on the page."""
    yield "# Sources of the figures\n"
    yield "`scripts/draw-tables` writes this page, and the tables of the others, from the files in `data/`."
    yield "Such a file has the tables of its page, the figures of its text, and what this page shows: the"
    yield "machine, the command, the commit of the measured program, and the date."
    for name, (title, data) in pages.items():
        yield f"\n## {title}\n"
        yield f"[{name}.md]({name}.md) shows [{name.split('/')[-1]}.json](data/{name.split('/')[-1]}.json).\n"
        yield f"Machine: {data['machine']}.\n"
        yield "| section | command | commit | date |"
        yield "| --- | --- | --- | --- |"
        apart = []
        for record in data["records"]:
            if "repeats" in record:
                continue
            link = f"[{record['section']}]({name}.md#{anchor(record['section'])})"
            command = re.sub(r"^(?:fathom|bench/|scripts/).*", r"`\g<0>`", record["command"])
            command += f" ([{record['from']}](data/{record['from']}))" if "from" in record else ""
            cells = [link, command, commits(record["commit"]), record["date"]]
            yield re.sub(" +", " ", "| " + " | ".join(cells) + " |")
            if "machine" in record:
                apart.append(f"- *{record['section']}*: {record['machine']}.")
        if apart:
            yield "\nOther machines:\n"
            yield from apart
