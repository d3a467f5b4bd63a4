// Results of a distributed BFS in the caller's order.
#include <algorithm>
#include <array>
#include <bit>

#include "base/parallel.hpp"
#include "bfs/distributed/search.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t positions_per_thread = 1u << 14;

// Each lookup of a predecessor is a cache miss with an unpredictable branch. Vertices are therefore processed in batches that go
// through each step together, with masks instead of branches.
constexpr std::uint64_t at_once = 512;

/// All ones for a vertex, 0 for no_local_vertex.
template <class T>
T mask_of(local_vertex id) {
  return static_cast<T>(-static_cast<std::int64_t>(id != no_local_vertex));
}

/// to[k] = from[ids[k]], or all ones for no_local_vertex.
template <class T>
void look_up(std::span<const local_vertex> ids, std::span<const T> from, T* to) {
  for (std::size_t k = 0; k < ids.size(); ++k) to[k] = from[ids[k] & mask_of<local_vertex>(ids[k])] | ~mask_of<T>(ids[k]);
}
static_assert(no_local_vertex == ~local_vertex{0} && unreachable == ~hop_count{0});

/// Column id to global vertex.
class column_names {
 public:
  explicit column_names(const partitioned_graph& g)
      : delegates_(g.delegates),
        own_first_(static_cast<local_vertex>(g.stride) * static_cast<local_vertex>(g.grid.row)),
        positions_(g.column_positions.view()),
        stride_(static_cast<local_vertex>(g.stride)) {
    for (int row = 0; row < g.grid.rows; ++row) firsts_.push_back(g.blocks.block(g.grid.rank_at(row, g.grid.column)).first);
  }

  void look_up(std::span<const local_vertex> columns, std::int64_t* to) const {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const local_vertex column = columns[k] & mask_of<local_vertex>(columns[k]);
      const local_vertex row = firsts_.size() == 1 ? 0 : column / stride_;  // a 32-bit division takes half as long
      to[k] = static_cast<std::int64_t>(firsts_[row] + positions_[column]) | ~mask_of<std::int64_t>(columns[k]);
    }
    if (!delegates_.empty()) look_up_delegates(columns, to);
  }

 private:
  // Replaces the entries of delegates, which have this process's first ids.
  void look_up_delegates(std::span<const local_vertex> columns, std::int64_t* to) const {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const local_vertex id = columns[k] - own_first_;
      const std::int64_t known = -static_cast<std::int64_t>(id < delegates_.size());
      const global_vertex vertex = delegates_.vertex(id & static_cast<local_vertex>(known));
      to[k] = (static_cast<std::int64_t>(vertex) & known) | (to[k] & ~known);
    }
  }

  const delegate_table& delegates_;
  local_vertex own_first_;
  std::span<const local_vertex> positions_;
  local_vertex stride_;
  std::vector<global_vertex> firsts_;
};

}  // namespace

// Vertices without edges have no local id; unvisited vertices have no predecessor.
void rank_search::write_results() {
  const bool with_parents = request_->options.return_predecessors, with_levels = !request_->distances.empty();
  const bool one_column = g_.grid.columns == 1;
  if (g_.own_vertices == 0) {
    if (with_parents) std::fill(request_->predecessors.begin(), request_->predecessors.end(), std::int64_t{-1});
    std::fill(request_->distances.begin(), request_->distances.end(), unreachable);
  } else {
    const column_names names(g_);
    const std::span<local_vertex> parents = one_column && with_parents ? block_->parents() : std::span<local_vertex>();
    if (!parents.empty()) clear_undiscovered(parents);
    const std::uint64_t size = g_.to_local.size(), groups = (size + at_once - 1) / at_once;
    const int threads = useful_threads(size, positions_per_thread, threads_);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t group = 0; group < groups; ++group) {
      const std::uint64_t first = group * at_once, count = std::min(at_once, size - first);
      const std::span<const local_vertex> ids(g_.to_local.data() + first, count);
      if (with_parents && one_column) {
        std::array<local_vertex, at_once> columns;
        look_up<local_vertex>(ids, parents, columns.data());
        names.look_up(std::span(columns).first(count), request_->predecessors.data() + first);
      } else if (with_parents) {
        look_up<std::int64_t>(ids, own_parents_, request_->predecessors.data() + first);
      }
      if (with_levels) look_up<hop_count>(ids, levels_, request_->distances.data() + first);
    }
    write_delegates();
  }
  const index_range block = g_.own_block();
  if (!owns_source()) return;
  if (with_parents) request_->predecessors[request_->source - block.first] = static_cast<std::int64_t>(request_->source);
  if (with_levels) request_->distances[request_->source - block.first] = 0;
}

// A bottom-up step writes tentative parents before it knows whether they are visited, and the source has no parent.
void rank_search::clear_undiscovered(std::span<local_vertex> parents) {
  if (owns_source()) {
    const local_vertex id = g_.to_local[request_->source - g_.own_block().first];
    if (id != no_local_vertex) parents[id] = no_local_vertex;
  }
  std::fill_n(parents.begin(), g_.delegates.ids(), no_local_vertex);  // known only to all processes together
  const std::span<const std::uint64_t> visited = block_->visited_rows();
  for (std::uint64_t w = 0; w < visited.size(); ++w) {
    for (std::uint64_t open = ~visited[w]; open != 0; open &= open - 1) {
      parents[w * 64 + static_cast<std::uint64_t>(std::countr_zero(open))] = no_local_vertex;
    }
  }
}

}  // namespace fathom::ranks_engine
