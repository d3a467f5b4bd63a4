#include "graph/build/wide_weights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.hpp"
#include "base/text.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t wide_weights_per_thread = 1u << 16;

int threads_for(std::uint64_t weights, const run_control& control) {
  return useful_threads(weights, wide_weights_per_thread, thread_count(control));
}

}  // namespace

edge_weight rounded_to_single(double w) noexcept {
  using limits = std::numeric_limits<edge_weight>;
  const auto single = static_cast<edge_weight>(std::clamp(w, -double{limits::max()}, double{limits::max()}));
  return single == 0 && w != 0 ? std::copysign(limits::denorm_min(), static_cast<edge_weight>(w)) : single;
}

array<edge_weight> rounded_to_single(const array<double>& weights, const run_control& control) {
  array<edge_weight> singles(weights.size());
#pragma omp parallel for num_threads(threads_for(weights.size(), control)) schedule(static)
  for (std::uint64_t e = 0; e < weights.size(); ++e) singles[e] = rounded_to_single(weights[e]);
  return singles;
}

array<double> widened(const array<edge_weight>& weights, const run_control& control) {
  array<double> doubles(weights.size());
#pragma omp parallel for num_threads(threads_for(weights.size(), control)) schedule(static)
  for (std::uint64_t e = 0; e < weights.size(); ++e) doubles[e] = weights[e];
  return doubles;
}

std::uint64_t count_needing_double(const array<double>& weights, bool exact, const run_control& control) {
  std::uint64_t count = 0;
#pragma omp parallel for num_threads(threads_for(weights.size(), control)) schedule(static) reduction(+ : count)
  for (std::uint64_t e = 0; e < weights.size(); ++e) count += needs_double(weights[e], exact);
  return count;
}

void narrow_where_exact(array<edge_weight>& weights, array<double>& wide, bool exact, const run_control& control) {
  if (wide.empty() || count_needing_double(wide, exact, control) > 0) return;
  weights = array<edge_weight>(wide.size());
#pragma omp parallel for num_threads(threads_for(wide.size(), control)) schedule(static)
  for (std::uint64_t e = 0; e < wide.size(); ++e) weights[e] = static_cast<edge_weight>(wide[e]);
  wide = {};
}

void store_weights(graph_arrays& a, std::vector<std::string>& notes, bool exact, const run_control& control) {
  if (a.wide_weights.empty()) return;
  const std::uint64_t count = count_needing_double(a.wide_weights, exact, control);
  a.weights = rounded_to_single(a.wide_weights, control);
  if (count == 0) {
    a.wide_weights = {};
    return;
  }
  notes.push_back(fmt::format("weights are stored in double precision: {} of {} are not exact in single precision", grouped(count),
                              grouped(a.wide_weights.size())));
}

}  // namespace fathom
