// The five papers, and published values as text.
#include "bench/suite/papers/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "bench/suite/papers/data.hpp"
#include "fathom/error.hpp"

namespace fathom::program {
namespace {

constexpr published_paper papers[] = {
    {"enterprise", "Enterprise", "Hang Liu and H. Howie Huang, \"Enterprise: Breadth-First Graph Traversal on GPUs\", SC 2015",
     "NVIDIA K40, K20 and C2070", "Figures 1 to 3, 7, 9 and 11 explain and have no measured values."},
    {"multi-search", "Multi-search",
     "Adam McLaughlin, Jason Riedy and David A. Bader, \"A Fast, Energy-Efficient Abstraction for Simultaneous Breadth-First "
     "Searches\", HPEC 2015",
     "NVIDIA GeForce GTX Titan", "All figures and tables have measured values."},
    {"graph500", "Graph500 on many GPUs", "\"Communication Wall: Graph500\", a chapter of a thesis on hybrid architectures",
     "NVIDIA K20Xm, ROMEO supercomputer", "Figures 3.1 to 3.3 explain and have no measured values."},
    {"ibfs", "iBFS", "Hang Liu, H. Howie Huang and Yang Hu, \"iBFS: Concurrent Breadth-First Search on GPUs\", SIGMOD 2016",
     "NVIDIA K40; K20 on Stampede; two Intel Xeon E5-2683",
     "Figures 1, 3 to 5, 7, 10, 12 and 13 explain and have no measured values."},
    {"edge-vertex", "Edge-vertex programs",
     "Wenyong Zhong and others, \"Optimizing Graph Processing on GPUs\", IEEE Transactions on Parallel and Distributed Systems "
     "28(4), 2017",
     "NVIDIA GeForce GTX 780", "Figures 1 to 6 and Tables 1 and 3 explain and have no measured values."}};

}  // namespace

std::span<const published_paper> published_papers() { return papers; }
std::span<const exhibit> published_exhibits() {
  static const std::vector<exhibit> all = [] {
    std::vector<exhibit> joined;
    for (const std::span<const exhibit> one :
         {enterprise_exhibits(), multi_search_exhibits(), graph500_exhibits(), ibfs_exhibits(), edge_vertex_exhibits()})
      joined.insert(joined.end(), one.begin(), one.end());
    return joined;
  }();
  return all;
}

std::string text_of(double value, value_unit unit) {
  switch (unit) {
    case value_unit::number:
      return value < 1000 && value != std::floor(value) ? three_digits(value)
                                                        : grouped(static_cast<std::uint64_t>(std::round(value)));
    case value_unit::fraction:
      return three_digits(100 * value) + " %";
    case value_unit::times:
      return three_digits(value) + " times";
    case value_unit::seconds:
      return human_seconds(value);
    case value_unit::edges_per_second:
      return human_quantity(value) + "edges/s";
    case value_unit::watts:
      return three_digits(value) + " W";
  }
  return "";
}

std::string range_text(double low, double high, value_unit unit) {
  const std::string first = text_of(low, unit), last = text_of(high, unit);
  if (low == high) return last;
  const std::size_t end = std::min(first.find(' '), first.size()), last_end = std::min(last.find(' '), last.size());
  return fmt::format("{} to {}", first.substr(end) == last.substr(last_end) ? first.substr(0, end) : first, last);
}

std::string range_text(const published_value& value) {
  return std::isnan(value.low) ? "-" : range_text(value.low, value.high, value.unit);
}

std::string published_text(std::string_view paper, std::string_view number) {
  for (const exhibit& one : published_exhibits()) {
    if (one.paper != paper || one.number != number) continue;
    std::string text;
    for (const published_value& value : one.values) {
      if (!std::isnan(value.low)) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", value.name, range_text(value));
    }
    return text;
  }
  throw error(error_category::usage, fmt::format("'{}' of '{}' is not in the table of published values", number, paper));
}

}  // namespace fathom::program
