// Workers of multi_bfs(): engines on the CPU or on CUDA devices, and the threads that run groups with them.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/parallel.hpp"
#include "gpu/backend.hpp"
#include "multi_bfs/group_engine.hpp"
#include "multi_bfs/run.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

using multi_bfs_engine::group_engine;
using multi_bfs_engine::group_plan;

// While the host takes the results of one group, the device searches another: a second engine pays off from a few groups on.
constexpr std::size_t engines_per_device = 2, groups_for_engines = 4;

std::unique_ptr<group_engine> make_engine(multi_bfs_method method, const layout& l, const group_plan& plan) {
  switch (method) {
    case multi_bfs_method::sequential:
      return multi_bfs_engine::make_sequential_cpu(l, plan);
    case multi_bfs_method::separate:
      return multi_bfs_engine::make_separate_cpu(l, plan);
    case multi_bfs_method::joint:
      return multi_bfs_engine::make_joint_cpu(l, plan);
    case multi_bfs_method::ms_bfs:
      return multi_bfs_engine::make_ms_bfs_cpu(l, plan);
    case multi_bfs_method::automatic:
    case multi_bfs_method::bitwise:
    case multi_bfs_method::ibfs:  // refused on a CPU
      break;
  }
  return multi_bfs_engine::make_bitwise_cpu(l, plan);
}

}  // namespace

void multi_bfs_run::make_workers(std::size_t groups) {
  if (searches_on_cuda(exec_)) {
    make_workers_on_devices(groups);
  } else {
    make_workers_on_cpu(groups);
  }
}

// Threads that share a group synchronize at every level and write to the same bit rows; threads with a group each do not. With
// several processes, only one thread per process takes groups from the shared queue. MS-BFS has one thread per group in any case.
void multi_bfs_run::make_workers_on_cpu(std::size_t groups) {
  const auto threads = static_cast<std::size_t>(plan_.threads);
  const bool ms_bfs = method_ == multi_bfs_method::ms_bfs;
  const bool a_group_each = (ms_bfs || (method_ == multi_bfs_method::bitwise && groups >= 2 * threads)) && ranks_.size() == 1 &&
                            report_.planned_bytes * threads <= memory_to_use(report_.planned_bytes * threads);
  if (ms_bfs) plan_.threads = 1;
  if (a_group_each) {
    plan_.threads = 1;
    report_.engine += ", one group per thread";
    report_.planned_bytes *= threads;
  }
  workers_.resize(a_group_each ? std::clamp<std::size_t>(groups, 1, threads) : 1);
  for (worker& w : workers_) w.engine = make_engine(method_, layout_, plan_);
}

// At most as many devices as groups get a copy of the graph. The first groups are spread over all devices.
void multi_bfs_run::make_workers_on_devices(std::size_t groups) {
  const std::size_t count = std::clamp<std::size_t>(groups, 1, devices_.size());
  const bool several_each =
      ranks_.size() == 1 && groups >= groups_for_engines * count && memory_on_devices() >= engines_per_device * engine_bytes_;
  const std::size_t engines = several_each ? engines_per_device : 1;
  workers_.resize(count * engines);
  device_clocks_.resize(count);
  for (std::size_t d = 0; d < count; ++d) {
    naming(devices_[d], [&] {
      const gpu_backend& backend = gpu(devices_[d]);
      const auto copy = backend.copy_layout(layout_, devices_[d]);
      for (std::size_t e = 0; e < engines; ++e) {
        worker& w = workers_[e * count + d];
        w.where = devices_[d];
        w.device_clock = &device_clocks_[d];
        w.engine = backend.make_group_engine(copy, method_, plan_);
      }
    });
  }
  report_.planned_bytes += (engines - 1) * engine_bytes_;
  if (engines > 1) report_.engine += fmt::format(", {} groups at a time", engines);
  if (count > 1) report_.engine += fmt::format("{} {} devices", engines > 1 ? " on each of" : ", on", count);
}

void multi_bfs_run::search_groups(const std::vector<std::vector<std::size_t>>& groups, shared_queue& queue) {
  exception_capture failure;
  const auto work_as = [&](std::size_t me) { failure.run([&] { work(workers_[me], groups, queue, me == 0); }); };
  if (searches_on_cuda(exec_)) {
    // std::jthreads rather than an OpenMP parallel region, so that parallel regions in sinks are not nested and get all threads.
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < workers_.size(); ++i) others.emplace_back(work_as, i);
    work_as(0);
  } else if (workers_.size() == 1) {
    work_as(0);  // outside a parallel region: nested in one, even of one thread, the engine's regions would start threads anew
  } else {
#pragma omp parallel num_threads(static_cast <int>(workers_.size()))
    work_as(static_cast<std::size_t>(omp_get_thread_num()));
  }
  failure.rethrow();
  report_progress(exec_.control, "searching", distinct_.size(), distinct_.size());
}

}  // namespace fathom
