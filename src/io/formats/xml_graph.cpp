// Readers of GraphML (http://graphml.graphdrawing.org/specification.html) and GEXF (https://gexf.net/schema.html), based on
// libxml2's streaming reader. External entities and document types are never loaded, internal entities are refused, and libxml2's
// limits on depth, names and expansion remain in force.
#include <fmt/format.h>
#include <libxml/xmlreader.h>

#include <exception>
#include <set>

#include "base/text.hpp"
#include "io/input_error.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"
#include "io/vertices/named_graph.hpp"

namespace fathom::io {
namespace {

struct free_xml {
  void operator()(xmlTextReader* reader) const { xmlFreeTextReader(reader); }
  void operator()(xmlChar* text) const { xmlFree(text); }
};

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? "" : std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

class xml_reader {
 public:
  explicit xml_reader(text_source& text) : text_(text) {
    text.allow_any_cut();
    xmlInitParser();
    reader_.reset(xmlReaderForIO(&xml_reader::read_callback, nullptr, this, nullptr, nullptr,
                                 XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES));
    if (!reader_) throw error(error_category::memory, text.file().string() + ": libxml2 ran out of memory");
    xmlTextReaderSetErrorHandler(reader_.get(), &xml_reader::keep_message, this);
  }

  /// Advances to the next node; false at the end.
  [[nodiscard]] bool next() {
    const int got = xmlTextReaderRead(reader_.get());
    if (failure_) std::rethrow_exception(failure_);
    if (got < 0) {
      fail(message_.empty() ? "is not well-formed XML" : "is not well-formed XML: " + message_);
    }
    if (got == 1) refuse_entities();
    return got == 1;
  }

  [[nodiscard]] bool is_start() const { return xmlTextReaderNodeType(reader_.get()) == XML_READER_TYPE_ELEMENT; }
  [[nodiscard]] bool is_end() const { return xmlTextReaderNodeType(reader_.get()) == XML_READER_TYPE_END_ELEMENT; }
  /// An empty element has no separate end.
  [[nodiscard]] bool is_empty() const { return xmlTextReaderIsEmptyElement(reader_.get()) == 1; }
  /// The element's name without its namespace.
  [[nodiscard]] std::string_view name() const {
    const xmlChar* name = xmlTextReaderConstLocalName(reader_.get());
    return name != nullptr ? reinterpret_cast<const char*>(name) : "";
  }
  [[nodiscard]] std::optional<std::string> attribute(const char* name) const {
    const std::unique_ptr<xmlChar, free_xml> value(
        xmlTextReaderGetAttribute(reader_.get(), reinterpret_cast<const xmlChar*>(name)));
    if (!value) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(value.get()));
  }
  [[nodiscard]] std::string required(const char* name_of_attribute) const {
    auto value = attribute(name_of_attribute);
    if (!value) fail(fmt::format("<{}> has no attribute '{}'", name(), name_of_attribute));
    return *std::move(value);
  }
  /// The text inside the element.
  [[nodiscard]] std::string content() {
    const std::unique_ptr<xmlChar, free_xml> value(xmlTextReaderReadString(reader_.get()));
    if (failure_) std::rethrow_exception(failure_);
    return value ? trimmed(reinterpret_cast<const char*>(value.get())) : "";
  }
  [[nodiscard]] double weight(const std::string& word) const {
    double value = 0;
    if (!scan_field_weight(word, value)) fail(fmt::format("{} is not a weight (a number)", excerpt(word)));
    if (!is_finite_weight(value)) fail(fmt::format("{} is not a finite double-precision weight", excerpt(word)));
    return value;
  }
  /// The line of the current node. The parser itself is up to 512 bytes ahead; libxml2 counts the lines of elements up to 65,534.
  [[nodiscard]] std::uint64_t line() const {
    constexpr long most = 65'535;
    const long parser = std::max(xmlTextReaderGetParserLineNumber(reader_.get()), 1);
    const xmlNode* node = message_.empty() ? xmlTextReaderCurrentNode(reader_.get()) : nullptr;
    const long line = node != nullptr ? xmlGetLineNo(node) : parser;
    return static_cast<std::uint64_t>(line < 1 || line == most ? parser : line);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw error(error_category::input, fmt::format("{}:{}: {}", text_.file().string(), line(), what));
  }

 private:
  void refuse_entities() const {
    const int type = xmlTextReaderNodeType(reader_.get());
    if (type == XML_READER_TYPE_ENTITY_REFERENCE) fail("refers to an entity; replace entities with their text");
    if (type != XML_READER_TYPE_DOCUMENT_TYPE) return;
    const xmlNode* node = xmlTextReaderCurrentNode(reader_.get());
    const auto* type_of_document = reinterpret_cast<const xmlDtd*>(node);
    if (type_of_document != nullptr && type_of_document->entities != nullptr) {
      fail("declares entities; replace entities with their text");
    }
  }

  // libxml2's input callback. Exceptions must not propagate through libxml2.
  static int read_callback(void* self, char* to, int bytes) noexcept {
    auto& mine = *static_cast<xml_reader*>(self);
    try {
      if (mine.block_.empty()) mine.block_ = mine.text_.next();
      const std::size_t some = std::min(mine.block_.size(), static_cast<std::size_t>(std::max(bytes, 0)));
      std::copy_n(mine.block_.data(), some, to);
      mine.block_.remove_prefix(some);
      return static_cast<int>(some);
    } catch (...) {
      mine.failure_ = std::current_exception();
      return -1;
    }
  }

  static void keep_message(void* self, const char* message, xmlParserSeverities severity, xmlTextReaderLocatorPtr) noexcept {
    auto& mine = *static_cast<xml_reader*>(self);
    const bool warning = severity == XML_PARSER_SEVERITY_WARNING || severity == XML_PARSER_SEVERITY_VALIDITY_WARNING;
    if (warning || !mine.message_.empty() || message == nullptr) return;
    try {
      mine.message_ = excerpt(message);
    } catch (...) {
      mine.failure_ = std::current_exception();
    }
  }

  text_source& text_;
  std::string_view block_;  // the text of text_ that libxml2 has not read yet
  std::unique_ptr<xmlTextReader, free_xml> reader_;
  std::exception_ptr failure_;
  std::string message_;
};

// An edge element whose end has not been reached.
struct open_edge {
  std::string source, target;
  std::optional<double> weight;
  std::optional<bool> directed;  // as stated by the edge
  bool mutual = false;           // GEXF: both directions
  std::uint64_t line = 0;
  bool states_weight = false;  // GraphML: `weight` is the edge's own, not the default
};

// Common base of both formats: one graph, nodes, edges, and the graph's stated direction.
class xml_graph {
 public:
  explicit xml_graph(text_source& text, const read_options& options) : xml_(text), options_(options), graph_(text.file()) {}

 protected:
  // Graphs nested in nodes (yEd's groups) are merged into the enclosing graph; a second top-level graph is an error.
  void enter_graph(const char* direction_attribute) {
    if (depth_ == 0 && !first_) xml_.fail("holds more than one graph; save the graph you want to a separate file");
    if (first_) stated_ = xml_.attribute(direction_attribute);
    if (depth_ > 0) nested_ = true;
    first_ = false;
    if (!xml_.is_empty()) ++depth_;
  }

  void take_edge(const open_edge& edge, bool directed_by_default) {
    const bool directed = edge.mutual || edge.directed.value_or(directed_by_default);
    graph_.add_edge(edge.source, edge.target, edge.weight, directed, edge.line);
    if (edge.mutual && edge.source != edge.target) graph_.add_edge(edge.target, edge.source, edge.weight, directed, edge.line);
  }

  [[nodiscard]] parsed finish(bool directed, const char* root) {
    if (first_) xml_.fail(fmt::format("has no <graph> inside <{}>", root));
    parsed result;
    result.edges = graph_.take(options_.direction, directed);
    if (nested_) result.edges->notes.push_back("graphs nested in nodes were merged into one graph");
    if (std::string text = unread_data_note(unread_); !text.empty()) result.edges->notes.push_back(std::move(text));
    return result;
  }

  xml_reader xml_;
  const read_options& options_;
  named_graph graph_;
  std::optional<std::string> stated_;  // stated direction
  std::set<std::string> unread_;       // names of the edges' data, other than weights
  int depth_ = 0;                      // number of open <graph> elements
  bool first_ = true, nested_ = false;
};

class graphml_reader : xml_graph {
 public:
  using xml_graph::xml_graph;

  parsed read() {
    while (xml_.next()) {
      if (xml_.is_start()) start(xml_.name());
      if (xml_.is_end()) end(xml_.name());
    }
    parsed result = finish(directed(), "graphml");
    if (!stated_ && !says_itself_ && options_.direction == stated_direction::automatic) {
      result.edges->notes.push_back("direction is not stated; read as undirected (use --directed or --undirected)");
    }
    return result;
  }

 private:
  [[nodiscard]] bool directed() const { return stated_ && lower_case(*stated_) == "directed"; }

  void start(std::string_view name) {
    if (in_data_) return;
    if (name == "graph") {
      enter_graph("edgedefault");
      if (const std::string word = lower_case(stated_.value_or("undirected")); word != "directed" && word != "undirected") {
        xml_.fail(fmt::format("edgedefault is {}; use directed or undirected", excerpt(*stated_)));
      }
    }
    if (name == "key") start_key();
    if (name == "default" && weight_key_) default_ = xml_.weight(xml_.content());
    if (name == "node") graph_.declare(xml_.required("id"), xml_.line());
    if (name == "hyperedge") xml_.fail("holds hyperedges, which are not supported");
    if (name == "edge") start_edge();
    if (name == "data") {
      in_data_ = !xml_.is_empty();
      if (edge_ && weight_keys_.contains(xml_.attribute("key").value_or(""))) take_weight(xml_.weight(xml_.content()));
    }
  }

  void end(std::string_view name) {
    if (name == "data") in_data_ = false;
    if (in_data_) return;
    if (name == "graph") --depth_;
    if (name == "key") weight_key_ = false;
    if (name == "edge") end_edge();
  }

  void start_key() {
    const std::string what = xml_.attribute("for").value_or("all");
    if (what != "edge" && what != "all") return;
    const std::string name = xml_.attribute("attr.name").value_or(xml_.attribute("id").value_or(""));
    const bool weight = lower_case(name) == "weight";
    if (weight) weight_keys_.insert(xml_.required("id"));
    if (!weight && xml_.attribute("attr.name") && what == "edge") unread_.insert(name);
    weight_key_ = weight && !xml_.is_empty();
  }

  void start_edge() {
    edge_ = open_edge{xml_.required("source"), xml_.required("target"), default_, {}, false, xml_.line()};
    if (const auto own = xml_.attribute("directed")) {
      const std::string word = lower_case(*own);
      edge_->directed = word == "true" || word == "1";
      if (!*edge_->directed && word != "false" && word != "0") {
        xml_.fail(fmt::format("'directed' is {}; use true or false", excerpt(*own)));
      }
      says_itself_ = true;
    }
    if (xml_.is_empty()) end_edge();
  }

  // Writers declare one key for each type of a weight, so that several keys are fine, but not several weights of one edge.
  void take_weight(double weight) {
    if (edge_->states_weight) xml_.fail("the edge has more than one weight; keep one");
    edge_->weight = weight;
    edge_->states_weight = true;
  }

  void end_edge() {
    if (edge_) take_edge(*edge_, directed());
    edge_.reset();
  }

  std::set<std::string> weight_keys_;
  std::optional<double> default_;
  std::optional<open_edge> edge_;
  bool weight_key_ = false;  // inside the <key> of the weight
  bool in_data_ = false;     // yEd stores its own elements there
  bool says_itself_ = false;
};

class gexf_reader : xml_graph {
 public:
  using xml_graph::xml_graph;

  parsed read() {
    bool dynamic = false;
    while (xml_.next()) {
      const std::string_view name = xml_.name();
      if (xml_.is_end() && name == "graph") --depth_;
      if (xml_.is_end() && name == "edge") end_edge();
      if (xml_.is_end() && name == "attribute") weight_attribute_ = false;
      if (!xml_.is_start()) continue;
      if (name == "graph") {
        enter_graph("defaultedgetype");
        dynamic |= xml_.attribute("mode").value_or("") == "dynamic";
      }
      if (name == "node") graph_.declare(xml_.required("id"), xml_.line());
      take(name);
    }
    parsed result = finish(is_directed(stated_.value_or("undirected")), "gexf");  // the schema's default
    if (dynamic) result.edges->notes.push_back("the times at which nodes and edges exist were ignored");
    if (changing_ > 0) {
      result.edges->notes.push_back(fmt::format(
          "edges with several weights, for example at different times: {}; the first weight of each was read", grouped(changing_)));
    }
    return result;
  }

 private:
  void take(std::string_view name) {
    if (name == "attributes") of_edges_ = xml_.attribute("class").value_or("") == "edge";
    if (name == "attribute" && of_edges_) start_attribute();
    if (name == "default" && weight_attribute_) default_ = xml_.weight(xml_.content());
    if (name == "edge") start_edge();
    if (name == "attvalue" && edge_) take_value();
  }

  // An attribute "weight" of edges holds weights where the element <edge> itself has none.
  void start_attribute() {
    const std::string title = xml_.attribute("title").value_or("");
    weight_attribute_ = lower_case(title) == "weight" && !xml_.is_empty();
    if (lower_case(title) == "weight") {
      weight_id_ = xml_.required("id");
    } else if (!title.empty()) {
      unread_.insert(title);
    }
  }

  void take_value() {
    if (!weight_id_ || xml_.attribute("for") != weight_id_) return;
    const double weight = xml_.weight(trimmed(xml_.required("value")));
    if (!edge_->weight) edge_->weight = weight;
    changes_ |= *edge_->weight != weight;
  }

  [[nodiscard]] bool is_directed(const std::string& type) const {
    const std::string lower = lower_case(type);
    if (lower == "directed" || lower == "mutual") return true;
    if (lower != "undirected") xml_.fail(fmt::format("{} is not an edge type; use directed, undirected or mutual", excerpt(type)));
    return false;
  }

  void start_edge() {
    const std::string type = xml_.attribute("type").value_or(stated_.value_or("undirected"));
    edge_ = open_edge{xml_.required("source"), xml_.required("target"),      {},
                      is_directed(type),       lower_case(type) == "mutual", xml_.line()};
    if (const auto weight = xml_.attribute("weight")) edge_->weight = xml_.weight(trimmed(*weight));
    if (xml_.is_empty()) end_edge();
  }

  void end_edge() {
    if (edge_ && !edge_->weight) edge_->weight = default_;
    changing_ += changes_;
    changes_ = false;
    if (edge_) take_edge(*edge_, false);
    edge_.reset();
  }

  std::optional<open_edge> edge_;
  std::optional<std::string> weight_id_;  // of the attribute "weight"
  std::optional<double> default_;         // of the attribute "weight"
  std::uint64_t changing_ = 0;            // edges with different weights
  bool changes_ = false;                  // the open edge is one of them
  bool of_edges_ = false;                 // inside <attributes class="edge">
  bool weight_attribute_ = false;         // inside the <attribute> of the weight
};

}  // namespace

parsed read_graphml(text_source& text, const read_options& options) { return graphml_reader(text, options).read(); }

parsed read_gexf(text_source& text, const read_options& options) { return gexf_reader(text, options).read(); }

}  // namespace fathom::io
