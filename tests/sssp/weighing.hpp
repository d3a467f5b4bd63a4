// Weights for the test graphs that are critical for weighted searches.
#pragma once

#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/sssp.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

/// Weight of an edge as a function of a random number.
struct weighing {
  std::string name;
  std::function<edge_weight(std::uint64_t)> weight;  ///< null: unweighted

  friend void PrintTo(const weighing& w, std::ostream* out) { *out << w.name; }
};

inline std::vector<weighing> weighings() {
  return {
      {"none", {}},
      {"few_whole", [](std::uint64_t r) { return static_cast<edge_weight>(1 + r % 5); }},
      {"whole_255", [](std::uint64_t r) { return static_cast<edge_weight>(1 + r % 255); }},
      {"with_zeros", [](std::uint64_t r) { return static_cast<edge_weight>(r % 4); }},
      {"all_zero", [](std::uint64_t) { return edge_weight{0}; }},
      {"mostly_zero", [](std::uint64_t r) { return static_cast<edge_weight>(r % 16 == 0); }},
      {"ties", [](std::uint64_t) { return edge_weight{7}; }},
      {"large_whole",
       [](std::uint64_t r) { return static_cast<edge_weight>(1 + r % 4 * (1u << 24)); }},  // sums soon exceed 32 bits
      {"unit_interval", [](std::uint64_t r) { return static_cast<edge_weight>(unit_interval(r)); }},
      {"huge_range", [](std::uint64_t r) { return std::ldexp(1.0f + static_cast<float>(r % 7), static_cast<int>(r % 200) - 100); }},
      {"halves_and_zeros", [](std::uint64_t r) { return static_cast<edge_weight>(r % 3) / 2; }},
      {"tiny_beside_huge", [](std::uint64_t r) { return r % 2 ? 1e-30f : 1e30f; }},  // lost in sums
  };
}

inline execution on_tested_device(int threads = 0) {
  execution exec;
  exec.where = tested_device();
  exec.control.threads = threads;
  return exec;
}

inline edge_list weighed(edge_list edges, const weighing& how) {
  if (!how.weight) return edges;
  edges.weights = array<edge_weight>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges.weights[i] = how.weight(random_bits(5, i));
  return edges;
}

template <class T>
std::vector<T> as_vector(const array<T>& a) {
  return {a.begin(), a.end()};
}

}  // namespace fathom::test
