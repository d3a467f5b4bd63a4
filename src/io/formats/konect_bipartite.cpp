#include "io/formats/konect_bipartite.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "io/formats/formats.hpp"
#include "io/text/edge_lines.hpp"
#include "io/text/header_words.hpp"

namespace fathom::io {
namespace {

struct sides {
  std::uint64_t left = 0, right = 0;  // vertices
};

// The numbers "edges left right" in the comments, 0 if there are none, and the number of columns per edge.
struct bipartite_header {
  sides declared;
  std::size_t columns = 0;
};

bipartite_header read_header(text_source& text) {
  bipartite_header head;
  for (std::string_view rest = text.peek(); !rest.empty(); rest = text.peek()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::string_view content = line.substr(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (!content.empty() && content[0] != '%' && content[0] != '#') {
      head.columns = lower_case_words(content).size();
      return head;
    }
    const auto numbers = content.empty() ? std::nullopt : header_numbers(content.substr(1));
    if (numbers && numbers->size() == 3) head.declared = {(*numbers)[1], (*numbers)[2]};
    static_cast<void>(text.next_line());
  }
  return head;
}

// The number of vertices of each side: the largest id, but at least the declared number.
template <class Id>
sides measure_sides(const edge_columns<Id>& columns, sides declared) {
  for (const Id u : columns.sources) declared.left = std::max<std::uint64_t>(declared.left, u + std::uint64_t{1});
  for (const Id v : columns.targets) declared.right = std::max<std::uint64_t>(declared.right, v + std::uint64_t{1});
  return declared;
}

// Vertex numbers of the ids that occur, or of all declared ids: [0, ids) -> vertex.
class side_numbering {
 public:
  side_numbering(std::uint64_t ids, bool all) : vertex_(ids, all ? 0 : no_vertex) {}
  void mark(std::uint64_t id) { vertex_[id] = 0; }
  /// Numbers the marked ids consecutively from `first`, appends their names, and returns the next free vertex number.
  vertex_id number(vertex_id first, std::uint64_t name_of_first, std::vector<std::uint64_t>& names) {
    for (std::size_t id = 0; id < vertex_.size(); ++id) {
      if (vertex_[id] == no_vertex) continue;
      vertex_[id] = first++;
      names.push_back(name_of_first + id);
    }
    return first;
  }
  [[nodiscard]] vertex_id operator[](std::uint64_t id) const { return vertex_[id]; }

 private:
  std::vector<vertex_id> vertex_;
};

}  // namespace

bool is_konect_bipartite(std::string_view start) {
  while (start.starts_with('%')) {
    const std::string_view line = start.substr(0, start.find('\n'));
    const std::vector<std::string> words = lower_case_words(line.substr(1));
    if (!words.empty() && words[0] == "bip") return true;
    start.remove_prefix(std::min(line.size() + 1, start.size()));
  }
  return false;
}

parsed read_konect_bipartite(text_source& text, const read_options& options) {
  const bipartite_header head = read_header(text);
  line_grammar grammar;
  grammar.comment = '%';
  grammar.other_comment = '#';
  grammar.base = 1;
  grammar.third = head.columns > 2 ? third_column::weight : third_column::none;
  grammar.rest_ignored = head.columns > 3;
  line_parser parser(grammar);
  const fault_context context{"the ids of a side, which start at 1", "",
                              head.columns > 2 ? "two vertex ids and a weight" : "two vertex ids", ""};
  line_edges edges = read_edges(text, parser, std::nullopt, context, options.build.control);
  const bool declared = head.declared.left + head.declared.right > 0;
  const sides size = edges.is_wide ? measure_sides(edges.wide, head.declared) : measure_sides(edges.narrow, head.declared);
  if (edges.is_wide || size.left > max_vertices || size.right > max_vertices - size.left) {
    bad_text(text, fmt::format("has ids up to {} and {} on its two sides; a graph has at most {} vertices", size.left, size.right,
                               max_vertices));
  }

  require_host_memory((size.left + size.right) * (sizeof(vertex_id) + sizeof(std::uint64_t)),
                      fmt::format("{}: numbering ids up to {} and {}", text.file().string(), size.left, size.right));

  parsed result;
  edge_list list;
  note_rounding(edges, list);
  side_numbering left(size.left, declared), right(size.right, declared);
  array<vertex_id> sources = edges.narrow.sources.take(), targets = edges.narrow.targets.take();
  for (const vertex_id u : sources) left.mark(u);
  for (const vertex_id v : targets) right.mark(v);
  std::vector<std::uint64_t> names;
  const vertex_id first_right = left.number(0, 1, names);
  list.num_vertices = right.number(first_right, size.left + 1, names);
  for (vertex_id& u : sources) u = left[u];
  for (vertex_id& v : targets) v = right[v];
  list.sources = std::move(sources);
  list.targets = std::move(targets);
  list.weights = edges.narrow.weights.take();
  list.wide_weights = edges.narrow.wide_weights.take();
  list.directed = false;
  list.original_ids = array<std::uint64_t>(names.size());
  std::copy(names.begin(), names.end(), list.original_ids.begin());
  if (declared && (size.left > head.declared.left || size.right > head.declared.right)) {
    list.notes.push_back(fmt::format("the comment declares {} and {} vertices on the two sides, but ids go up to {} and {}",
                                     grouped(head.declared.left), grouped(head.declared.right), size.left, size.right));
  }
  list.notes.push_back(
      fmt::format("bipartite: ids of the first side are 1 to {}; vertex v of the second side is {} + v", size.left, size.left));
  if (head.columns > 2) list.notes.push_back("column 3 was read as weights");
  if (head.columns > 3) list.notes.push_back("columns beyond the third were ignored");
  result.edges = std::move(list);
  return result;
}

}  // namespace fathom::io
