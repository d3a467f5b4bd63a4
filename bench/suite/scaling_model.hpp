// Model of the time and the bytes of a search over several workers (docs/scaling.md), from constants measured on this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom::program {

/// Cost of a search in one worker's own part: a line through two searches of different sizes.
struct own_cost {
  double fixed_seconds = 0;       ///< launches, barriers between threads: does not shrink with the graph
  double seconds_per_vertex = 0;  ///< of reached vertices that the worker owns

  [[nodiscard]] double seconds(double own_vertices) const { return fixed_seconds + seconds_per_vertex * own_vertices; }
};

/// The line through two measured medians, of which the second has more vertices. A line below zero at the left end becomes one
/// through the origin.
[[nodiscard]] own_cost fitted_cost(double vertices_small, double seconds_small, double vertices_large, double seconds_large);

/// Cost of an exchange between all workers of a group.
struct exchange_cost {
  double latency = 0;           ///< seconds of the smallest exchange
  double bytes_per_second = 0;  ///< that one worker receives
  double per_level = 0;         ///< seconds by which the host delays each level; 0 if it does not
};

/// Collective: measures the exchanges of processes on CPUs.
[[nodiscard]] exchange_cost measured_exchange(communicator& ranks);
/// The cost on devices of one host as measured on two and four H200 (docs/scaling.md); nothing for transports without figures.
[[nodiscard]] std::optional<exchange_cost> device_exchange(const std::string& transport, int workers);

/// Form of a search, from its levels: their number, and how many send their frontier as a bitmap.
struct search_form {
  int levels = 0, dense = 0;
};
/// A frontier of more than a 64th of the reached vertices is dense.
[[nodiscard]] search_form form_of(std::span<const rank_level_report> levels, std::uint64_t reached);

/// Bytes that all workers send for dense frontiers in one search, in one column: workers * (workers - 1) bitmaps of a worker's own
/// vertices in each dense level. Processes on CPUs leave out vertices with a single edge.
[[nodiscard]] double modeled_bytes(const search_form& form, double reached, int workers, bool on_cpus);

/// Seconds of a search over `workers`; without an exchange the workers are threads of one process.
[[nodiscard]] double modeled_seconds(const own_cost& own, const std::optional<exchange_cost>& exchange, const search_form& form,
                                     double reached, int workers, bool on_cpus);

}  // namespace fathom::program
