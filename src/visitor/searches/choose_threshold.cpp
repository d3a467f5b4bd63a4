#include <cmath>

#include "fathom/visitor/device_run.hpp"

namespace fathom::multi_search_engine {
namespace {

constexpr double warp = 32;
// Fitted to rgg:21 with 1,024 searches on an H100: 0.485 s with warps only, 0.517 s with threads only and 0.385 s with T = 16,
// which these constants predict.
constexpr double scattered = 8;      // cost of a scattered step of 32 threads in 32 rows, in steps of a warp along one row
constexpr double warp_begins = 3.3;  // steps of overhead before a warp reads a row

// Work of warps whose threads each handle one vertex of bins 0 to `last`.
double work_of_threads(const degree_histogram& degrees, int last) {
  double vertices = 0, below = 0, largest = 0;
  for (int b = 0; b <= last; ++b) vertices += static_cast<double>(degrees.vertices[b]);
  if (vertices == 0) return 0;
  for (int b = 0; b <= last; ++b) {
    const auto count = static_cast<double>(degrees.vertices[b]);
    if (count == 0) continue;
    const double mean = static_cast<double>(degrees.edges[b]) / count;
    largest += mean * (std::pow((below + count) / vertices, warp) - std::pow(below / vertices, warp));
    below += count;
  }
  return vertices / warp * largest * scattered;
}

double work_of_warps(const degree_histogram& degrees, int first) {
  double work = 0;
  for (int b = first; b < degree_histogram::bins; ++b) {
    const auto count = static_cast<double>(degrees.vertices[b]);
    if (count > 0) work += count * (std::ceil(static_cast<double>(degrees.edges[b]) / count / warp) + warp_begins);
  }
  return work;
}

}  // namespace

edge_offset choose_threshold(const degree_histogram& degrees) {
  int best = 0;
  double least = HUGE_VAL;
  for (int last = 0; last < degree_histogram::bins; ++last) {
    const double work = work_of_threads(degrees, last) + work_of_warps(degrees, last + 1);
    if (work < least) best = last, least = work;
  }
  return (edge_offset{1} << best) - 1;
}

}  // namespace fathom::multi_search_engine
