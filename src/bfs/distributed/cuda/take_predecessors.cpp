#include "bfs/distributed/cuda/take_predecessors.hpp"

#include <omp.h>

#include "base/parallel.hpp"
#include "fathom/types.hpp"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t predecessors_per_thread = 1u << 16;

}  // namespace

void take_predecessors(const std::uint32_t* on_device, std::span<std::int64_t> to, std::vector<std::uint32_t>& narrow,
                       const cuda::stream& s) {
  narrow.resize(to.size());
  cuda::copy_to_host(narrow.data(), on_device, narrow.size() * sizeof narrow[0], s);
  const int threads = useful_threads(to.size(), predecessors_per_thread, omp_get_max_threads());
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = narrow[i] == no_vertex ? std::int64_t{-1} : std::int64_t{narrow[i]};
}

}  // namespace fathom::ranks_engine
