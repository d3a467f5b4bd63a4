// Threads and devices of a command: --threads, --device, --devices.
#pragma once

#include <string>
#include <vector>

#include "fathom/device.hpp"
#include "fathom/error.hpp"
#include "options/graph_argument.hpp"

namespace fathom::program {

/// Adds --devices, for a command that can spread its searches over several devices, or partition the graph over them if
/// `partitions` is set.
void add_devices_option(CLI::App& command, graph_arguments& arguments);
/// Adds --threads.
void add_threads_option(CLI::App& command, graph_arguments& arguments);
/// Adds --threads and --device.
void add_machine_options(CLI::App& command, graph_arguments& arguments);

/// The device of the command. Throws as choose_device() does.
[[nodiscard]] device working_device(const graph_arguments& arguments);
/// All devices that the command searches on: those of --devices, else working_device(). Throws as choose_device() does, and
/// error_category::usage if the list contains a device twice and does not partition the graph. If there are several processes and
/// no device was named, returns all CUDA devices; the processes take them in turn.
[[nodiscard]] std::vector<device> working_devices(const graph_arguments& arguments, int ranks = 1);
/// Whether the command line or FATHOM_DEVICE names a device. No other device may replace a named one.
[[nodiscard]] bool names_device(const graph_arguments& arguments);
/// Why a search without a named device runs on the CPU; empty if it does not, or in a build without CUDA.
[[nodiscard]] std::string why_cpu(const graph_arguments& arguments);

/// Devices on which a command searched.
struct search_place {
  std::vector<device> devices;
  std::string why_cpu;  ///< see why_cpu(), or the error of a GPU with too little memory

  /// "cuda:0, cuda:1", "cpu (no NVIDIA driver found)".
  [[nodiscard]] std::string text() const;
};

/// Calls search(devices). If a GPU that was not named has too little memory, calls search(cpu) instead. All of `ranks` processes
/// make the same calls, since they throw together.
template <class Search>
search_place search_where_it_fits(const graph_arguments& arguments, const Search& search, int ranks = 1) {
  search_place place{working_devices(arguments, ranks), why_cpu(arguments)};
  try {
    search(place.devices);
    return place;
  } catch (const error& e) {
    const bool may_fall_back = place.devices.front().kind == device_kind::cuda && !names_device(arguments);
    if (!may_fall_back || e.category() != error_category::memory) throw;
    place.why_cpu = e.what();
  }
  place.devices = {device{}};
  search(place.devices);
  return place;
}

}  // namespace fathom::program
