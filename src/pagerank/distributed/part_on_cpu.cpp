#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <vector>

#include "base/memory.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "pagerank/distributed/part.hpp"
#include "pagerank/gather.hpp"

namespace fathom::ranks_engine {
namespace {

using pagerank_engine::gather;

constexpr std::uint64_t vertices_per_part = 4096;  // block of vertices whose sums are added up by one thread
constexpr int rows_per_chunk = 128;                // rows are sorted by descending degree: the first are long

/// Contributions (score / out-degree) of the process's own vertices and of all vertices of its grid column.
template <class Share>
struct shares_of {
  array<Share> own, all;

  shares_of() = default;
  explicit shares_of(const partitioned_graph& g) : own(g.stride), all(g.column_ids()) {
    std::fill(own.begin(), own.end(), Share{});
  }
};

template <class Share>
Share share(double rank, double out) {
  return out > 0 ? static_cast<Share>(rank / out) : Share{};
}

class cpu_ranking final : public score_part {
 public:
  cpu_ranking(const partitioned_graph& g, const ranked_vertices& v, const pagerank_request& r, int threads)
      : g_(g), v_(v), r_(r), threads_(threads) {
    require_host_memory(planned_bytes(),
                        fmt::format("PageRank of {} vertices and {} edges of one process", v.size(), g.in.ends.size()));
    ranks_ = v.ranks;
    sums_ = array<double>(g.row_ids());
    theirs_ = array<double>(g.grid.columns > 1 ? g.row_ids() : 0);
    parts_.resize((v.size() + vertices_per_part - 1) / vertices_per_part);
  }

  void begin(bool single) override {
    single_ = single;
    floats_ = {}, doubles_ = {};
    single ? share_out(floats_) : share_out(doubles_);
  }

  void gather(work_clock& clock) override { single_ ? gather_as(floats_, clock) : gather_as(doubles_, clock); }
  rank_sums update(double dangling) override { return single_ ? update_as(floats_, dangling) : update_as(doubles_, dangling); }
  void take(std::span<double> ranks) override { std::copy(ranks_.begin(), ranks_.end(), ranks.begin()); }

  std::uint64_t planned_bytes() const override {
    return v_.size() * sizeof(double) +
           (g_.stride + g_.column_ids() + g_.row_ids() * (g_.grid.columns > 1 ? 2 : 1)) * sizeof(double);
  }

 private:
  template <class Share>
  void share_out(shares_of<Share>& shares) {
    shares = shares_of<Share>(g_);
    for (std::uint64_t i = 0; i < g_.own_vertices; ++i) shares.own[i] = share<Share>(ranks_[i], v_.out[i]);
  }

  template <class Share>
  void gather_as(shares_of<Share>& shares, work_clock& clock) {
    broadcast_delegates(shares.own.view(), clock);
    const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(g_.grid.rows), g_.stride * sizeof(Share));
    g_.grid.along_column->all_gather(std::as_bytes(shares.own.view()), sizes, std::as_writable_bytes(shares.all.view()));
    clock.sent(g_.stride * sizeof(Share) * static_cast<std::uint64_t>(g_.grid.rows - 1));
    clock.exchanged();
    const block_rows& in = g_.in;
    double* const sums = sums_.data();
#pragma omp parallel for num_threads(threads_) schedule(dynamic, rows_per_chunk)
    for (std::uint64_t row = 0; row < g_.row_ids(); ++row) {
      const edge_offset first = in.offsets[row], count = in.offsets[row + 1] - first;
      sums[row] = r_.weighted
                      ? pagerank_engine::gather(shares.all.data(), in.ends.data() + first, v_.in_weights.data() + first, count)
                      : pagerank_engine::gather(shares.all.data(), in.ends.data() + first, count);
    }
    if (g_.grid.columns > 1) sum_at_owners(g_, *g_.grid.along_row, sums_.view(), theirs_.view(), clock);
    sum_delegates(g_, g_.grid.columns > 1 ? theirs_.view() : sums_.view(), clock);
  }

  // Only a delegate's owner knows its contribution; the others pass zero bits.
  template <class Share>
  void broadcast_delegates(std::span<Share> shares, work_clock& clock) {
    using bits = std::conditional_t<sizeof(Share) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    if (g_.delegates.empty()) return;
    std::vector<bits> all;
    on_all_processes(*g_.ranks, [&] { all.resize(g_.delegates.size()); });
    for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = v_.is_own(i) ? std::bit_cast<bits>(shares[i]) : 0;
    clock.computed();
    g_.ranks->all_reduce(reduction::bit_or, std::span(all));
    if (g_.ranks->size() > 1) clock.sent(all.size() * sizeof(bits));
    clock.exchanged();
    for (std::uint64_t i = 0; i < all.size(); ++i) shares[i] = std::bit_cast<Share>(all[i]);
  }

  template <class Share>
  rank_sums update_as(shares_of<Share>& shares, double dangling) {
    const double jumps = 1 - r_.damping, drops = r_.damping * dangling;
    const std::span<const double> handed = g_.grid.columns > 1 ? theirs_.view() : sums_.view();
    const std::uint64_t parts = parts_.size();
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (std::uint64_t part = 0; part < parts; ++part) {
      rank_sums mine;
      const std::uint64_t last = std::min(v_.size(), (part + 1) * vertices_per_part);
      for (std::uint64_t i = part * vertices_per_part; i < last; ++i) {
        if (i < g_.delegates.ids() && !v_.is_own(i)) continue;
        const double gathered = i < g_.own_vertices ? handed[i] : 0;
        const double rank = r_.damping * gathered + (jumps * (v_.jump.empty() ? v_.uniform : v_.jump[i]) +
                                                     drops * (v_.drop.empty() ? v_.uniform : v_.drop[i]));
        mine.change += std::fabs(rank - ranks_[i]);
        if (v_.out[i] == 0) mine.dangling += rank;
        mine.rank += rank;
        ranks_[i] = rank;
        if (i < g_.own_vertices) shares.own[i] = share<Share>(rank, v_.out[i]);
      }
      parts_[part] = mine;
    }
    rank_sums mine;
    for (const rank_sums& part : parts_) mine.add(part);
    return mine;
  }

  const partitioned_graph& g_;
  const ranked_vertices& v_;
  const pagerank_request& r_;
  const int threads_;
  bool single_ = false;
  shares_of<float> floats_;
  shares_of<double> doubles_;
  std::vector<double> ranks_;
  array<double> sums_;    // by row id
  array<double> theirs_;  // sums received from other processes for this process's own vertices
  std::vector<rank_sums> parts_;
};

}  // namespace

std::unique_ptr<score_part> ranking_on_cpu(const partitioned_graph& g, const ranked_vertices& vertices,
                                           const pagerank_request& request, int threads) {
  std::unique_ptr<score_part> made;
  on_all_processes(*g.ranks, [&] { made = std::make_unique<cpu_ranking>(g, vertices, request, threads); });
  return made;
}

}  // namespace fathom::ranks_engine
