// Action of a command that partitions its graph among processes with --ranks.
#pragma once

#include <memory>
#include <type_traits>

#include "commands/commands.hpp"
#include "ranks.hpp"

namespace fathom::program {

/// Runs `together(arguments, session, communicator)` on all processes with --ranks (run_with_ranks()), and `single(arguments,
/// session)` without.
template <class Arguments>
command_action action_with_ranks(CLI::App* command, const std::shared_ptr<Arguments>& a,
                                 int (*single)(const std::type_identity_t<Arguments>&, const session&),
                                 int (*together)(const std::type_identity_t<Arguments>&, const session&, communicator&)) {
  return {command,
          [=](const session& s) {
            if (!a->ranking.ranks) return single(*a, s);
            return run_with_ranks(s, [&](const session& own, communicator& ranks) { return together(*a, own, ranks); });
          },
          distribution::by_ranks_flag};
}

}  // namespace fathom::program
