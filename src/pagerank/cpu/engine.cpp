#include "pagerank/cpu/engine.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.hpp"
#include "base/thread_team.hpp"
#include "fathom/array.hpp"
#include "pagerank/gather.hpp"
#include "pagerank/vertex_parts.hpp"

namespace fathom::pagerank_engine {
namespace {

// Number of groups of parts in a Gauss-Seidel sweep; each group costs two barriers.
constexpr std::size_t most_groups = 32;

// Coefficients of the term a p[v] + b q[v] that an iteration adds to each vertex.
struct additions {
  double a = 0, b = 0;
};

struct part_sums {
  double change = 0, dangling = 0, rank = 0;
};

template <class Share>
class ranking {
 public:
  ranking(const pagerank_request& r, const vertex_parts& parts, double* ranks, double unit, int threads)
      : r_(r),
        parts_(parts),
        ranks_(ranks),
        threads_(threads),
        unit_(unit),
        now_(r.num_vertices),
        next_(scores_at_once()),
        sums_(parts.count()) {
    for_parts(0, parts_.count(), [&](std::size_t part) {
      double dangling = 0;
      for (vertex_id v = parts_.first(part); v < parts_.last(part); ++v) {
        const double out = goes_out(v);
        now_[v] = share(ranks_[v], out);
        if (out == 0) dangling += ranks_[v];
      }
      sums_[part].dangling = dangling;
    });
  }

  // power() and gauss_seidel() return the change. `apart` is the total score of the isolated vertices outside the layout; their new
  // scores follow from `used`.
  double power(double apart, additions& used) {
    used = {1 - r_.damping, r_.damping * (unit_ * of_all(&part_sums::dangling) + apart)};
    update(0, parts_.count(), 0, used);
    now_.swap(next_);
    return unit_ * of_all(&part_sums::change);
  }

  // If dangling vertices use the personalization, scores are proportional to the solution of x = d x A + (1 - d) p, which omits the
  // dangling term (del Corso, Gulli, Romani, 2005) and converges faster. Final scaling makes their sum 1.
  double gauss_seidel(double apart, additions& used) {
    const bool drops = r_.drops_elsewhere;
    double dangling = of_all(&part_sums::dangling);
    const auto additions_now = [&] { return additions{1 - r_.damping, drops ? r_.damping * (unit_ * dangling + apart) : 0}; };
    for (std::size_t g = 0; g < groups(); ++g) {
      const index_range range = group(g);
      const vertex_id begin = parts_.first(range.first);
      const additions now = additions_now();
      for (std::size_t part = range.first; part < range.last; ++part) dangling -= sums_[part].dangling;
      update(range.first, range.last, begin, now);
      for (std::size_t part = range.first; part < range.last; ++part) dangling += sums_[part].dangling;
      for_parts(range.first, range.last, [&](std::size_t part) {
        const vertex_id first = parts_.first(part), last = parts_.last(part);
        std::copy(next_.begin() + (first - begin), next_.begin() + (last - begin), now_.begin() + first);
      });
    }
    dangling = of_all(&part_sums::dangling);
    used = additions_now();
    return correct_mass(drops, used);
  }

  [[nodiscard]] double unit() const { return unit_; }

 private:
  [[nodiscard]] double goes_out(vertex_id v) const {
    return r_.out_strength ? r_.out_strength[v] : static_cast<double>(r_.out_offsets[v + 1] - r_.out_offsets[v]);
  }
  // Divided in the precision of contributions: a division of doubles takes a quarter of the time of a vertex with four edges.
  [[nodiscard]] static Share share(double rank, double out) {
    return out > 0 ? static_cast<Share>(rank) / static_cast<Share>(out) : Share{};
  }

  [[nodiscard]] std::size_t groups() const { return std::min(most_groups, parts_.count()); }
  [[nodiscard]] index_range group(std::size_t g) const { return part_of(parts_.count(), groups(), g); }

  // Number of vertices whose new contributions are kept apart from those that others still read: a group of Gauss-Seidel's.
  [[nodiscard]] std::size_t scores_at_once() const {
    if (r_.method == pagerank_method::power) return r_.num_vertices;
    std::size_t most = 0;
    for (std::size_t g = 0; g < groups(); ++g) {
      const index_range parts = group(g);
      most = std::max<std::size_t>(most, parts_.first(parts.last) - parts_.first(parts.first));
    }
    return most;
  }

  // Writes the new contribution of vertex v to next_[v - begin].
  void update(std::size_t first_part, std::size_t last_part, vertex_id begin, const additions& used) {
    const additions add{used.a / unit_, used.b / unit_};
    for_parts(first_part, last_part, [&](std::size_t part) {
      part_sums sums;
      for (vertex_id v = parts_.first(part); v < parts_.last(part); ++v) {
        const edge_offset row = r_.in_offsets[v], count = r_.in_offsets[v + 1] - row;
        const double gathered = r_.in_weights ? gather(now_.data(), r_.in_sources + row, r_.in_weights + row, count)
                                              : gather(now_.data(), r_.in_sources + row, count);
        const double jump = r_.personalization ? r_.personalization[v] : r_.jump;
        const double drop = r_.dangling ? r_.dangling[v] : r_.drop;
        const double rank = r_.damping * gathered + (add.a * jump + add.b * drop);
        const double out = goes_out(v);
        sums.change += std::fabs(rank - ranks_[v]);
        if (out == 0) sums.dangling += rank;
        sums.rank += rank;
        ranks_[v] = rank;
        next_[v - begin] = share(rank, out);
      }
      sums_[part] = sums;
    });
  }

  // A sweep does not preserve the sum of all scores, and the deviation would decay only with the damping factor. The sum s of the
  // solution satisfies s - d * (sum of non-dangling scores) = 1 - d, so all scores are scaled to satisfy it: by their unit, without
  // a pass over them. Returns the change of scores whose sum is 1.
  double correct_mass(bool drops, const additions& used) {
    const double apart = used.a * r_.apart_jump + used.b * r_.apart_drop;
    const double sum = unit_ * of_all(&part_sums::rank) + apart;
    const double goes_on = drops ? sum : sum - apart - unit_ * of_all(&part_sums::dangling);
    const double factor = (1 - r_.damping) / (sum - r_.damping * goes_on);
    const double change = unit_ * of_all(&part_sums::change) / sum;
    unit_ *= factor;
    return change + std::fabs(factor - 1);
  }

  template <class Work>
  void for_parts(std::size_t first, std::size_t last, Work&& work) {
    const std::size_t count = last - first;
    const int threads = static_cast<int>(std::clamp<std::size_t>(count, 1, static_cast<std::size_t>(threads_)));
    chunk_cursor cursor;
    run_team(threads,
             [&](int, int) { cursor.for_chunks(count, 1, [&](std::uint64_t part, std::uint64_t) { work(first + part); }); });
  }

  [[nodiscard]] double of_all(double part_sums::*which) const {
    double sum = 0;
    for (const part_sums& s : sums_) sum += s.*which;
    return sum;
  }

  const pagerank_request& r_;
  const vertex_parts& parts_;
  double* ranks_;
  const int threads_;
  double unit_;  // of ranks_, contributions and sums
  array<Share> now_, next_;
  std::vector<part_sums> sums_;
};

// Bytes moved per iteration: adjacency rows, out-degrees, scores and contributions (both read at least once and written).
std::uint64_t bytes_of_iteration(const pagerank_request& r, std::size_t share_bytes) {
  const std::uint64_t edge = sizeof(vertex_id) + (r.in_weights ? sizeof(edge_weight) : 0);
  const std::uint64_t targets = (r.personalization ? sizeof(double) : 0) + (r.dangling ? sizeof(double) : 0);
  const bool same_rows = r.out_offsets == r.in_offsets;
  return r.num_edges * edge +
         r.num_vertices * ((same_rows ? 1 : 2) * sizeof(edge_offset) + 2 * sizeof(double) + targets + 2 * share_bytes);
}

// Iterates until convergence, until contributions need higher precision, or until max_iterations.
template <class Share>
void iterate(const pagerank_request& r, const vertex_parts& parts, double enough, double* ranks, double& apart, pagerank_run& run) {
  if (run.iterations >= r.max_iterations) return;
  ranking<Share> step(r, parts, ranks, run.unit, run.threads);
  while (run.iterations < r.max_iterations) {
    report_progress(r.control, "ranking", static_cast<std::uint64_t>(run.iterations), static_cast<std::uint64_t>(r.max_iterations));
    additions used;
    run.change = r.method == pagerank_method::power ? step.power(apart, used) : step.gauss_seidel(apart, used);
    if (r.first_change_apart) {
      run.change += run.iterations == 0 ? r.first_change_apart(used.a, used.b) : std::fabs(used.b - run.apart_drop) * r.apart_drop;
    }
    run.apart_jump = used.a, run.apart_drop = used.b;
    run.unit = step.unit();
    apart = used.a * r.apart_jump + used.b * r.apart_drop;
    ++run.iterations;
    run.bytes += bytes_of_iteration(r, sizeof(Share));
    run.gathered += r.num_edges;
    run.converged = run.change < r.tolerance;
    if (run.converged || run.change < enough) return;
  }
}

}  // namespace

std::uint64_t pagerank_bytes(vertex_id num_vertices) { return 2 * sizeof(double) * std::uint64_t{num_vertices}; }

pagerank_run pagerank_on_cpu(const pagerank_request& r, double* ranks) {
  const vertex_parts parts(r.num_vertices, r.in_offsets);
  pagerank_run run;
  run.threads = parts.useful(thread_count(r.control));
  double apart = r.apart_rank;
  if (r.single_precision && !r.in_weights) {
    iterate<float>(r, parts, single_precision_change, ranks, apart, run);
    run.single_iterations = run.iterations;
  }
  if (!run.converged) iterate<double>(r, parts, 0, ranks, apart, run);
  return run;
}

}  // namespace fathom::pagerank_engine
