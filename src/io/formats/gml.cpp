// GML, the Graph Modelling Language (Himsolt, 1997): "graph [ directed 1 node [ id 1 ] edge [ source 1 target 2 weight 3 ] ]".
// Unknown keys are skipped with their values.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

#include "io/formats/format.hpp"
#include "io/input_error.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"
#include "io/vertices/named_graph.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t longest_word = std::size_t{1} << 16;  // characters of a key, a number or an id

enum class token { end, open, close, word, string };

class gml_scanner {
 public:
  explicit gml_scanner(text_source& text) : text_(text) { text.allow_any_cut(); }

  /// Reads the next token; word() returns the characters of a word or a string.
  token next() {
    char c = skip();
    word_.clear();
    token_line_ = line_;
    if (c == '\0') return token::end;
    take();
    if (c == '[') return token::open;
    if (c == ']') return token::close;
    if (c == '"') return string();
    for (add(c); c = peek(), c != '\0' && !is_space(c) && c != '[' && c != ']' && c != '"' && c != '#'; add(c)) take();
    return token::word;
  }

  [[nodiscard]] const std::string& word() const noexcept { return word_; }
  [[nodiscard]] std::uint64_t line() const noexcept { return token_line_; }
  [[noreturn]] void fail(const std::string& what) const {
    throw error(error_category::input, fmt::format("{}:{}: {}", text_.file().string(), token_line_, what));
  }

 private:
  // The next character; '\0' at the end of the text.
  char peek() {
    if (block_.empty()) block_ = text_.next();
    if (block_.empty()) return '\0';
    if (block_[0] == '\0') fail("the line holds a NUL byte; the file is binary or damaged, not text");
    return block_[0];
  }

  void take() {
    line_ += block_[0] == '\n';
    block_.remove_prefix(1);
  }

  // Skips blanks and comments; returns the next character.
  char skip() {
    for (char c = peek();; c = peek()) {
      if (c == '#') {
        while (c != '\n' && c != '\0') take(), c = peek();
      } else if (is_space(c)) {
        take();
      } else {
        return c;
      }
    }
  }

  void add(char c) {
    if (word_.size() == longest_word) fail(fmt::format("a word has more than {} characters", longest_word));
    word_ += c;
  }

  // Long strings are truncated: only ids and numbers are used.
  token string() {
    for (char c = peek(); c != '"'; c = peek()) {
      if (c == '\0') fail("a string does not end");
      if (word_.size() < longest_word) word_ += c;
      take();
    }
    take();
    return token::string;
  }

  text_source& text_;
  std::string_view block_;
  std::string word_;
  std::uint64_t line_ = 1, token_line_ = 1;
};

void append_utf8(std::string& text, std::uint32_t c) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) return add(c);
  if (c < 0x800) {
    add(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) add(0xE0 | c >> 12);
    if (c >= 0x10000) add(0xF0 | c >> 18), add(0x80 | (c >> 12 & 0x3F));
    add(0x80 | (c >> 6 & 0x3F));
  }
  add(0x80 | (c & 0x3F));
}

// Replaces "&amp;", "&#233;" and the like, with which GML writes characters beyond ASCII and quotes. Others stay as they are.
std::string without_entities(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> named = {
      {{"amp", '&'}, {"quot", '"'}, {"apos", '\''}, {"lt", '<'}, {"gt", '>'}}};
  constexpr std::uint32_t last_character = 0x10FFFF;
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '&' ? text.find(';', at) : text.npos;
    if (end == text.npos) {
      plain += text[at++];
      continue;
    }
    const std::string_view entity = std::string_view(text).substr(at + 1, end - at - 1);
    const auto* const known = std::find_if(named.begin(), named.end(), [&](const auto& one) { return one.first == entity; });
    std::uint32_t c = 0;
    const auto [stop, code] = std::from_chars(entity.data() + (entity.starts_with('#') ? 1 : 0), entity.data() + entity.size(), c);
    if (known != named.end()) {
      plain += known->second;
    } else if (entity.starts_with('#') && code == std::errc() && stop == text.data() + end && c > 0 && c <= last_character) {
      append_utf8(plain, c);
    } else {
      plain.append(text, at, end + 1 - at);
    }
    at = end + 1;
  }
  return plain;
}

class gml_reader {
 public:
  gml_reader(text_source& text, const read_options& options) : scan_(text), options_(options), graph_(text.file()) {}

  parsed read() {
    bool found = false;
    for (token t = scan_.next(); t != token::end; t = scan_.next()) {
      const std::string key = key_of(t);
      if (key != "graph") {
        skip_value();
        continue;
      }
      if (found) scan_.fail("a second graph begins; save the graph you want to a separate file");
      found = true;
      read_graph();
    }
    if (!found) scan_.fail("the file has no \"graph [\"");
    return finish();
  }

 private:
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  struct waiting_edge {
    vertex_id source, target;
    double weight, value;  // or none
  };

  std::string key_of(token t) {
    if (t != token::word) scan_.fail(t == token::end ? "the file ends within a list" : "expected a key");
    return lower_case(scan_.word());
  }

  void open_list(const char* of) {
    if (scan_.next() != token::open) scan_.fail(fmt::format("expected \"[\" after \"{}\"", of));
  }

  // Skips a value of any kind; a list is skipped with its contents.
  void skip_value() {
    int depth = 0;
    do {
      const token t = scan_.next();
      if (t == token::end) scan_.fail("the file ends within a list");
      if (depth == 0 && t == token::close) scan_.fail("expected a value");
      depth += t == token::open ? 1 : t == token::close ? -1 : 0;
    } while (depth > 0);
  }

  std::string scalar(const char* key) {
    const token t = scan_.next();
    if (t != token::word && t != token::string) scan_.fail(fmt::format("expected a number after \"{}\"", key));
    return scan_.word();
  }

  double number(const char* key) {
    const std::string word = scalar(key);
    double value = 0;
    if (!scan_field_weight(word, value)) scan_.fail(fmt::format("{} is not a weight (a number)", excerpt(word)));
    if (!is_finite_weight(value)) scan_.fail(fmt::format("{} is not a finite double-precision weight", excerpt(word)));
    return value;
  }

  // Calls take(key) for each key up to the end of the list.
  template <class Take>
  void for_each_key(Take take) {
    for (token t = scan_.next(); t != token::close; t = scan_.next()) take(key_of(t));
  }

  void read_graph() {
    open_list("graph");
    for_each_key([&](const std::string& key) {
      if (key == "directed") {
        const std::string word = scalar("directed");
        if (word != "0" && word != "1") scan_.fail(fmt::format("\"directed\" is {}; use 0 or 1", excerpt(word)));
        directed_ = word == "1";
      } else if (key == "node") {
        read_node();
      } else if (key == "edge") {
        read_edge();
      } else {
        skip_value();
      }
    });
  }

  // Writers repeat the key of an attribute that is a list.
  void once(bool first, const char* list, const char* key) {
    if (!first) scan_.fail(fmt::format("the {} has more than one {}; keep one", list, key));
  }

  void read_node() {
    open_list("node");
    const std::uint64_t line = scan_.line();
    std::optional<std::string> id, label;
    for_each_key([&](const std::string& key) {
      if (key == "id") {
        once(!id, "node", "id");
        id = scalar("id");
      } else if (key == "label") {
        label = without_entities(scalar("label"));
      } else {
        skip_value();
      }
    });
    if (!id) scan_.fail("the node has no id");
    graph_.declare(*id, line);
    if (label && !label->empty()) graph_.label(*id, std::move(*label), line);
  }

  // Edges are kept until the end: "directed" may follow them, and whether "value" is a weight depends on all edges.
  void read_edge() {
    open_list("edge");
    const std::uint64_t line = scan_.line();
    std::optional<std::string> source, target;
    double weight = none, value = none;
    for_each_key([&](const std::string& key) {
      if (key == "source") {
        once(!source, "edge", "source");
        source = scalar("source");
      } else if (key == "target") {
        once(!target, "edge", "target");
        target = scalar("target");
      } else if (key == "weight") {
        once(!is_finite_weight(weight), "edge", "weight");
        weight = number("weight");
      } else if (key == "value") {
        value = number_or_none();
      } else {
        if (key != "id" && key != "key" && key != "label") unread_.insert(key);
        skip_value();
      }
    });
    if (!source || !target) scan_.fail(fmt::format("the edge has no {}", source ? "target" : "source"));
    some_weight_ |= is_finite_weight(weight);
    some_value_ |= is_finite_weight(value);
    const vertex_id u = graph_.end_of_edge(*source, line);
    edges_.resize(edges_.size() + 1);
    edges_[edges_.size() - 1] = {u, graph_.end_of_edge(*target, line), weight, value};
  }

  // Newman's collection stores weights as "value"; in other files "value" may hold anything.
  double number_or_none() {
    const token t = scan_.next();
    double value = none;
    if (t == token::open) {
      skip_rest();
    } else if (t != token::word && t != token::string) {
      scan_.fail("expected a value");
    } else if (!scan_field_weight(scan_.word(), value)) {
      return none;
    }
    return is_finite_weight(value) ? value : none;
  }

  void skip_rest() {
    for (int depth = 1; depth > 0;) {
      const token t = scan_.next();
      if (t == token::end) scan_.fail("the file ends within a list");
      depth += t == token::open ? 1 : t == token::close ? -1 : 0;
    }
  }

  parsed finish() {
    const bool by_value = !some_weight_ && some_value_;
    for (const waiting_edge& e : edges_) {
      const double w = by_value ? e.value : e.weight;
      graph_.edges().add(e.source, e.target, is_finite_weight(w) ? std::optional(w) : std::nullopt, directed_);
    }
    edges_ = {};
    parsed result;
    result.edges = graph_.take(options_.direction, directed_);
    if (by_value) result.edges->notes.push_back("the edges' key \"value\" was read as weights");
    if (std::string text = unread_data_note(unread_); !text.empty()) result.edges->notes.push_back(std::move(text));
    return result;
  }

  gml_scanner scan_;
  const read_options& options_;
  named_graph graph_;
  growing_array<waiting_edge> edges_;
  bool directed_ = false;  // the format's default
  bool some_weight_ = false, some_value_ = false;
  std::set<std::string> unread_;  // other keys of edges
};

}  // namespace

parsed read_gml(text_source& text, const read_options& options) { return gml_reader(text, options).read(); }

namespace {

// GML starts with "graph [", possibly after keys such as "Creator" and followed by the first entries of the list.
bool begins_with_graph(const text_sample& sample) {
  const auto& lines = sample.lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> words = lower_case_words(lines[i]);
    if (words[0] == "graph[" || (words[0] == "graph" && words.size() > 1 && words[1].starts_with('['))) return true;
    if (words[0] == "graph" && words.size() == 1) return i + 1 < lines.size() && lower_case_words(lines[i + 1])[0].starts_with('[');
    if (words[0] != "creator" && words[0] != "version" && words[0] != "comment") return false;
  }
  return false;
}

}  // namespace

extern constinit const format_description gml_format{
    .format = file_format::gml, .names = {"gml"}, .suffixes = {".gml"}, .has_signature = begins_with_graph, .read_text = read_gml};

}  // namespace fathom::io
