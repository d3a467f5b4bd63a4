// `fathom distances` without --ranks: on copies of the graph if they fit, else on parts of it.
#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "commands/distances/command.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/in_copies.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

// Any other error ends the job; see run_on_processes().
bool is_of_all_processes(const communicator* ranks, const error& e) {
  return ranks == nullptr || ranks->size() == 1 || dynamic_cast<const rank_error*>(&e) != nullptr;
}

// Number of copies.
std::size_t places(const distances_arguments& a, const communicator* ranks) {
  return ranks != nullptr ? static_cast<std::size_t>(ranks->size()) : working_devices(a.graph).size();
}

// The same command on parts.
distances_arguments on_parts(const distances_arguments& a, const communicator* ranks) {
  distances_arguments parts = a;
  if (ranks != nullptr) {
    parts.ranking.ranks = true;
    return parts;
  }
  parts.ranking.devices = working_devices(a.graph);
  divide_threads(parts.graph, parts.ranking.devices.size());
  return parts;
}

// Without the remedy of the message.
std::string problem_of(const std::string& message) { return message.substr(0, message.find("; ")); }

}  // namespace

int run_distances_where_they_fit(const distances_arguments& a, const session& s, communicator* ranks) {
  std::string failure;
  try {
    return run_distances_on_copies(a, s, ranks);
  } catch (const error& e) {
    if (e.category() != error_category::memory || !is_of_all_processes(ranks, e) || places(a, ranks) == 1) throw;
    failure = e.what();
  }
  const distances_arguments parts = on_parts(a, ranks);
  on_processes(ranks, [&] {
    try {
      check_for_parts(parts);
    } catch (const error& unsupported) {
      throw error(error_category::memory,
                  fmt::format("{}; parts of the graph would need less memory, but {}", failure, unsupported.what()));
    }
  });
  const std::string why = problem_of(failure);
  if (!a.json) {
    s.print(fmt::format("note: each {} gets a part of the graph, since copies do not fit: {}\n", holder_of_part(parts.ranking).one,
                        why));
  }
  const auto search = [&](communicator* all) { return run_distances_on_parts(parts, prints(all) ? s : s.silent(), *all, why); };
  try {
    return ranks != nullptr ? search(ranks) : run_on_devices(parts.ranking.devices, search);
  } catch (const rank_error& e) {
    if (e.category() != error_category::memory) throw;
    throw rank_error(error_category::memory, fmt::format("{}; copies of the graph do not fit, either: {}", e.what(), why),
                     e.rank());
  }
}

}  // namespace fathom::program
