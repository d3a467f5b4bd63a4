// What the ranks of joined searches tell each other: that they were called alike, and in the end what each of them ran.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/communicator.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

/// Of a layout's adjacency, from some thousand places: enough to tell one graph from another of the same size.
[[nodiscard]] std::uint64_t hash_of(const layout& l);
/// Of a list's numbers, in their order.
[[nodiscard]] std::uint64_t hash_of(std::span<const vertex_id> list);
[[nodiscard]] std::uint64_t hash_of(const sink_needs& needs);

/// Collective: the report's groups become those of all ranks, in the order of their numbers; its seconds those of the rank that
/// took longest, its memory that of the rank that took most. `numbers` are those of the groups in it, which this rank ran.
void merge_reports(communicator& ranks, std::span<const std::uint64_t> numbers, multi_bfs_report& report);

}  // namespace fathom
