#include "comm/process_device.hpp"

#include <unistd.h>

#include <fstream>
#include <functional>
#include <string>

#include "gpu/backend.hpp"

namespace fathom {
namespace {

// An id of the machine, independent of container names; the host name if the kernel does not provide an id.
std::string machine_name() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  if (!id.empty()) return id;
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

}  // namespace

std::uint64_t place_of(device where) {
  return std::hash<std::string>{}(machine_name() + (where.kind == device_kind::cuda ? gpu(where).pci_bus_id(where) : " cpu"));
}

}  // namespace fathom
