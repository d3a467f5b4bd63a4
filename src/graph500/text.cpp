// Graph500 output block as in the specification, section "Output format", and its reference code.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "fathom/graph500.hpp"

namespace fathom {
namespace {

/// Computed as in the reference code, so that results are comparable with published lists.
struct statistics {
  double min = 0, first_quartile = 0, median = 0, third_quartile = 0, max = 0, mean = 0, deviation = 0;
};

statistics statistics_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size(), last = n - 1;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
  double squares = 0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return {values.front(),
          (values[last / 4] + values[n / 4]) / 2,
          (values[last / 2] + values[n / 2]) / 2,
          (values[last - last / 4] + values[last - n / 4]) / 2,
          values.back(),
          mean,
          n > 1 ? std::sqrt(squares / static_cast<double>(last)) : 0};
}

template <class Value>
std::vector<double> column(std::span<const graph500_search> searches, const Value& value) {
  std::vector<double> values;
  for (const graph500_search& s : searches) values.push_back(value(s));
  return values;
}

template <class T>
std::string line(const std::string& key, const T& value) {
  return fmt::format("{:<32}{}\n", key + ":", value);
}

std::string number(double value, int digits = 6) { return fmt::format("{:.{}g}", value, digits); }

std::string seven(const std::string& prefix, const std::string& suffix, const statistics& s, int digits = 6) {
  return line(prefix + "min_" + suffix, number(s.min, digits)) +
         line(prefix + "firstquartile_" + suffix, number(s.first_quartile, digits)) +
         line(prefix + "median_" + suffix, number(s.median, digits)) +
         line(prefix + "thirdquartile_" + suffix, number(s.third_quartile, digits)) +
         line(prefix + "max_" + suffix, number(s.max, digits)) + line(prefix + "mean_" + suffix, number(s.mean, digits)) +
         line(prefix + "stddev_" + suffix, number(s.deviation, digits));
}

// Rates are averaged by the harmonic mean, that is by the mean time per edge; its standard error follows Norris, Annals of
// Mathematical Statistics 11 (1940).
std::string rates(const std::string& prefix, std::span<const graph500_search> searches) {
  const statistics s =
      statistics_of(column(searches, [](const graph500_search& one) { return one.seconds / static_cast<double>(one.edges); }));
  const double others = static_cast<double>(searches.size()) - 1;
  const double error = others > 0 ? s.deviation / (s.mean * s.mean * std::sqrt(others)) : 0;
  return line(prefix + "min_TEPS", number(1 / s.max)) + line(prefix + "firstquartile_TEPS", number(1 / s.third_quartile)) +
         line(prefix + "median_TEPS", number(1 / s.median)) + line(prefix + "thirdquartile_TEPS", number(1 / s.first_quartile)) +
         line(prefix + "max_TEPS", number(1 / s.min)) +
         fmt::format("{:<29}!  {}\n", prefix + "harmonic_mean_TEPS:", number(1 / s.mean)) +
         line(prefix + "harmonic_stddev_TEPS", number(error));
}

}  // namespace

std::string graph500_text(const graph500_result& r) {
  const auto seconds = [](const graph500_search& s) { return s.seconds; };
  const auto validating = [](const graph500_search& s) { return s.seconds_validate; };
  const auto edges = [](const graph500_search& s) { return static_cast<double>(s.edges); };
  const bool with_sssp = !r.sssp.empty();
  std::string text = line("SCALE", r.scale) + line("edgefactor", r.edge_factor) + line("NBFS", r.bfs.size()) +
                     line("graph_generation", number(r.seconds_generation)) + line("num_mpi_processes", r.processes) +
                     line("construction_time", number(r.seconds_construction));
  text += seven("bfs  ", "time", statistics_of(column(r.bfs, seconds)));
  if (with_sssp) text += seven("sssp ", "time", statistics_of(column(r.sssp, seconds)));
  text += seven("", "nedge", statistics_of(column(r.bfs, edges)), 11);
  text += rates("bfs  ", r.bfs);
  if (with_sssp) text += rates("sssp ", r.sssp);
  text += seven("bfs  ", "validate", statistics_of(column(r.bfs, validating)));
  if (with_sssp) text += seven("sssp ", "validate", statistics_of(column(r.sssp, validating)));
  return text;
}

}  // namespace fathom
