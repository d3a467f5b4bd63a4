#include "sssp/distributed/make_paths_searcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "gpu/backend.hpp"
#include "sssp/distributed/border.hpp"
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {
namespace {

class paths_on_cpu final : public paths_searcher {
 public:
  paths_on_cpu(const partitioned_graph& g, const bucket_plan& plan, vertex_bits border, int threads)
      : g_(g), paths_(g, plan, std::move(border), threads) {}

  paths_outcome run(const paths_request& request) override {
    paths_outcome outcome = paths_.run(request.source, request.limits);
    const own_paths mine = paths_.for_each_result([&](std::uint64_t position, float distance, std::int64_t predecessor) {
      request.distances[position] = distance, request.predecessors[position] = predecessor;
    });
    outcome.reached = sum_of(*g_.ranks, mine.reached);
    return outcome;
  }
  void take_results(const paths_request&) override {}
  [[nodiscard]] double bucket_width() const override { return paths_.bucket_width(); }

 private:
  const partitioned_graph& g_;
  rank_paths<float> paths_;
};

}  // namespace

std::unique_ptr<paths_searcher> make_paths_searcher(const partitioned_graph& g, device where, rank_transport transport,
                                                    int threads) {
  if (where.kind == device_kind::cuda) return gpu(where).make_distributed_sssp(g, where, transport, path_sums::single, 0);
  const bucket_plan plan = plan_buckets(g, facts_of_weights(g, threads), 0);
  vertex_bits border = border_vertices(g);
  std::unique_ptr<paths_searcher> made;
  on_all_processes(*g.ranks, [&] {
    require_host_memory(rank_paths<float>::planned_bytes(g),
                        fmt::format("shortest paths on one process's {} edges", g.block_edges));
    made = std::make_unique<paths_on_cpu>(g, plan, std::move(border), threads);
  });
  return made;
}

}  // namespace fathom::ranks_engine
