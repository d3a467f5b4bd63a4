#include "fathom/distributed/over_devices.hpp"

#include <algorithm>

#include "fathom/distributed/rank_threads.hpp"

namespace fathom {

bool has_several_devices(const execution& exec) {
  return exec.devices.size() > 1 && (exec.ranks == nullptr || exec.ranks->size() == 1);
}

void run_over_devices(const execution& exec, const std::function<void(const execution& of_device)>& work) {
  for (const device d : exec.devices) static_cast<void>(choose_device(to_string(d)));
  rank_threads threads(exec.devices);
  threads.run([&](communicator& ranks) {
    execution mine = exec;
    mine.where = exec.devices.front(), mine.devices.clear(), mine.ranks = &ranks;
    if (mine.control.threads > 0) mine.control.threads = std::max(1, mine.control.threads / ranks.size());
    if (ranks.rank() != 0) mine.control.on_progress = {};
    work(mine);
  });
}

}  // namespace fathom
