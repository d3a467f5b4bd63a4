#include "io/formats/detect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "io/formats/csv_fields.hpp"
#include "io/formats/unread_formats.hpp"
#include "io/text/header_words.hpp"
#include "io/text/table_separator.hpp"
#include "io/text/text_scan.hpp"

namespace fathom {
namespace {

struct format_row {
  file_format format;
  std::array<std::string_view, 3> names;     // the first is the canonical name
  std::array<std::string_view, 6> suffixes;  // without compression
  bool binary;
  bool written = true;
};

constexpr std::array formats = {
    format_row{file_format::matrix_market, {"mtx", "matrix_market", "mm"}, {".mtx", ".mm"}, false},
    format_row{file_format::snap, {"snap", "txt", "konect"}, {".txt", ".snap", ".edgelist", ".edges", ".edge", ".ncol"}, false},
    format_row{file_format::dimacs, {"gr", "dimacs", "dimacs9"}, {".gr", ".col", ".clq"}, false},
    format_row{file_format::metis, {"metis", "graph", "dimacs10"}, {".graph", ".metis"}, false},
    format_row{file_format::edge_list, {"el", "edge_list", ""}, {".el", ""}, false},
    format_row{file_format::weighted_edges, {"wel", "weighted_edges", ""}, {".wel", ""}, false},
    format_row{file_format::gap_serialized, {"sg", "gap_serialized", ""}, {".sg", ""}, true},
    format_row{file_format::gap_weighted, {"wsg", "gap_weighted", ""}, {".wsg", ""}, true},
    format_row{file_format::graph500, {"graph500", "g500", "packed"}, {".g500", ".packed"}, true},
    format_row{file_format::csv, {"csv", "tsv", ""}, {".csv", ".tsv"}, false},
    format_row{file_format::scipy_npz, {"npz", "scipy_npz", ""}, {".npz", ""}, true},
    format_row{file_format::ligra, {"ligra", "adj", ""}, {".adj", ""}, false},
    format_row{file_format::pbbs, {"pbbs", "edge_array", ""}, {}, false, false},
    format_row{file_format::graphml, {"graphml", "", ""}, {".graphml", "", ""}, false, false},
    format_row{file_format::gexf, {"gexf", "", ""}, {".gexf", "", ""}, false, false},
    format_row{file_format::gml, {"gml", "", ""}, {".gml", "", ""}, false, false},
    format_row{file_format::pajek, {"pajek", "net", ""}, {".net", "", ""}, false, false},
    format_row{file_format::fathom, {"fathom", "", ""}, {".fathom", ""}, true},
};

const format_row* row_of(file_format format) {
  const auto row = std::find_if(formats.begin(), formats.end(), [&](const format_row& r) { return r.format == format; });
  return row == formats.end() ? nullptr : &*row;
}

}  // namespace

std::string_view to_string(file_format format) {
  const format_row* row = row_of(format);
  return row ? row->names[0] : "automatic";
}

file_format format_named(std::string_view name) {
  const std::string lower = io::lower_case(name);
  if (lower == "automatic" || lower == "auto") return file_format::automatic;
  for (const format_row& row : formats) {
    if (!lower.empty() && std::find(row.names.begin(), row.names.end(), lower) != row.names.end()) return row.format;
  }
  throw error(error_category::usage, fmt::format("\"{}\" is not a known format; use one of {}", name, io::format_names()));
}

namespace io {
namespace {

constexpr std::size_t xml_head_bytes = std::size_t{16} << 10;  // the root element must begin within these

std::vector<std::string_view> first_lines(std::string_view start) {
  std::vector<std::string_view> lines;
  for (std::size_t end = start.find('\n'); end != start.npos && lines.size() < table_sample_rows; end = start.find('\n')) {
    const std::string_view line = start.substr(0, end);
    start.remove_prefix(end + 1);
    const bool comment = line.starts_with('#') || line.starts_with('%');
    if (!comment && !is_blank_line(line)) lines.push_back(line);
  }
  if (lines.empty() && !is_blank_line(start) && !start.starts_with('#')) lines.push_back(start);  // a single unterminated line
  return lines;
}

bool is_number_word(const std::string& word) {
  const std::string text = word + '\n';
  double ignored = 0;
  return scan_weight(text.data(), ignored) != nullptr;
}

// The format of an XML file, from its root element; a declaration and comments may come before it.
file_format format_of_xml(std::string_view start) {
  const std::string head = lower_case(start.substr(0, xml_head_bytes));
  for (const auto& [root, format] : {std::pair("graphml", file_format::graphml), std::pair("gexf", file_format::gexf)}) {
    if (head.find(fmt::format("<{}", root)) != head.npos || head.find(fmt::format(":{} ", root)) != head.npos) return format;
  }
  return file_format::automatic;
}

// GML starts with "graph [", possibly after keys such as "Creator" and followed by the first entries of the list.
bool is_gml(const std::vector<std::string_view>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> words = lower_case_words(lines[i]);
    if (words[0] == "graph[" || (words[0] == "graph" && words.size() > 1 && words[1].starts_with('['))) return true;
    if (words[0] == "graph" && words.size() == 1) return i + 1 < lines.size() && lower_case_words(lines[i + 1])[0].starts_with('[');
    if (words[0] != "creator" && words[0] != "version" && words[0] != "comment") return false;
  }
  return false;
}

bool is_pajek(const std::vector<std::string_view>& lines) {
  const std::string word = lines.empty() ? "" : lower_case_words(lines[0])[0];
  return word == "*vertices" || word == "*network";
}

bool is_dimacs_problem(std::string_view line) {
  constexpr std::array problems = {"p sp ", "p edge ", "p edges ", "p col ", "p tw ",
                                   "p td ", "p tdp ",  "p tww ",   "p cep ", "p ds "};
  return std::any_of(problems.begin(), problems.end(), [&](const char* p) { return line.starts_with(p); });
}

}  // namespace

file_format format_by_name(std::string_view name) {
  const std::filesystem::path path{std::string(name)};
  const std::string suffix = lower_case(path.extension().string());
  for (const format_row& row : formats) {
    if (!suffix.empty() && std::find(row.suffixes.begin(), row.suffixes.end(), suffix) != row.suffixes.end()) return row.format;
  }
  return path.filename().string().starts_with("out.") ? file_format::snap : file_format::automatic;
}

file_format format_by_signature(std::string_view start) {
  if (start.starts_with("\x89"
                        "FATHOM\n"))
    return file_format::fathom;
  if (start.starts_with("PK\x03\x04")) return file_format::scipy_npz;
  constexpr std::string_view matrix_market = "%matrixmarket";
  const bool two = start.starts_with("%%");  // some writers write a single '%'
  if (lower_case(start.substr(two ? 1 : 0, matrix_market.size())) == matrix_market) return file_format::matrix_market;
  if (start.starts_with("AdjacencyGraph") || start.starts_with("WeightedAdjacencyGraph")) return file_format::ligra;
  if (start.starts_with("EdgeArray") || start.starts_with("WeightedEdgeArray")) return file_format::pbbs;
  if (start.substr(0, start.find_first_not_of(" \t\r\n") + 1).ends_with('<')) return format_of_xml(start);
  const std::vector<std::string_view> lines = first_lines(start);
  if (is_pajek(lines)) return file_format::pajek;
  if (is_gml(lines)) return file_format::gml;
  for (const std::string_view line : lines) {
    if (is_dimacs_problem(line)) return file_format::dimacs;
    if (line != "c" && !line.starts_with("c ")) break;
  }
  return file_format::automatic;
}

file_format format_by_lines(std::string_view start) {
  const std::vector<std::string_view> lines = first_lines(start);
  if (lines.empty()) return start.starts_with('#') || start.starts_with('%') ? file_format::snap : file_format::automatic;
  // Requires the same number of columns in every line: prose contains commas as well.
  const auto table = find_separation(lines);
  const bool is_table = table && table->agrees;
  const bool marked = is_table && table->separator != blank_separator && table->separator != '\t';
  if (marked) return file_format::csv;
  const std::size_t columns = lower_case_words(lines[0]).size();
  const bool edges = columns >= 2 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
                       const std::vector<std::string> words = lower_case_words(line);
                       return words.size() == columns && is_number_word(words[0]) && is_number_word(words[1]);
                     });
  if (edges) return file_format::snap;
  return is_table && (table->separator == '\t' || table->named) ? file_format::csv : file_format::automatic;
}

detected detect_format(const std::filesystem::path& file, std::string_view name, std::string_view start) {
  const file_format named = format_by_name(name);
  const file_format signature = format_by_signature(start);
  if (signature != file_format::automatic && signature != named) {
    return {signature, fmt::format("read as {}, as its first bytes indicate", to_string(signature))};
  }
  if (const std::string conversion = conversion_hint(file.string(), name, start);
      named == file_format::automatic && !conversion.empty()) {
    throw error(error_category::input, fmt::format("{}: {}", file.string(), conversion));
  }
  // Suffixes such as .txt and .edges are used for many formats.
  const bool unsure = named == file_format::automatic || named == file_format::snap;
  const file_format looks = unsure && start.find('\0') == start.npos ? format_by_lines(start) : file_format::automatic;
  if (looks != file_format::automatic && looks != named)
    return {looks, fmt::format("read as {}, as its first lines indicate", to_string(looks))};
  if (named != file_format::automatic) return {named, ""};
  throw error(error_category::input, fmt::format("{}: the format is not clear from the name or the content; choose one of {}",
                                                 file.string(), format_names()));
}

bool is_written(file_format format) {
  const format_row* row = row_of(format);
  return row == nullptr || row->written;
}

bool is_binary(file_format format) {
  const format_row* row = row_of(format);
  return row && row->binary;
}

std::string format_names(bool to_write) {
  std::vector<std::string_view> names;
  for (const format_row& row : formats) {
    if (row.written || !to_write) names.push_back(row.names[0]);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace io
}  // namespace fathom
