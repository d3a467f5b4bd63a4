// Action of a command that partitions its graph among processes with --ranks, or among devices with --devices.
#pragma once

#include <memory>
#include <type_traits>

#include "commands/commands.hpp"
#include "output/in_parts.hpp"
#include "ranks.hpp"

namespace fathom::program {

/// Runs `together(arguments, session, communicator)` on all processes with --ranks (run_with_ranks()), or on one thread per device
/// with several --devices, and `single(arguments, session)` without. Each thread has its own copy of the arguments; the devices
/// divide the CPU threads. `Given` is Arguments for functions that change theirs.
template <class Arguments, class Given = const Arguments>
command_action action_with_ranks(CLI::App* command, const std::shared_ptr<Arguments>& a,
                                 int (*single)(std::type_identity_t<Given>&, const session&),
                                 int (*together)(std::type_identity_t<Given>&, const session&, communicator&)) {
  return {command,
          [=](const session& s) -> int {
            resolve_devices(a->graph, a->ranking);
            if (!a->ranking.partitioned()) return single(*a, s);
            if (a->ranking.ranks)
              return run_with_ranks(s, [&](const session& own, communicator& ranks) { return together(*a, own, ranks); });
            Arguments of_each = *a;
            divide_threads(of_each.graph, a->ranking.devices.size());
            return run_on_devices(a->ranking.devices, [&](communicator* ranks) {
              Arguments mine = of_each;
              return together(mine, prints(ranks) ? s : s.silent(), *ranks);
            });
          },
          distribution::by_ranks_flag};
}

}  // namespace fathom::program
