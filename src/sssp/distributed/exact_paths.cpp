#include "sssp/distributed/exact_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "fathom/array.hpp"
#include "gpu/backend.hpp"
#include "sssp/distributed/border.hpp"
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {
namespace {

class exact_paths_on_cpu final : public exact_paths {
 public:
  exact_paths_on_cpu(const partitioned_graph& g, const bucket_plan& plan, vertex_bits border, int threads)
      : paths_(g, plan, std::move(border), threads) {}

  paths_outcome run(global_vertex source, const path_limits& limits) override { return paths_.run(source, limits); }
  own_paths take_results(double* distances, vertex_id* predecessors) override {
    return paths_.for_each_result([&](std::uint64_t position, double distance, std::int64_t predecessor) {
      distances[position] = distance;
      if (predecessors != nullptr) predecessors[position] = static_cast<vertex_id>(predecessor);
    });
  }
  [[nodiscard]] const rank_work& work() const noexcept override { return paths_.work(); }
  [[nodiscard]] double bucket_width() const override { return paths_.bucket_width(); }
  [[nodiscard]] std::string name() const override { return "CPU, delta-stepping in double precision"; }

 private:
  rank_paths<double> paths_;
};

// The distances of the device are the bits of integers.
double distance_of(float bits) {
  const auto sum = std::bit_cast<std::uint32_t>(bits);
  return sum < no_whole_sum ? static_cast<double>(sum) : std::numeric_limits<double>::infinity();
}

class exact_paths_on_device final : public exact_paths {
 public:
  exact_paths_on_device(const partitioned_graph& g, std::unique_ptr<paths_searcher> searching, path_sums sums, int threads)
      : g_(g),
        searching_(std::move(searching)),
        sums_(sums),
        threads_(threads),
        predecessors_(g.to_local.size()),
        distances_(sums == path_sums::real ? 0 : g.to_local.size()),
        real_distances_(sums == path_sums::real ? g.to_local.size() : 0),
        request_{.source = 0,
                 .predecessors = predecessors_.view(),
                 .distances = distances_.view(),
                 .real_distances = real_distances_.view()} {}

  paths_outcome run(global_vertex source, const path_limits& limits) override {
    const timer clock;
    request_.source = source, request_.limits = limits;
    const paths_outcome outcome = searching_->run(request_);
    overflows_ = outcome.overflows;
    work_.seconds_compute += clock.seconds();
    work_.bytes_sent += outcome.bytes_sent;
    return outcome;
  }

  own_paths take_results(double* distances, vertex_id* predecessors) override {
    on_all_processes(*g_.ranks, [this] { searching_->take_results(request_); });
    const double limit = std::min(request_.limits.cutoff, target_distance());
    on_all_processes(*g_.ranks, [&] {
      if (overflows_ && limit >= no_whole_sum)
        fail_usage("sums of weights reach {}, above which CUDA devices do not add those of a distributed graph; use device cpu",
                   no_whole_sum);
    });
    return for_each_own_path(
        g_, request_.source, limit, threads_, [this](std::uint64_t position, local_vertex) { return distance_at(position); },
        [this](std::uint64_t position, local_vertex) { return predecessors_[position]; },
        [&](std::uint64_t position, double distance, std::int64_t predecessor) {
          distances[position] = distance;
          if (predecessors != nullptr) predecessors[position] = static_cast<vertex_id>(predecessor);
        });
  }

  [[nodiscard]] const rank_work& work() const noexcept override { return work_; }
  [[nodiscard]] double bucket_width() const override { return searching_->bucket_width(); }
  [[nodiscard]] std::string name() const override {
    return sums_ == path_sums::real ? "CUDA, delta-stepping in double precision" : "CUDA, delta-stepping with whole weights";
  }

 private:
  [[nodiscard]] double distance_at(std::uint64_t position) const {
    return sums_ == path_sums::real ? real_distances_[position] : distance_of(distances_[position]);
  }
  // Infinity without a target, or if it was not reached.
  [[nodiscard]] double target_distance() const {
    const global_vertex target = request_.limits.target;
    if (target == no_global_vertex) return std::numeric_limits<double>::infinity();
    const index_range own = g_.own_block();
    const bool is_own = target >= own.first && target < own.last;
    const double mine = is_own ? distance_at(target - own.first) : std::numeric_limits<double>::infinity();
    // Non-negative numbers are ordered like their bits.
    return std::bit_cast<double>(smallest(*g_.ranks, std::bit_cast<std::uint64_t>(mine)));
  }

  const partitioned_graph& g_;
  std::unique_ptr<paths_searcher> searching_;
  path_sums sums_;
  int threads_;
  array<std::int64_t> predecessors_;
  array<float> distances_;
  array<double> real_distances_;
  paths_request request_;
  bool overflows_ = false;  ///< of the last search, on this process
  rank_work work_;
};

void require_memory(const partitioned_graph& g, std::uint64_t bytes) {
  require_host_memory(bytes, fmt::format("shortest paths on one process's {} edges", g.block_edges));
}

std::unique_ptr<exact_paths> make_on_device(const partitioned_graph& g, const weight_facts& weights, const exact_paths_plan& plan) {
  const path_sums sums = weights.whole ? path_sums::whole : path_sums::real;
  on_all_processes(*g.ranks, [&] {
    const std::size_t distance = sums == path_sums::real ? sizeof(double) : sizeof(float);
    require_memory(g, g.to_local.size() * (sizeof(std::int64_t) + distance) + plan.result_bytes);
  });
  std::unique_ptr<paths_searcher> searching =
      gpu(plan.where).make_distributed_sssp(g, plan.where, plan.transport, sums, plan.delta);
  std::unique_ptr<exact_paths> made;
  on_all_processes(*g.ranks, [&] { made = std::make_unique<exact_paths_on_device>(g, std::move(searching), sums, plan.threads); });
  return made;
}

}  // namespace

std::unique_ptr<exact_paths> make_exact_paths(const partitioned_graph& g, const weight_facts& weights,
                                              const exact_paths_plan& plan) {
  if (plan.where.kind == device_kind::cuda) return make_on_device(g, weights, plan);
  const bucket_plan buckets = plan_buckets(g, weights, plan.delta);
  vertex_bits border = border_vertices(g);
  std::unique_ptr<exact_paths> made;
  on_all_processes(*g.ranks, [&] {
    require_memory(g, rank_paths<double>::planned_bytes(g) + plan.result_bytes);
    made = std::make_unique<exact_paths_on_cpu>(g, buckets, std::move(border), plan.threads);
  });
  return made;
}

}  // namespace fathom::ranks_engine
