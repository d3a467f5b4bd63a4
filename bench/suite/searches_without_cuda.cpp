// Stubs for the searches of `fathom bench multi-search` in builds without CUDA, where no CUDA device can be chosen.
#include "bench/suite/searches.hpp"
#include "fathom/error.hpp"

namespace fathom::program {
namespace {

[[noreturn]] void throw_no_cuda() {
  throw error(error_category::device, "this build of fathom has no CUDA support; use --device cpu");
}

}  // namespace

multi_search_result<distances_program> distances_on_device(const layout&, std::span<const vertex_id>, const distances_program&,
                                                           const multi_search_options&) {
  throw_no_cuda();
}

by_hand_result search_by_hand(const layout&, std::span<const vertex_id>, edge_offset, bool) { throw_no_cuda(); }

}  // namespace fathom::program
