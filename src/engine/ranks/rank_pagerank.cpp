// An iteration: what each vertex hands on goes along columns; a rank adds it up along the in-edges of its block; sums go along rows
// to the owners of their vertices, who make the next ranks of them. All sums are added up in an order that the grid alone decides.
#include "engine/ranks/rank_pagerank.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/memory.hpp"
#include "distributed/agreement.hpp"
#include "distributed/block_values.hpp"
#include "engine/pagerank/gather.hpp"
#include "engine/ranks/work_clock.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

using pagerank_engine::gather;

constexpr std::uint64_t vertices_a_part = 4096;  // whose sums are added up by one thread
constexpr int rows_a_chunk = 128;                // rows are by falling degree of their vertices: the first are long

struct part_sums {
  double change = 0, dangling = 0, rank = 0;
  double stopped = 0;  // ranks that were told to stop
};

class ranking {
 public:
  ranking(const partitioned_graph& g, const pagerank_request& r, int threads)
      : g_(g), r_(r), threads_(threads), vertices_(g.to_local.size()) {
    on_all_ranks(*g.ranks, [this] {
      require_host_memory(planned_bytes(),
                          fmt::format("ranks of {} vertices and {} edges in a rank's part", vertices_, g_.in.ends.size()));
      check_weights();
      sums_ = array<double>(g_.row_ids());
      parts_.resize((vertices_ + vertices_a_part - 1) / vertices_a_part);
      theirs_ = array<double>(room_for_others());
      place_vertices();
      if (r_.weighted) transpose_weights();
      place_distributions();
    });
    if (r_.weighted) add_up_weights();
    outcome_.planned_bytes = planned_bytes();
  }

  pagerank_outcome run(std::span<double> ranks) {
    clock_.computed();
    outcome_.seconds_prepare = clock_.work().seconds_compute + clock_.work().seconds_exchange;
    if (r_.single_precision && !r_.weighted) {
      iterate<float>(pagerank_engine::single_precision_change);
      outcome_.single_iterations = outcome_.iterations;
    }
    if (!outcome_.converged) iterate<double>(0);
    // The sum of all ranks is 1 but for rounding.
    const double sum = outcome_.iterations > 0 ? total_.rank : 1;
    for (std::uint64_t i = 0; i < vertices_; ++i) ranks[positions_[i]] = ranks_[i] / sum;
    clock_.computed();
    outcome_.work = clock_.work();
    return outcome_;
  }

 private:
  [[nodiscard]] std::uint64_t planned_bytes() const {
    return vertices_ * (5 * sizeof(double) + sizeof(std::uint32_t)) +
           (g_.stride + g_.column_ids() + g_.row_ids() + room_for_others()) * sizeof(double) +
           (r_.weighted ? g_.in.ends.size() * sizeof(edge_weight) + g_.row_ids() * sizeof(edge_offset) : 0);
  }

  [[nodiscard]] std::uint64_t room_for_others() const {
    return std::max(g_.grid.columns > 1 ? g_.row_ids() : 0, r_.weighted ? g_.column_ids() : 0);
  }

  void check_weights() const {
    if (!r_.weighted) return;
    for (std::uint64_t u = 0; u < g_.column_ids(); ++u) {
      for (edge_offset e = g_.out.offsets[u]; e < g_.out.offsets[u + 1]; ++e) {
        if (g_.out.weights[e] >= 0) continue;
        throw error(error_category::usage,
                    fmt::format("an edge from {} has the weight {}; pagerank takes weights from 0 on, or all edges alike",
                                g_.column_vertex(static_cast<local_vertex>(u)), g_.out.weights[e]));
      }
    }
  }

  // Isolated vertices have numbers behind the local ids.
  void place_vertices() {
    positions_.resize(vertices_);
    std::uint64_t next = g_.own_vertices;
    for (std::uint64_t position = 0; position < vertices_; ++position) {
      const local_vertex id = g_.to_local[position];
      positions_[id == no_local_vertex ? next++ : id] = static_cast<std::uint32_t>(position);
    }
    out_.assign(vertices_, 0);
    for (std::uint64_t id = 0; id < g_.own_vertices; ++id) out_[id] = g_.out_degrees[id];
  }

  void place_distributions() {
    const auto by_id = [this](std::span<const double> values) {
      std::vector<double> moved(values.empty() ? 0 : vertices_);
      for (std::uint64_t i = 0; i < moved.size(); ++i) moved[i] = values[positions_[i]];
      return moved;
    };
    jump_ = by_id(r_.personalization);
    drop_ = r_.dangling.empty() ? jump_ : by_id(r_.dangling);
    ranks_ = by_id(r_.start);
    const double uniform = 1.0 / static_cast<double>(g_.blocks.num_vertices());
    if (r_.start.empty()) ranks_.assign(vertices_, uniform);
    uniform_ = uniform;
  }

  // Of the rows in `in`, which has none: in the order in which it was filled (partition.cpp).
  void transpose_weights() {
    in_weights_ = array<edge_weight>(g_.in.ends.size());
    std::vector<edge_offset> next(g_.in.offsets.begin(), g_.in.offsets.end() - 1);
    for (std::uint64_t rank_by_degree = 0; rank_by_degree < g_.stride; ++rank_by_degree) {
      for (std::uint64_t source = rank_by_degree; source < g_.column_ids(); source += g_.stride) {
        for (edge_offset e = g_.out.offsets[source]; e < g_.out.offsets[source + 1]; ++e) {
          in_weights_[next[g_.out.ends[e]]++] = g_.out.weights[e];
        }
      }
    }
  }

  // The edges out of a vertex are in the blocks of its column.
  void add_up_weights() {
    std::vector<double> mine;
    on_all_ranks(*g_.ranks, [&] { mine.resize(g_.column_ids()); });
    for (std::uint64_t u = 0; u < mine.size(); ++u) {
      const auto* const weights = g_.out.weights.data();
      mine[u] = std::accumulate(weights + g_.out.offsets[u], weights + g_.out.offsets[u + 1], 0.0);
    }
    const std::span<const double> sums = to_owners(*g_.grid.along_column, mine);
    std::copy_n(sums.begin(), g_.own_vertices, out_.begin());
  }

  // Sums of what the ranks of a row or column have for their own vertices, in the order of the ranks.
  std::span<const double> to_owners(communicator& line, std::span<const double> mine) {
    const auto peers = static_cast<std::uint64_t>(line.size());
    const std::span<double> theirs = theirs_.view().first(mine.size());
    clock_.computed();
    const std::vector<std::uint64_t> sizes(peers, g_.stride * sizeof(double));
    line.all_to_all(std::as_bytes(mine), sizes, std::as_writable_bytes(theirs), sizes);
    clock_.sent(g_.stride * sizeof(double) * (peers - 1));
    clock_.exchanged();
    for (std::uint64_t peer = 1; peer < peers; ++peer) {
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) theirs[id] += theirs[peer * g_.stride + id];
    }
    return theirs.first(g_.stride);
  }

  // Until it has converged, or changes by less than `enough`, or the last iteration.
  template <class Share>
  void iterate(double enough) {
    if (outcome_.iterations >= r_.max_iterations) return;
    array<Share> own, shares;
    on_all_ranks(*g_.ranks, [&] { own = array<Share>(g_.stride), shares = array<Share>(g_.column_ids()); });
    share_out(own);
    while (outcome_.iterations < r_.max_iterations) {
      if (total_.stopped > 0) on_all_ranks(*g_.ranks, [this] { check_stop(r_.control); });
      if (r_.control.on_progress) r_.control.on_progress({"ranking", done(outcome_.iterations), done(r_.max_iterations)});
      const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(g_.grid.rows), g_.stride * sizeof(Share));
      g_.grid.along_column->all_gather(std::as_bytes(own.view()), sizes, std::as_writable_bytes(shares.view()));
      clock_.sent(g_.stride * sizeof(Share) * static_cast<std::uint64_t>(g_.grid.rows - 1));
      clock_.exchanged();
      add_up(shares);
      update(own);
      ++outcome_.iterations;
      outcome_.bytes += bytes_of_iteration(sizeof(Share));
      outcome_.gathered += g_.in.ends.size();
      outcome_.change = total_.change;
      outcome_.converged = outcome_.change < r_.tolerance;
      if (outcome_.converged || outcome_.change < enough) return;
    }
  }

  [[nodiscard]] static std::uint64_t done(int iterations) { return static_cast<std::uint64_t>(iterations); }

  template <class Share>
  [[nodiscard]] static Share share(double rank, double out) {
    return out > 0 ? static_cast<Share>(rank / out) : Share{};
  }

  template <class Share>
  void share_out(array<Share>& own) {
    std::fill(own.begin(), own.end(), Share{});
    part_sums mine;
    for (std::uint64_t i = 0; i < vertices_; ++i) {
      if (i < g_.own_vertices) own[i] = share<Share>(ranks_[i], out_[i]);
      if (out_[i] == 0) mine.dangling += ranks_[i];
    }
    add_up_ranks(mine);
  }

  template <class Share>
  void add_up(const array<Share>& shares) {
    const block_rows& in = g_.in;
    double* const sums = sums_.data();
#pragma omp parallel for num_threads(threads_) schedule(dynamic, rows_a_chunk)
    for (std::uint64_t row = 0; row < g_.row_ids(); ++row) {
      const edge_offset first = in.offsets[row], count = in.offsets[row + 1] - first;
      sums[row] = r_.weighted ? gather(shares.data(), in.ends.data() + first, in_weights_.data() + first, count)
                              : gather(shares.data(), in.ends.data() + first, count);
    }
    if (g_.grid.columns == 1) return;
    const std::span<const double> own = to_owners(*g_.grid.along_row, sums_.view());
    std::copy(own.begin(), own.end(), sums_.begin());
  }

  template <class Share>
  void update(array<Share>& own) {
    const double jumps = 1 - r_.damping, drops = r_.damping * total_.dangling;
    const std::uint64_t parts = parts_.size();
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (std::uint64_t part = 0; part < parts; ++part) {
      part_sums mine;
      const std::uint64_t last = std::min(vertices_, (part + 1) * vertices_a_part);
      for (std::uint64_t i = part * vertices_a_part; i < last; ++i) {
        const double gathered = i < g_.own_vertices ? sums_[i] : 0;
        const double rank =
            r_.damping * gathered + (jumps * (jump_.empty() ? uniform_ : jump_[i]) + drops * (drop_.empty() ? uniform_ : drop_[i]));
        mine.change += std::fabs(rank - ranks_[i]);
        if (out_[i] == 0) mine.dangling += rank;
        mine.rank += rank;
        ranks_[i] = rank;
        if (i < g_.own_vertices) own[i] = share<Share>(rank, out_[i]);
      }
      parts_[part] = mine;
    }
    part_sums mine;
    for (const part_sums& part : parts_) add(mine, part);
    add_up_ranks(mine);
  }

  void add_up_ranks(part_sums mine) {
    mine.stopped = r_.control.stop.stop_requested() ? 1 : 0;
    clock_.computed();
    total_ = {};
    for (const part_sums& one : of_each_rank(*g_.ranks, mine)) add(total_, one);
    clock_.waited();
  }

  static void add(part_sums& to, const part_sums& from) {
    to.change += from.change, to.dangling += from.dangling, to.rank += from.rank, to.stopped += from.stopped;
  }

  // Rows and what is handed along them, sums, ranks (read and written), what goes out, distributions.
  [[nodiscard]] std::uint64_t bytes_of_iteration(std::size_t share_bytes) const {
    const std::uint64_t targets = (jump_.empty() ? 0 : sizeof(double)) + (r_.dangling.empty() ? 0 : sizeof(double));
    return g_.in.ends.size() * (sizeof(local_vertex) + (r_.weighted ? sizeof(edge_weight) : 0)) +
           g_.row_ids() * (sizeof(edge_offset) + 2 * sizeof(double)) + g_.column_ids() * share_bytes +
           vertices_ * (3 * sizeof(double) + share_bytes + targets);
  }

  const partitioned_graph& g_;
  const pagerank_request& r_;
  const int threads_;
  work_clock clock_;
  const std::uint64_t vertices_;          // this rank's, isolated ones as well
  std::vector<std::uint32_t> positions_;  // in the rank's block, of local ids and then of isolated vertices
  std::vector<double> out_;               // of these: out-degrees, or sums of weights
  std::vector<double> ranks_, jump_, drop_;
  double uniform_ = 0;
  array<edge_weight> in_weights_;  // of g_.in
  array<double> sums_;             // of row ids; then of this rank's own, at the beginning
  array<double> theirs_;           // what others send of this rank's own
  std::vector<part_sums> parts_;
  part_sums total_;  // of all ranks
  pagerank_outcome outcome_;
};

}  // namespace

pagerank_outcome rank_pagerank(const partitioned_graph& g, const pagerank_request& request, std::span<double> ranks, int threads) {
  return ranking(g, request, threads).run(ranks);
}

}  // namespace fathom::ranks_engine
