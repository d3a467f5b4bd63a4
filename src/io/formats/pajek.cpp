// Pajek network format (de Nooy, Mrvar, Batagelj, "Exploratory Social Network Analysis with Pajek"): "*Vertices n", then vertex
// lines `1 "label" ...`, and sections *Arcs and *Edges of lines "u v [weight]", or *Arcslist and *Edgeslist of lines "u v1 v2 ...".
// Ids start at 1.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/memory.hpp"
#include "io/formats/format.hpp"
#include "io/input_error.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"
#include "io/vertices/named_graph.hpp"

namespace fathom::io {
namespace {

class pajek_reader {
 public:
  pajek_reader(text_source& text, const read_options& options) : text_(text), options_(options) {}

  parsed read() {
    while (const auto line = text_.next_line()) {
      const std::string_view content = line->substr(std::min(line->find_first_not_of(" \t"), line->size()));
      if (content.empty() || content[0] == '%') continue;
      line_ = *line;
      if (content[0] == '*') {
        enter_section(content);
      } else {
        take_line(content);
      }
    }
    if (!vertices_) bad_text(text_, "has no line \"*Vertices N\"");
    return finish();
  }

 private:
  enum class section { none, vertices, pairs, lists };
  static constexpr const char* second_network = "a second network begins; save the network you want to a separate file";

  void enter_section(std::string_view line) {
    const std::vector<std::string> words = lower_case_words(line);
    const std::string& word = words[0];
    if (word == "*network") {
      if (vertices_) bad_line(text_, line_, second_network);
      section_ = section::none;
    } else if (word == "*vertices") {
      start_vertices(words);
    } else if (word == "*arcs" || word == "*edges") {
      start_edges(section::pairs, word == "*arcs");
    } else if (word == "*arcslist" || word == "*edgeslist") {
      start_edges(section::lists, word == "*arcslist");
    } else {
      bad_line(text_, line_, "sections are *Vertices, *Arcs, *Edges, *Arcslist and *Edgeslist");
    }
  }

  void start_vertices(const std::vector<std::string>& words) {
    const auto counts = header_numbers(fmt::format("{} {}", words.size() > 1 ? words[1] : "-", words.size() > 2 ? words[2] : ""));
    if (!counts) bad_line(text_, line_, "expected \"*Vertices N\"");
    if (vertices_) bad_line(text_, line_, second_network);
    vertices_ = counts->front();
    if (*vertices_ > max_vertices) bad_line(text_, line_, fmt::format("a graph has at most {} vertices", max_vertices));
    require_host_memory((*vertices_ + 1) * sizeof(edge_offset),
                        fmt::format("{}: reading {} vertices", text_.file().string(), *vertices_));
    if (counts->size() > 1) first_side_ = (*counts)[1];
    section_ = section::vertices;
  }

  void start_edges(section kind, bool directed) {
    if (!vertices_) bad_line(text_, line_, "expected \"*Vertices N\" before the edges");
    section_ = kind;
    directed_ = directed;
    (directed ? arcs_ : edges_section_) = true;
  }

  void take_line(std::string_view line) {
    if (section_ == section::none) bad_line(text_, line_, "expected a section such as \"*Vertices N\"");
    const vertex_id first = vertex(line);
    if (section_ == section::vertices) return take_label(first, line);
    if (section_ == section::lists) {
      for (skip(line); !line.empty(); skip(line)) edges_.add(first, vertex(line), std::nullopt, directed_);
      return;
    }
    skip(line);
    const vertex_id second = vertex(line);
    skip(line);
    edges_.add(first, second, weight(line), directed_);
  }

  void take_label(vertex_id v, std::string_view line) {
    skip(line);
    const bool quoted = line.starts_with('"');
    if (quoted) line.remove_prefix(1);
    const std::string_view label = line.substr(0, quoted ? line.find('"') : line.find_first_of(" \t\r"));
    if (!label.empty()) labels_.set(v, std::string(label));
  }

  static void skip(std::string_view& line) { line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size())); }

  static std::string_view take_word(std::string_view& line) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return word;
  }

  vertex_id vertex(std::string_view& line) {
    const std::string_view word = take_word(line);
    const auto number = header_numbers(word);
    if (!number || number->size() != 1) bad_line(text_, line_, fmt::format("{} is not a vertex number", excerpt(word)));
    if (number->front() - 1 >= *vertices_) {
      bad_line(text_, line_, fmt::format("vertex {} is outside of 1..{}", number->front(), *vertices_));
    }
    return static_cast<vertex_id>(number->front() - 1);
  }

  // A third word that is not a number is a property of the line, such as a color.
  std::optional<double> weight(std::string_view& line) {
    const std::string_view word = take_word(line);
    double value = 0;
    if (word.empty() || !scan_field_weight(word, value)) return std::nullopt;
    if (!is_finite_weight(value)) bad_line(text_, line_, fmt::format("{} is not a finite double-precision weight", excerpt(word)));
    return value;
  }

  parsed finish() {
    parsed result;
    edge_list list = edges_.take(options_.direction, arcs_ || !edges_section_);
    list.num_vertices = *vertices_;
    if (labels_.name_all(*vertices_)) {
      std::vector<std::string_view> names(*vertices_);
      for (std::size_t v = 0; v < names.size(); ++v) names[v] = labels_[v];
      name_vertices(list, names);
    } else {
      list.original_ids = array<std::uint64_t>(*vertices_);
      for (std::uint64_t v = 0; v < *vertices_; ++v) list.original_ids[v] = v + 1;
      list.notes.push_back("vertices are named by their numbers, from 1");
    }
    if (!labels_.note().empty()) list.notes.push_back(labels_.note());
    if (first_side_) {
      list.notes.push_back(fmt::format("two-mode network: vertices 1 to {} are the first side, vertices from {} on the second side",
                                       *first_side_, *first_side_ + 1));
    }
    result.edges = std::move(list);
    return result;
  }

  text_source& text_;
  const read_options& options_;
  std::string_view line_;  // the current line, for messages
  std::optional<std::uint64_t> vertices_, first_side_;
  section section_ = section::none;
  bool directed_ = false;
  bool arcs_ = false, edges_section_ = false;  // the file has such sections
  edge_collector edges_;
  vertex_labels labels_;
};

}  // namespace

parsed read_pajek(text_source& text, const read_options& options) { return pajek_reader(text, options).read(); }

namespace {

bool begins_with_section(const text_sample& sample) {
  const std::string word = sample.lines.empty() ? "" : lower_case_words(sample.lines[0])[0];
  return word == "*vertices" || word == "*network";
}

}  // namespace

extern constinit const format_description pajek_format{.format = file_format::pajek,
                                                       .names = {"pajek", "net"},
                                                       .suffixes = {".net"},
                                                       .has_signature = begins_with_section,
                                                       .read_text = read_pajek};

}  // namespace fathom::io
