#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/checksum.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "fathom/error.hpp"
#include "fathom/reachability.hpp"
#include "graph/sources/vertex_list.hpp"
#include "multi_bfs/distance_row_batches.hpp"
#include "multi_bfs/search_devices.hpp"
#include "reach/codes.hpp"
#include "reach/file/reach_contents.hpp"

namespace fathom {
namespace {

// Sink that packs the distance rows of each finished group.
class row_packer final : public multi_bfs_sink {
 public:
  row_packer(io::reach_contents& index, int threads) : index_(index), batches_(index.num_vertices, threads) {}

  [[nodiscard]] sink_needs needs() const override { return {.level_counts = true, .distances = true}; }

  void take(const finished_group& group) override {
    std::vector<std::size_t> places(group.size());       // indices into the selected vertices
    std::vector<std::uint64_t> begin(group.size() + 1);  // offsets into the group's words
    for (std::size_t i = 0; i < group.size(); ++i) {
      places[i] = static_cast<std::size_t>(std::ranges::lower_bound(index_.selected, group.source(i)) - index_.selected.begin());
      std::uint64_t count = 0;
      for (hop_count level = 0; level <= group.depth(); ++level) count += group.found(i, level);
      const io::reach_form form = io::smaller_form(index_.num_vertices, count, index_.code_bits);
      index_.table[places[i]] = {0, static_cast<std::uint32_t>(count), form, 0};
      begin[i + 1] = begin[i] + index_.words_of(places[i]);
    }
    require_host_memory(begin.back() * sizeof(std::uint64_t),
                        fmt::format("the index of {} in {} hops of a graph of {} vertices",
                                    counted(group.size(), "vertex", "vertices"), index_.k, index_.num_vertices));
    array<std::uint64_t>& words = index_.words.emplace_back(begin.back());
    batches_.visit(group, [&](std::size_t search, const auto* distances) {
      const io::reach_row& row = index_.table[places[search]];
      pack_row(distances, index_.num_vertices, row.count, row.form, index_.k, index_.code_bits, words.data() + begin[search]);
    });
    for (std::size_t i = 0; i < group.size(); ++i) index_.rows[places[i]] = words.data() + begin[i];
  }

 private:
  io::reach_contents& index_;
  distance_row_batches batches_;
};

template <class T>
array<T> copy_of(const array<T>& from) {
  array<T> copy(from.size());
  std::copy(from.begin(), from.end(), copy.begin());
  return copy;
}

// The index without its rows.
std::shared_ptr<io::reach_contents> describe(const graph& g, std::span<const vertex_id> vertices, hop_count k,
                                             const run_control& control) {
  auto index = std::make_shared<io::reach_contents>();
  index->k = k;
  index->code_bits = io::code_bits_for(k);
  index->num_vertices = g.num_vertices();
  index->num_edges = g.num_edges();
  index->graph_checksum = graph_checksum(g, control);
  std::vector<vertex_id> distinct(vertices.begin(), vertices.end());
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  index->selected = array<vertex_id>(distinct.size());
  std::ranges::copy(distinct, index->selected.begin());
  index->table = array<io::reach_row>(distinct.size());
  index->rows.resize(distinct.size());
  index->original_ids = copy_of(g.arrays().original_ids);
  index->labels = {copy_of(g.arrays().labels.offsets), copy_of(g.arrays().labels.text)};
  return index;
}

void check_layout(const layout& l, const graph& g) {
  if (l.caller_vertices == g.num_vertices() && l.num_edges == g.num_edges()) return;
  throw error(error_category::usage,
              fmt::format("the layout belongs to another graph: it has {} vertices and {} edges, this graph {} and {}; prepare() a "
                          "layout of this graph",
                          l.caller_vertices, l.num_edges, g.num_vertices(), g.num_edges()));
}

}  // namespace

std::uint64_t graph_checksum(const graph& g, const run_control& control) {
  check_stop(control);
  const int threads = thread_count(control);
  const graph_view& view = g.view();
  const std::uint64_t n = g.num_vertices(), m = g.num_edges();
  static constexpr edge_offset no_offsets[] = {0};  // for a graph without vertices
  const std::span<const edge_offset> offsets(view.out.offsets ? view.out.offsets : no_offsets, n + 1);
  const std::span<const vertex_id> targets(view.out.targets, m);
  const std::array<std::uint64_t, 4> parts{n, m, io::checksum(std::as_bytes(offsets), threads),
                                           io::checksum(std::as_bytes(targets), threads)};
  return io::hash_bytes(std::as_bytes(std::span(parts)));
}

reach_index build_reach_index(const graph& g, std::span<const vertex_id> vertices, hop_count k, const reach_options& options,
                              const execution& exec) {
  if (k < 0 || k > max_reach_hops) {
    throw error(error_category::usage, fmt::format("k is {}; an index holds 0 to {} hops", k, max_reach_hops));
  }
  if (vertices.empty()) throw error(error_category::usage, "there are no vertices to index; give at least one");
  check_vertices(g, vertices);
  multi_bfs_options searches = options.searches;
  searches.depth_limit = k;
  const run_control& control = exec.control;
  if (options.prepared) check_layout(*options.prepared, g);
  const layout prepared = options.prepared ? *options.prepared
                                           : prepare(g, {.order = vertex_order::automatic,
                                                         .where = layout_device(exec),
                                                         .control = control,
                                                         .searches = search_kind::joined});
  const std::shared_ptr<io::reach_contents> index = describe(g, vertices, k, control);
  row_packer packer(*index, thread_count(control));
  index->report = multi_bfs(prepared, index->selected.view(), packer, searches, exec);
  return reach_index(index);
}

}  // namespace fathom
