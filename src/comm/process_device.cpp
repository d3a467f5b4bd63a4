#include "comm/process_device.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/system_file.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

// An id of the machine, independent of container names; the host name if the kernel does not provide an id.
std::string machine_name() {
  system_file in("/proc/sys/kernel/random/boot_id");
  if (std::string_view line = in.next().value_or(""); !line.empty()) return std::string(take_word(line));
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

}  // namespace

std::uint64_t place_of(device where) {
  return std::hash<std::string>{}(machine_name() + (where.kind == device_kind::cuda ? gpu(where).pci_bus_id(where) : " cpu"));
}

bool share_devices(communicator& ranks, device where) {
  std::uint64_t mine = 0;
  on_all_processes(ranks, [&] { mine = place_of(where); });
  std::vector<std::uint64_t> places = gather_from_all(ranks, mine);
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) != places.end();
}

device ranks_engine::device_of_rank(const communicator& ranks, device first) {
  if (first.kind != device_kind::cuda) return first;
  if (const std::optional<device> own = ranks.own_device(); own && own->kind == device_kind::cuda) return *own;
  const int devices = std::max(1, static_cast<int>(gpu_devices().size()));
  return {device_kind::cuda, (first.index + ranks.rank_on_host()) % devices};
}

}  // namespace fathom
