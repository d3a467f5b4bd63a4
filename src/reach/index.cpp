#include <fmt/format.h>

#include <algorithm>

#include "base/fail_usage.hpp"
#include "base/mapped_file.hpp"
#include "base/text.hpp"
#include "fathom/error.hpp"
#include "fathom/reachability.hpp"
#include "reach/codes.hpp"
#include "reach/file/reach_contents.hpp"

namespace fathom {
namespace {

void check_in_graph(const io::reach_contents& index, vertex_id v, const char* what) {
  if (v < index.num_vertices) return;
  fail_usage("{} {} is outside the graph of {} vertices", what, v, index.num_vertices);
}

std::size_t place_of(const io::reach_contents& index, vertex_id s) {
  return static_cast<std::size_t>(std::lower_bound(index.selected.begin(), index.selected.end(), s) - index.selected.begin());
}

}  // namespace

reach_index reach_index::load(const std::filesystem::path& file, const reach_load_options& options) {
  const mapped_file mapped = mapped_file::open(file);
  reach_index index(io::read_reach({file, mapped.bytes, mapped.mapping}, options.trust, options.control));
  if (options.of) index.check_graph(*options.of, options.control);
  return index;
}

void reach_index::save(const std::filesystem::path& file, const run_control& control) const {
  output_file out(file, control.stop);
  io::write_reach(out, *contents_, control);
  out.commit();
}

hop_count reach_index::hops(vertex_id s, vertex_id t) const {
  const io::reach_contents& index = *contents_;
  const std::size_t place = place_of(index, s);
  if (place == index.selected.size() || index.selected[place] != s) {
    check_in_graph(index, s, "source");
    fail_usage("source {} is not among the {} of the index; use one of them, or build an index that contains it", name(s),
               counted(index.selected.size(), "selected vertex", "selected vertices"));
  }
  check_in_graph(index, t, "target");
  const io::reach_row& row = index.table[place];
  const std::uint32_t code = look_up(index.rows[place], row.form, row.count, t, index.k, index.code_bits);
  return code <= static_cast<std::uint32_t>(index.k) ? static_cast<hop_count>(code) : unreachable;
}

bool reach_index::reaches(vertex_id s, vertex_id t, hop_count within) const {
  if (within < 0 || within > k()) {
    fail_usage("{} hops are outside the index's range of 0 to {}; build an index with a larger k", within, k());
  }
  const hop_count found = hops(s, t);
  return found != unreachable && found <= within;
}

hop_count reach_index::k() const noexcept { return contents_->k; }
std::span<const vertex_id> reach_index::selected() const noexcept { return std::as_const(contents_->selected).view(); }
bool reach_index::has(vertex_id s) const noexcept {
  const std::size_t place = place_of(*contents_, s);
  return place < contents_->selected.size() && contents_->selected[place] == s;
}

vertex_id reach_index::num_vertices() const noexcept { return contents_->num_vertices; }
edge_offset reach_index::num_edges() const noexcept { return contents_->num_edges; }
std::uint64_t reach_index::checksum() const noexcept { return contents_->graph_checksum; }

void reach_index::check_graph(const graph& g, const run_control& control) const {
  const io::reach_contents& index = *contents_;
  const std::uint64_t sum = graph_checksum(g, control);
  if (sum == index.graph_checksum && g.num_vertices() == index.num_vertices && g.num_edges() == index.num_edges) return;
  throw error(
      error_category::input,
      fmt::format("{}: belongs to a graph of {} vertices and {} edges with checksum {:016x}, but this graph has {} and {} with "
                  "checksum {:016x}; read the graph with the options that were used to build the index, or rebuild the index",
                  index.source.file.empty() ? "the index" : index.source.file.string(), index.num_vertices, index.num_edges,
                  index.graph_checksum, g.num_vertices(), g.num_edges(), sum));
}

std::span<const std::uint64_t> reach_index::original_ids() const noexcept { return std::as_const(contents_->original_ids).view(); }
const vertex_labels& reach_index::labels() const noexcept { return contents_->labels; }
std::string reach_index::name(vertex_id v) const {
  if (!labels().empty()) return std::string(labels()[v]);
  return std::to_string(original_ids().empty() ? v : original_ids()[v]);
}

int reach_index::bits_per_code() const noexcept { return contents_->code_bits; }

std::size_t reach_index::sparse_rows() const noexcept {
  return static_cast<std::size_t>(
      std::ranges::count(contents_->table, io::reach_form::sparse, [](const io::reach_row& row) { return row.form; }));
}

std::uint64_t reach_index::pairs() const noexcept {
  std::uint64_t sum = 0;
  for (const io::reach_row& row : contents_->table) sum += row.count;
  return sum;
}

std::uint64_t reach_index::bytes() const noexcept {
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < contents_->rows.size(); ++i) words += contents_->words_of(i);
  return words * sizeof(std::uint64_t) + contents_->table.bytes() + contents_->selected.bytes();
}

const multi_bfs_report& reach_index::report() const noexcept { return contents_->report; }

}  // namespace fathom
