// Triangle counting on the CPU.
#pragma once

#include <cstdint>
#include <stop_token>

#include "triangles/cpu/oriented_rows.hpp"
#include "triangles/work_share.hpp"

namespace fathom::triangles_engine {

/// Memory per thread, in bytes.
[[nodiscard]] std::uint64_t mark_bytes(vertex_id num_vertices);

/// Adds the triangles of the share's rows to their vertices in `triangles`, indexed by the ids of `rows`. Incomplete if `stop` is
/// requested. `Entry` is the kind of entry in `rows`.
template <class Entry>
void count_cpu(const oriented_rows& rows, work_share share, std::uint64_t* triangles, int threads, const std::stop_token& stop);

}  // namespace fathom::triangles_engine
