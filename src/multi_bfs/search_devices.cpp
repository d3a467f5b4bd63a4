#include "multi_bfs/search_devices.hpp"

#include <algorithm>
#include <cstddef>

#include "base/fail_usage.hpp"

namespace fathom {
std::vector<device> named_devices(const execution& exec) {
  return exec.devices.empty() ? std::vector<device>{exec.where} : exec.devices;
}

std::vector<device> devices_of_rank(const execution& exec, const communicator& ranks) {
  const std::vector<device> all = named_devices(exec);
  if (ranks.size() == 1) return all;
  return {all[static_cast<std::size_t>(ranks.rank_on_host()) % all.size()]};
}

device layout_device(const execution& exec) {
  const std::vector<device> all = named_devices(exec);
  return all.size() == 1 ? all.front() : device{};
}

std::string names_of(const std::vector<device>& devices) {
  std::string names;
  for (const device d : devices) names += (names.empty() ? "" : ", ") + to_string(d);
  return names;
}

void check_devices(const std::vector<device>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == device_kind::cpu && all.size() > 1) {
      fail_usage(
          "the cpu is among the devices (number {} of {}), but only CUDA devices can share the groups; leave it out, or "
          "give only the cpu",
          i + 1, all.size());
    }
    const auto first = static_cast<std::size_t>(std::find(all.begin(), all.end(), all[i]) - all.begin());
    if (first == i) continue;
    fail_usage("device {} is given twice (numbers {} and {} of {}); give each device once", to_string(all[i]), first + 1, i + 1,
               all.size());
  }
}

void check_layout_device(const layout& l, const std::vector<device>& mine) {
  if (l.where.kind == device_kind::cpu) return;
  if (mine.size() > 1) {
    fail_usage(
        "the layout was prepared for {} and cannot be searched on {}; prepare it for the cpu, so that each device gets a copy",
        to_string(l.where), names_of(mine));
  }
  if (l.where == mine.front()) return;
  fail_usage("the layout was prepared for {} and cannot be searched on {}; prepare it for that device, or for the cpu",
             to_string(l.where), to_string(mine.front()));
}

void check_kept(const multi_bfs_options& options, const execution& exec) {
  if (!options.keep_on_device) return;
  if (!searches_on_cuda(exec)) {
    fail_usage(
        "keep_on_device requires a CUDA device, but these searches run on the cpu, whose results are in host memory; leave it "
        "out, or choose a CUDA device");
  }
  if (exec.devices.size() > 1) {
    fail_usage("keep_on_device requires a single device, but these searches are spread over {}; leave it out, or choose one device",
               names_of(exec.devices));
  }
  if (exec.ranks && exec.ranks->size() > 1) {
    fail_usage("keep_on_device requires a single process, but the results of {} ranks are gathered in host memory; leave it out",
               exec.ranks->size());
  }
}

}  // namespace fathom
