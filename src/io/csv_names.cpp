// CSV whose ids are names. Numbering by first appearance is a serial matter; one hash table over one buffer of text keeps it quick.
#include <fmt/format.h>

#include <functional>
#include <vector>

#include "fathom/error.hpp"
#include "io/csv_fields.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {
namespace {

class name_table {
 public:
  name_table() : slots_(first_slots) { offsets_.resize(1); }

  /// The vertex of a name, a new one where it was not met before.
  vertex_id operator()(std::string_view name) {
    const std::size_t hash = std::hash<std::string_view>{}(name);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      slot& s = slots_[at];
      if (s.vertex == no_vertex) {
        s = {tag, add(name)};
        const vertex_id added = s.vertex;
        if (2 * count() > slots_.size()) grow();
        return added;
      }
      if (s.tag == tag && name_of(s.vertex) == name) return s.vertex;
    }
  }

  [[nodiscard]] std::size_t count() const { return offsets_.size() - 1; }
  [[nodiscard]] vertex_labels take() { return {offsets_.take(), text_.take()}; }

 private:
  struct slot {
    std::uint32_t tag = 0;  // of the hash: spares most comparisons of names
    vertex_id vertex = no_vertex;
  };
  static constexpr std::size_t first_slots = std::size_t{1} << 12;  // a power of two, as always; at most half are in use

  [[nodiscard]] std::string_view name_of(vertex_id v) const {
    return {text_.data() + offsets_[v], static_cast<std::size_t>(offsets_[v + 1] - offsets_[v])};
  }

  vertex_id add(std::string_view name) {
    const std::size_t v = count();
    if (v >= max_vertices) throw error(error_category::input, fmt::format("there are more than {} vertex names", max_vertices));
    const std::size_t at = text_.size();
    text_.resize(at + name.size());
    std::memcpy(text_.data() + at, name.data(), name.size());
    offsets_.resize(v + 2);
    offsets_[v + 1] = text_.size();
    return static_cast<vertex_id>(v);
  }

  void grow() {
    std::vector<slot> larger(2 * slots_.size());
    for (std::size_t v = 0; v < count(); ++v) {
      const std::size_t hash = std::hash<std::string_view>{}(name_of(static_cast<vertex_id>(v)));
      std::size_t at = hash & (larger.size() - 1);
      while (larger[at].vertex != no_vertex) at = (at + 1) & (larger.size() - 1);
      larger[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<vertex_id>(v)};
    }
    slots_ = std::move(larger);
  }

  std::vector<slot> slots_;
  growing_array<std::uint64_t> offsets_;
  growing_array<char> text_;
};

struct named_edges {
  name_table names;
  growing_array<vertex_id> sources, targets;
  growing_array<edge_weight> weights;

  vertex_id vertex(std::string_view field) { return field.find('"') == field.npos ? names(field) : names(unquoted(field)); }

  line_fault take(const csv_row& row, bool weighted) {
    if (row.source.empty()) return line_fault::not_an_id;
    const vertex_id source = vertex(row.source);
    if (row.target.empty()) return line_fault::none;  // a vertex without edges
    edge_weight w = 0;
    if (weighted) {
      if (const line_fault what = row_weight(row, w); what != line_fault::none) return what;
      weights.resize(weights.size() + 1);
      weights[weights.size() - 1] = w;
    }
    sources.resize(sources.size() + 1);
    targets.resize(targets.size() + 1);
    sources[sources.size() - 1] = source;
    targets[targets.size() - 1] = vertex(row.target);
    return line_fault::none;
  }
};

}  // namespace

edge_list read_csv_names(text_source& text, const csv_layout& layout, const fault_context& context) {
  named_edges all;
  for (std::string_view block = text.next(); !block.empty(); block = text.next()) {
    const char* const end = block.data() + block.size();
    for (const char* p = block.data(); p != end;) {
      const char* const line = p;
      if (*skip_to_newline(p) == '\n') {
        p = skip_to_newline(p) + 1;
        continue;
      }
      csv_row row;
      line_fault what = scan_row(p, layout, row);
      if (what == line_fault::none) what = all.take(row, layout.weight.has_value());
      if (what != line_fault::none) {
        const bool weight = what == line_fault::bad_weight || what == line_fault::not_finite;
        throw_fault(text, {what, line, weight ? row.weight.data() : line}, context);
      }
    }
  }
  edge_list list;
  list.num_vertices = all.names.count();
  list.labels = all.names.take();
  list.sources = all.sources.take();
  list.targets = all.targets.take();
  list.weights = all.weights.take();
  list.notes.push_back(fmt::format("{} names were numbered by first appearance", list.num_vertices));
  return list;
}

}  // namespace fathom::io
