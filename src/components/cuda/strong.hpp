// Strongly connected components on a CUDA device: trimming of vertices without in-neighbors or without out-neighbors, the giant
// component by one forward and one backward search, the rest by coloring. Work that would take many small rounds is left to the
// CPU. Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected Components in Parallel", IPDPS Workshops 2000; McLendon et
// al., JPDC 65(8), 2005 (trimming); Orzan, "On Distributed Verification and Verified Distribution", 2004, and Slota, Rajamanickam,
// Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and Related Problems", IPDPS 2014
// (coloring, and the combination of all three).
#pragma once

#include <stop_token>

#include "base/timer.hpp"
#include "components/cpu/strong.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Finds the smallest vertex of each vertex's component: labels[0, n) in host memory. `g` must be directed and have in-edges.
/// Restarts `clock` once the graph is on the device. Ends early if `stop` is requested. Throws error_category::memory if the device
/// has too little memory, before allocating anything; ::device.
strong_outcome strong_cuda(const graph& g, device where, vertex_id* labels, timer& clock, const std::stop_token& stop);

}  // namespace fathom::components_engine
