#include "pagerank/cpu/batch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/parallel.hpp"
#include "fathom/array.hpp"
#include "pagerank/gather.hpp"
#include "pagerank/vertex_parts.hpp"

namespace fathom::pagerank_engine {
namespace {

constexpr std::size_t columns = 16;  // contributions of a vertex in single precision fill a cache line

using column_values = std::array<double, columns>;

template <class Share>
struct alignas(64) share_row {
  Share of[columns];
};

struct batch_sums {
  column_values change{}, dangling{}, rank{};
};

column_values sum_of(const std::vector<batch_sums>& parts, column_values batch_sums::*which) {
  column_values all{};
  for (const batch_sums& part : parts) {
    for (std::size_t c = 0; c < columns; ++c) all[c] += (part.*which)[c];
  }
  return all;
}

double largest(const column_values& values) { return *std::max_element(values.begin(), values.end()); }

double strength_of(const pagerank_request& r, vertex_id v) {
  return r.out_strength ? r.out_strength[v] : static_cast<double>(r.out_offsets[v + 1] - r.out_offsets[v]);
}

/// Sums of one batch after an iteration.
struct batch_state {
  int iterations = 0;
  double change = 0;
  column_values dangling{}, rank{};

  [[nodiscard]] bool below(double limit) const { return iterations > 0 && change < limit; }
};

template <class Share>
class batch {
 public:
  batch(const pagerank_request& r, const vertex_parts& parts, std::span<const pagerank_seed> seeds, int threads)
      : r_(r),
        parts_(parts),
        seeds_(seeds),
        threads_(threads),
        seeded_(r.num_vertices),
        now_(r.num_vertices),
        next_(r.num_vertices) {
    std::fill(seeded_.begin(), seeded_.end(), std::uint8_t{0});
    for (const pagerank_seed& s : seeds) {
      if (s.row != no_vertex) seeded_[s.row] = 1;
    }
    sums_.resize(parts.count());
  }

  void start(batch_state& s) {
    for_parts([&](std::size_t part) {
      std::fill(now_.begin() + parts_.first(part), now_.begin() + parts_.last(part), share_row<Share>{});
    });
    for (std::size_t c = 0; c < seeds_.size(); ++c) {
      const vertex_id v = seeds_[c].row;
      if (v == no_vertex) continue;
      const double out = strength_of(r_, v);
      now_[v].of[c] = static_cast<Share>(out > 0 ? 1 / out : 1);
      s.dangling[c] = out > 0 ? 0 : 1, s.rank[c] = 1;
    }
  }

  template <class Other>
  void take(const batch<Other>& from) {
    for_parts([&](std::size_t part) {
      for (vertex_id v = parts_.first(part); v < parts_.last(part); ++v) {
        for (std::size_t c = 0; c < columns; ++c) now_[v].of[c] = static_cast<Share>(from.row(v).of[c]);
      }
    });
  }

  void iterate(batch_state& s) {
    for_parts([&](std::size_t part) { update(part, s.dangling); });
    now_.swap(next_);
    s.change = largest(sum_of(sums_, &batch_sums::change));
    s.dangling = sum_of(sums_, &batch_sums::dangling);
    s.rank = sum_of(sums_, &batch_sums::rank);
    ++s.iterations;
  }

  [[nodiscard]] const share_row<Share>& row(vertex_id v) const { return now_[v]; }

  /// Writes each column, scaled to a sum of 1, to a row of `scores`.
  template <class Score>
  void write(const batch_state& s, const vertex_id* to_caller, vertex_id n, Score* scores) const {
    for_parts([&](std::size_t part) {
      for (vertex_id v = parts_.first(part); v < parts_.last(part); ++v) {
        const double out = strength_of(r_, v);
        Score* const place = scores + (to_caller ? to_caller[v] : v);
        for (std::size_t c = 0; c < seeds_.size(); ++c) {
          const double rank = static_cast<double>(now_[v].of[c]) * (out > 0 ? out : 1);
          place[c * n] = static_cast<Score>(s.rank[c] > 0 ? rank / s.rank[c] : rank);
        }
      }
    });
  }

 private:
  void update(std::size_t part, const column_values& dangling) {
    batch_sums sums;
    for (vertex_id v = parts_.first(part); v < parts_.last(part); ++v) {
      column_values rank = gathered(v);
      for (double& one : rank) one *= r_.damping;
      if (seeded_[v] != 0) {
        for (std::size_t c = 0; c < seeds_.size(); ++c) {
          if (seeds_[c].row == v) rank[c] += (1 - r_.damping) + r_.damping * dangling[c];
        }
      }
      const double out = strength_of(r_, v), factor = out > 0 ? out : 1;
      for (std::size_t c = 0; c < columns; ++c) {
        sums.change[c] += std::fabs(rank[c] - static_cast<double>(now_[v].of[c]) * factor);
        sums.dangling[c] += out > 0 ? 0 : rank[c];
        sums.rank[c] += rank[c];
        next_[v].of[c] = static_cast<Share>(rank[c] / factor);
      }
    }
    sums_[part] = sums;
  }

  [[nodiscard]] column_values gathered(vertex_id v) const {
    column_values sum{};
    for (edge_offset e = r_.in_offsets[v]; e < r_.in_offsets[v + 1]; ++e) {
      const share_row<Share>& from = now_[r_.in_sources[e]];
      const double weight = r_.in_weights ? static_cast<double>(r_.in_weights[e]) : 1;
      for (std::size_t c = 0; c < columns; ++c) sum[c] += weight * static_cast<double>(from.of[c]);
    }
    return sum;
  }

  template <class Work>
  void for_parts(Work&& work) const {
    const auto count = static_cast<std::int64_t>(parts_.count());
    const int threads = static_cast<int>(std::clamp<std::int64_t>(count, 1, threads_));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (std::int64_t part = 0; part < count; ++part) work(static_cast<std::size_t>(part));
  }

  const pagerank_request& r_;
  const vertex_parts& parts_;
  const std::span<const pagerank_seed> seeds_;
  const int threads_;
  array<std::uint8_t> seeded_;  // vertices that are the seed of some column
  array<share_row<Share>> now_, next_;
  std::vector<batch_sums> sums_;
};

template <class Share>
void iterate_until(const pagerank_request& r, double enough, batch<Share>& b, batch_state& s) {
  while (s.iterations < r.max_iterations && !s.below(enough)) {
    report_progress(r.control, "ranking", static_cast<std::uint64_t>(s.iterations), static_cast<std::uint64_t>(r.max_iterations));
    b.iterate(s);
  }
}

class batch_call {
 public:
  batch_call(const pagerank_request& r, const vertex_id* to_caller, vertex_id caller_vertices)
      : r_(r), to_caller_(to_caller), n_(caller_vertices), parts_(r.num_vertices, r.in_offsets) {
    run_.threads = parts_.useful(thread_count(r.control));
  }

  template <class Score>
  void run(std::span<const pagerank_seed> seeds, Score* scores) {
    if (r_.num_vertices < n_) std::fill(scores, scores + seeds.size() * n_, Score{0});
    batch_state s;
    int single = 0;
    if (r_.single_precision && r_.max_iterations > 0) {
      batch<float> rough(r_, parts_, seeds, run_.threads);
      rough.start(s);
      iterate_until(r_, std::max(r_.tolerance, single_precision_change), rough, s);
      single = s.iterations;
      run_.single_iterations = std::max(run_.single_iterations, single);
      if (s.iterations >= r_.max_iterations || s.below(r_.tolerance)) {
        rough.write(s, to_caller_, n_, scores);
      } else {
        batch<double> fine(r_, parts_, seeds, run_.threads);
        fine.take(rough);
        finish(fine, s, scores);
      }
    } else {
      batch<double> fine(r_, parts_, seeds, run_.threads);
      fine.start(s);
      finish(fine, s, scores);
    }
    for (std::size_t c = 0; c < seeds.size(); ++c) {
      if (seeds[c].row == no_vertex) scores[c * n_ + seeds[c].caller] = 1;  // the surfer never leaves an isolated seed
    }
    run_.iterations = std::max(run_.iterations, s.iterations), run_.change = std::max(run_.change, s.change);
    run_.gathered += static_cast<std::uint64_t>(s.iterations) * r_.num_edges * seeds.size();
    run_.bytes += batch_traffic(r_.num_vertices, r_.num_edges, r_.in_weights != nullptr, columns, s.iterations, single);
  }

  [[nodiscard]] pagerank_run outcome() {
    run_.converged = run_.iterations > 0 && run_.change < r_.tolerance;
    return run_;
  }

 private:
  template <class Score>
  void finish(batch<double>& b, batch_state& s, Score* scores) {
    iterate_until(r_, r_.tolerance, b, s);
    b.write(s, to_caller_, n_, scores);
  }

  const pagerank_request& r_;
  const vertex_id* const to_caller_;
  const vertex_id n_;
  const vertex_parts parts_;
  pagerank_run run_;
};

}  // namespace

std::uint64_t batch_bytes(vertex_id num_vertices) {
  // Two arrays of contributions, in both precisions while one is converted to the other.
  return std::uint64_t{num_vertices} * 2 * (sizeof(share_row<float>) + sizeof(share_row<double>));
}

pagerank_run personalized_pagerank_on_cpu(const pagerank_request& request, std::span<const pagerank_seed> seeds,
                                          const vertex_id* to_caller, vertex_id caller_vertices, const batch_output& to) {
  batch_call call(request, to_caller, caller_vertices);
  for (std::size_t first = 0; first < seeds.size(); first += columns) {
    const std::span<const pagerank_seed> some = seeds.subspan(first, std::min(columns, seeds.size() - first));
    if (to.single_ranks)
      call.run(some, to.single_ranks + first * caller_vertices);
    else
      call.run(some, to.ranks + first * caller_vertices);
  }
  return call.outcome();
}

}  // namespace fathom::pagerank_engine
