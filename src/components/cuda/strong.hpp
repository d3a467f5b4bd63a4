// Strongly connected components on a CUDA device: trimming of vertices without in-neighbors or without out-neighbors, the giant
// component by one forward and one backward search, the rest by coloring. Work that would take many small rounds is left to the
// CPU. Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected Components in Parallel", IPDPS Workshops 2000; McLendon et
// al., JPDC 65(8), 2005 (trimming); Orzan, "On Distributed Verification and Verified Distribution", 2004, and Slota, Rajamanickam,
// Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and Related Problems", IPDPS 2014
// (coloring, and the combination of all three).
#pragma once

#include "fathom/components.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Finds strong components and fills `result`; its report must have the number of threads, and gets no peak memory. `g` must be
/// directed and have in-edges. Ends early, with an incomplete result, if the options' control requests a stop. Throws
/// error_category::memory if the device has too little memory, before allocating anything; ::device.
void strong_cuda(const graph& g, const components_options& options, components_result& result);

}  // namespace fathom::components_engine
