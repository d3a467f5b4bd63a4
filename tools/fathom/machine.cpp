#include "machine.hpp"

#include <filesystem>
#include <fstream>

namespace fathom::program {
namespace {

// "always [madvise] never": the word in brackets.
std::string chosen_huge_pages() {
  std::ifstream in("/sys/kernel/mm/transparent_hugepage/enabled");
  for (std::string word; in >> word;) {
    if (word.starts_with('[') && word.ends_with(']')) return word.substr(1, word.size() - 2);
  }
  return {};
}

// "200000 100000" (quota and period in microseconds), or "max 100000".
double cgroup_cpus() {
  std::ifstream in("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  return in >> quota >> period && period > 0 ? quota / period : 0;
}

int count_numa_nodes() {
  int nodes = 0;
  std::error_code ignored;
  for (std::filesystem::directory_iterator at("/sys/devices/system/node", ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    nodes += name.starts_with("node") && name.size() > 4 && name[4] >= '0' && name[4] <= '9';
  }
  return nodes > 0 ? nodes : 1;
}

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ...", without its first two words.
std::string driver_version() {
  std::ifstream in("/proc/driver/nvidia/version");
  std::string word, line;
  in >> word >> word >> std::ws;
  std::getline(in, line);
  return line;
}

}  // namespace

machine_state read_machine_state() {
  machine_state now;
  now.huge_pages = chosen_huge_pages();
  now.cpu_quota = cgroup_cpus();
  if (getloadavg(&now.load, 1) != 1) now.load = 0;
  now.numa_nodes = count_numa_nodes();
  now.nvidia_driver = driver_version();
  return now;
}

}  // namespace fathom::program
