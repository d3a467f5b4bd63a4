#include "charts/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "charts/escape.hpp"

namespace fathom::charts {
namespace {

constexpr std::string_view style_sheet = R"(
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2129; --faint: #5b6472; --rule: #d8dce3; --card: #f5f6f8; --shade: #b4bac6;
  --warn: #8a4b00; --warn-card: #fff4e0; --series-1: #2563a8; --series-2: #b4500a; --series-3: #2b7a3d; --series-4: #7a4bb0;
  --series-5: #b3263b; --series-6: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181d; --ink: #e4e7ec; --faint: #9aa3b2; --rule: #363b45;
  --card: #1e2128; --shade: #596172; --warn: #ffc46b; --warn-card: #33270f; --series-1: #6aa9f4; --series-2: #f0934e; --series-3: #6cc382;
  --series-4: #b99af0; --series-5: #f27a8a; --series-6: #4fc4b8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 16px; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 8px 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 36px 0 12px; padding-top: 12px; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 28px 0 4px; overflow-wrap: anywhere; }
p.verdict { margin: 4px 0 8px; padding-left: 10px; border-left: 4px solid var(--faint); }
p.good { border-color: var(--series-3); } p.mixed { border-color: var(--series-2); } p.bad { border-color: var(--series-5); }
p { max-width: 72ch; overflow-wrap: anywhere; }
p.warning { background: var(--warn-card); color: var(--warn); border-left: 4px solid currentColor; padding: 8px 12px; }
pre { background: var(--card); padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 28px 32px; align-items: start;
  margin: 20px 0; }
figure { margin: 0; max-width: 600px; min-width: 0; }
figure svg { display: block; width: 100%; height: auto; }
figcaption, summary { color: var(--faint); font-size: 0.9rem; }
summary { cursor: pointer; padding: 6px 8px; }
pre .option { display: inline-block; }
.wide { overflow-x: auto; min-width: 0; background: linear-gradient(90deg, var(--paper) 40%, transparent) 0 0 / 32px 100% local,
  linear-gradient(270deg, var(--paper) 40%, transparent) 100% 0 / 32px 100% local,
  linear-gradient(90deg, var(--shade), transparent) 0 0 / 14px 100%,
  linear-gradient(270deg, var(--shade), transparent) 100% 0 / 14px 100%; background-repeat: no-repeat; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px 4px 8px; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top; }
th { color: var(--faint); font-weight: 600; }
th.left, td.left { text-align: left; }
td.left { min-width: 14ch; overflow-wrap: anywhere; }
td { white-space: nowrap; }
td.left { white-space: normal; }
@media (max-width: 600px) { th, td { padding: 4px 6px; } td.left { min-width: 12ch; } }
)";

std::string cells(const text_table& table, const std::vector<std::string>& texts, std::string_view element) {
  std::string line = "<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    line += fmt::format("<{0}{1}>{2}</{0}>", element, table.columns[i].side == text_side::left ? " class=\"left\"" : "",
                        i < texts.size() ? escaped(texts[i]) : "");
  }
  return line + "</tr>\n";
}

std::string table_html(const text_table& table) {
  std::vector<std::string> headings;
  for (const text_table::column& column : table.columns) headings.push_back(column.heading);
  std::string html = "<div class=\"wide\"><table>\n";
  if (std::any_of(headings.begin(), headings.end(), [](const std::string& h) { return !h.empty(); }))
    html += "<thead>" + cells(table, headings, "th") + "</thead>\n";
  html += "<tbody>\n";
  for (const auto& row : table.rows) html += cells(table, row, "td");
  return html + "</tbody></table></div>\n";
}

// Lines of code stay lines. A browser may break a line after a hyphen, so each option is kept together.
std::string escaped_lines(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string word = escaped(text.substr(0, end));
    html += word.starts_with('-') ? fmt::format("<span class=\"option\">{}</span>", word) : word;
    html += end < text.size() ? text[end] : '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return html;
}

}  // namespace

page::page(std::string_view title) : title_(escaped(title)) {}

void page::begin_figures() {
  if (!in_figures_) body_ += "<div class=\"figures\">\n";
  in_figures_ = true;
}

void page::end_figures() {
  if (in_figures_) body_ += "</div>\n";
  in_figures_ = false;
}

void page::heading(std::string_view text) {
  end_figures();
  body_ += fmt::format("<h2>{}</h2>\n", escaped(text));
}

void page::subheading(std::string_view text) {
  end_figures();
  body_ += fmt::format("<h3>{}</h3>\n", escaped(text));
}

void page::verdict(mood shown, std::string_view text) {
  static constexpr std::string_view classes[] = {"", " good", " mixed", " bad"};
  end_figures();
  body_ += fmt::format("<p class=\"verdict{}\">{}</p>\n", classes[static_cast<std::size_t>(shown)], escaped(text));
}

void page::paragraph(std::string_view text) {
  end_figures();
  body_ += fmt::format("<p>{}</p>\n", escaped(text));
}

void page::warning(std::string_view text) {
  end_figures();
  body_ += fmt::format("<p class=\"warning\">{}</p>\n", escaped(text));
}

void page::code(std::string_view text) {
  end_figures();
  body_ += fmt::format("<pre>{}</pre>\n", escaped_lines(text));
}

void page::table(const text_table& table) {
  end_figures();
  body_ += table_html(table);
}

void page::figure(const drawing& chart, const text_table& numbers, std::string_view note) {
  begin_figures();
  body_ += fmt::format("<figure>\n{}{}<details><summary>Numbers</summary>\n{}</details>\n</figure>\n", chart.svg(),
                       note.empty() ? "" : fmt::format("<figcaption>{}</figcaption>\n", escaped(note)), table_html(numbers));
}

void page::figure_beside(const drawing& chart, const text_table& numbers, const text_table& beside) {
  end_figures();
  figure(chart, numbers);
  body_ += table_html(beside);
  end_figures();
}

std::string page::html() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n{2}{3}</main>\n</body>\n</html>\n",
      title_, style_sheet, body_, in_figures_ ? "</div>\n" : "");
}

}  // namespace fathom::charts
