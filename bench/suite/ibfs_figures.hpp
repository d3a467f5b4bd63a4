// Figures 8, 11, 17, 18, 19 and 21 of iBFS, and what `bench ibfs` measures them with.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bench/suite/bench.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "options/loaded_graph.hpp"

namespace fathom::program {

/// Searches per group in the paper (section 3).
inline constexpr int paper_width = 128;

struct ibfs_variant {
  const char* name;
  multi_bfs_method method;
  source_grouping grouping = source_grouping::random;
  int width = 0;
  std::size_t most_sources = static_cast<std::size_t>(-1);
  bool early_termination = true, merge_updates = false;
  edge_offset hub_degree = multi_bfs_options{}.hub_degree;
};

/// A graph with its sources, and where it is searched.
struct ibfs_study {
  const loaded_graph& loaded;
  const layout& prepared;
  std::span<const vertex_id> sources;
  device where;
  std::vector<device> devices{};  ///< several CUDA devices that share the groups; else empty
  run_control control;
  int repeats = 1;
};

/// Searches without keeping results: only searching is timed, as in the paper, where results stay on the device.
[[nodiscard]] multi_bfs_report search(const ibfs_study& study, const ibfs_variant& v, bool levels);

/// Seconds of grouping and searching. An uncounted first run maps memory.
[[nodiscard]] bench_row measure_variant(const ibfs_study& study, const ibfs_variant& v);

/// Edges per second of the median run.
[[nodiscard]] double rate_of(const bench_row& row);

/// Figure 8: speed by the paper's q, the least degree of a common hub.
[[nodiscard]] bench_row sweep_hub_degree(const ibfs_study& study);

/// Figure 11: standard deviation of the edges that the searches of a group inspect bottom-up, on average over the groups; also over
/// the group's mean, since groups change direction at different levels. Counted on a CPU.
[[nodiscard]] bench_row count_inspections(const ibfs_study& study, const char* name, source_grouping grouping);

/// Figure 17: rows of bitwise searches in random groups by 1, 2, 4, ... GPUs of this process, as many as there are; on a CPU its
/// threads stand in for them. No rows if there is only one.
[[nodiscard]] std::vector<bench_row> scale_over_workers(const ibfs_study& study, const bench_settings& settings, const session& s);

/// Figures 18, 19 and 21 on a CUDA device: hardware counters of whole searches with private queues, with joint ones in random
/// groups and by GroupBy, and with bitwise statuses. No rows on a CPU.
[[nodiscard]] std::vector<bench_row> read_counters(const ibfs_study& study, source_grouping rules);

/// Figures 8 and 11 and the counters as text; empty if the rows contain none of them.
[[nodiscard]] std::string ibfs_text(const std::vector<bench_row>& rows);

}  // namespace fathom::program
