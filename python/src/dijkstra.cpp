// Dijkstra's algorithm with the results of NetworkX: the same sums, order of vertices and choice among paths of equal length.
// One thread per source.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "call.hpp"
#include "fathom/control.hpp"

namespace fathom_python {
namespace {

constexpr std::int32_t none = -1;

// Vertices between two polls of the stop token.
constexpr std::size_t poll_interval = 4096;

struct weighted_rows {
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> ends;
  std::span<const double> weights;

  [[nodiscard]] std::size_t num_vertices() const { return offsets.size() - 1; }
};

// Vertices in the order in which they are finalized, the source first, with their distances and predecessors (-1 for the source).
struct finished_vertices {
  std::vector<std::int32_t> order, predecessors;
  std::vector<double> distances;
};

// Work arrays of one thread, reused for all its sources.
class ordered_search {
 public:
  explicit ordered_search(const weighted_rows& rows)
      : rows_(rows), best_(rows.num_vertices(), infinity), before_(rows.num_vertices(), none), finished_(rows.num_vertices()) {}

  // Stops once `target` is finalized; -1: no target.
  finished_vertices run(std::int32_t source, std::int32_t target, double cutoff, const fathom::run_control& control) {
    finished_vertices found;
    reached_.clear();
    entries_ = {};
    std::int64_t pushed = 0;
    best_[at(source)] = 0;
    reached_.push_back(source);
    entries_.push({0, pushed++, source});
    while (!entries_.empty()) {
      const entry next = entries_.top();
      entries_.pop();
      const std::int32_t v = next.vertex;
      if (finished_[at(v)]) continue;
      finished_[at(v)] = true;
      found.order.push_back(v);
      found.distances.push_back(next.distance);
      found.predecessors.push_back(before_[at(v)]);
      if (v == target) break;
      if (found.order.size() % poll_interval == 0) fathom::check_stop(control);
      for (std::int64_t e = rows_.offsets[at(v)]; e < rows_.offsets[at(v) + 1]; ++e) {
        const std::int32_t w = rows_.ends[static_cast<std::size_t>(e)];
        const double distance = next.distance + rows_.weights[static_cast<std::size_t>(e)];
        if (distance > cutoff || finished_[at(w)] || !(distance < best_[at(w)])) continue;
        if (before_[at(w)] == none && w != source) reached_.push_back(w);
        best_[at(w)] = distance;
        before_[at(w)] = v;
        entries_.push({distance, pushed++, w});
      }
    }
    for (const std::int32_t v : reached_) {
      best_[at(v)] = infinity;
      before_[at(v)] = none;
      finished_[at(v)] = false;
    }
    return found;
  }

 private:
  struct entry {
    double distance;
    std::int64_t number;  // breaks ties of equal distances: the entry pushed first comes first
    std::int32_t vertex;

    friend bool operator>(const entry& a, const entry& b) {
      return a.distance != b.distance ? a.distance > b.distance : a.number > b.number;
    }
  };

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static std::size_t at(std::int32_t v) { return static_cast<std::size_t>(v); }

  const weighted_rows& rows_;
  std::vector<double> best_;
  std::vector<std::int32_t> before_;
  std::vector<bool> finished_;
  std::vector<std::int32_t> reached_;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> entries_;
};

std::vector<finished_vertices> search_all(const weighted_rows& rows, std::span<const std::int64_t> sources, std::int32_t target,
                                          double cutoff, const fathom::run_control& control) {
  std::vector<finished_vertices> found(sources.size());
  const int threads = static_cast<int>(std::min<std::size_t>(sources.size(), static_cast<std::size_t>(thread_count(control))));
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    try {
      ordered_search search(rows);
#pragma omp for schedule(dynamic, 1)
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if (failed.load(std::memory_order_relaxed)) continue;
        try {
          found[i] = search.run(static_cast<std::int32_t>(sources[i]), target, cutoff, control);
        } catch (...) {
          if (!failed.exchange(true)) failure = std::current_exception();
        }
      }
    } catch (...) {
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  return found;
}

// Returns one tuple of vertices, distances and predecessors per source. Arguments come from the backend and are not checked.
nb::list ordered_dijkstra(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends,
                          const host_array_of<double>& weights, const host_array_of<std::int64_t>& sources, std::int64_t target,
                          double cutoff) {
  call c(0, nb::none());
  const weighted_rows rows{{offsets.data(), offsets.size()}, {ends.data(), ends.size()}, {weights.data(), weights.size()}};
  std::vector<finished_vertices> found = c.run([&] {
    return search_all(rows, {sources.data(), sources.size()}, static_cast<std::int32_t>(target), cutoff, c.control);
  });
  nb::list result;
  for (finished_vertices& one : found) {
    result.append(nb::make_tuple(hand_over(std::move(one.order)), hand_over(std::move(one.distances)),
                                 hand_over(std::move(one.predecessors))));
  }
  return result;
}

}  // namespace

const registered_bindings dijkstra_bindings{[](nb::module_& m) {
  define(m, "ordered_dijkstra", ordered_dijkstra, "offsets", "ends", "weights", "sources", "target", "cutoff");
}};

}  // namespace fathom_python
