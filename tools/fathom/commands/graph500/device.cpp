#include "commands/graph500/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/text.hpp"
#include "build_info.hpp"
#include "options/machine_options.hpp"

namespace fathom::program {
namespace {

// Why the processes on this host cannot each have their own GPU; empty if they can.
std::string why_no_own_device(communicator* ranks) {
  if (ranks == nullptr) return "";
  const auto devices = available_devices();
  const auto gpus =
      std::count_if(devices.begin(), devices.end(), [](const device_description& d) { return d.where.kind == device_kind::cuda; });
  if (ranks->ranks_on_host() <= gpus) return "";
  return fmt::format("{} processes would share {}", ranks->ranks_on_host(), counted(static_cast<std::uint64_t>(gpus), "GPU"));
}

}  // namespace

std::string fall_back_to_cpu(const graph_arguments& arguments, device& where, communicator* ranks) {
  if (names_device(arguments)) return "";
  std::string why = why_cpu(arguments);
  if (where.kind == device_kind::cuda) why = why_no_own_device(ranks);
  std::uint64_t on_cpu = where.kind == device_kind::cpu || !why.empty() ? 1 : 0;
  if (ranks != nullptr) ranks->all_reduce(reduction::max, std::span(&on_cpu, 1));
  if (on_cpu == 0) return "";
  where = device{};
  return why.empty() && this_build().cuda ? "another process does not have its own GPU" : why;
}

}  // namespace fathom::program
