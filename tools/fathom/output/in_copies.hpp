// Copies of a graph: each process of a command with --ranks holds the whole graph, and the processes share the searches.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "comm/agreement.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/shared_work.hpp"
#include "options/loaded_graph.hpp"
#include "session.hpp"

namespace fathom::program {

/// Adds --ranks for a command whose processes share searches.
void add_sharing_option(CLI::App& command, bool& ranks);

/// Runs `command` on all processes that mpirun started, with a communicator. Without `ranks`, which is --ranks, or without mpirun,
/// it runs in this process alone: with null, or with a communicator of one process. The session of all but process 0 is silent.
/// Processes of different builds are refused.
int run_sharing(bool ranks, const session& s, const std::function<int(const session&, communicator*)>& command);

/// Collective: as load_graph() on each process. Processes of one host count on equal parts of its memory. Throws a rank_error of
/// error_category::memory, with the remedies, if a process has too little for its copy.
[[nodiscard]] loaded_graph load_copy(const graph_arguments& arguments, communicator* ranks, const run_control& control);

/// Collective: if `work`, which must not be collective, throws on one process, all throw. Null `ranks`: a single process.
template <class F>
void on_processes(communicator* ranks, F&& work) {
  if (ranks == nullptr)
    work();
  else
    on_all_processes(*ranks, work);
}

/// The devices for the searches of this process. Processes that share a call on one device take that one and the next ones, as the
/// `execution` of a call says.
[[nodiscard]] std::vector<device> devices_of_process(communicator* ranks, const std::vector<device>& devices);

/// ", 4 processes"; empty for one.
[[nodiscard]] std::string processes_text(const communicator* ranks);
/// Work of each process, or of each of several devices of one process, as a table, after an empty line; empty for a single process.
[[nodiscard]] std::string sharing_text(std::span<const shared_work> by_rank, bool of_devices = false);

}  // namespace fathom::program
