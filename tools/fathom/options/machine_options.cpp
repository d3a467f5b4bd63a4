#include "options/machine_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "build_info.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/help_formatter.hpp"
#include "options/options.hpp"

namespace fathom::program {
namespace {

// A larger number of threads is a typing error, and the OpenMP runtime ends the process if it cannot start the threads.
constexpr unsigned most_threads = 1024;

CLI::Validator thread_number() {
  const unsigned limit = std::max(most_threads, std::thread::hardware_concurrency());
  return whole_number(1, limit, "; leave the option out for all threads");
}

// Reads "1,2,4" of a --threads that takes a list.
void parse_thread_counts(const std::string& text, graph_arguments& arguments) {
  std::vector<int> counts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string one = text.substr(begin, end - begin);
    const std::string complaint = thread_number()(one);
    if (!complaint.empty()) throw error(error_category::usage, "--threads: " + complaint);
    counts.push_back(std::stoi(one));
    begin = end + 1;
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  arguments.threads = counts.back();
  arguments.thread_counts = std::move(counts);
}

// All CUDA devices that can search; "auto" means the first one.
std::vector<device> all_cuda_devices() {
  std::vector<device> all;
  for (const device_description& d : available_devices()) {
    if (can_search(d)) all.push_back(d.where);
  }
  if (!all.empty()) return all;
  const std::string why = why_no_cuda();
  throw error(error_category::device, fmt::format("--devices all: no CUDA device can search ({}); leave the option out",
                                                  why.empty() ? "this build has no code for them" : why));
}

}  // namespace

bool names_device(const graph_arguments& arguments) {
  if (!arguments.devices.empty()) return true;
  const char* requested = std::getenv("FATHOM_DEVICE");
  const std::string name = arguments.device == "auto" && requested ? requested : arguments.device;
  return !name.empty() && name != "auto";
}

std::vector<device> working_devices(const graph_arguments& arguments, int ranks) {
  if (arguments.devices.empty()) {
    const device where = working_device(arguments);
    const bool takes_turns = ranks > 1 && where.kind == device_kind::cuda && !names_device(arguments);
    return takes_turns ? all_cuda_devices() : std::vector<device>{where};
  }
  if (arguments.device != "auto") throw error(error_category::usage, "--device and --devices exclude each other; use one of them");
  if (arguments.devices == "all") return all_cuda_devices();
  std::vector<device> listed;
  for (std::size_t first = 0; first <= arguments.devices.size();) {
    const std::size_t end = std::min(arguments.devices.find(',', first), arguments.devices.size());
    const std::string name = arguments.devices.substr(first, end - first);
    const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
    listed.push_back(choose_device(is_number ? "cuda:" + name : name));
    first = end + 1;
  }
  if (!arguments.partitions && !arguments.copies) check_devices(listed);
  return listed;
}

device working_device(const graph_arguments& arguments) {
  if (!arguments.devices.empty()) return working_devices(arguments).front();
  return arguments.searching || names_device(arguments) ? choose_device(arguments.device) : device{};
}

std::string why_cpu(const graph_arguments& arguments) {
  if (names_device(arguments) || !this_build().cuda || working_device(arguments).kind != device_kind::cpu) return {};
  const std::string why = why_no_cuda();
  return why.empty() ? "this build has no code for the GPUs of this machine" : why;
}

std::string search_place::text() const { return names_of(devices) + (why_cpu.empty() ? "" : " (" + why_cpu + ")"); }

void add_threads_option(CLI::App& command, graph_arguments& arguments) {
  start_group(command, machine_group);
  if (arguments.threads_are_list) {
    command
        .add_option_function<std::string>(
            "--threads", [&arguments](const std::string& text) { parse_thread_counts(text, arguments); },
            "numbers of CPU threads to measure, such as 1,2,4 (default: 1 and all); a single N means 1 and N")
        ->type_name("N,...");
    return;
  }
  command.add_option("--threads", arguments.threads, "number of CPU threads (default: all)")
      ->check(thread_number())
      ->type_name("N");
}

void add_machine_options(CLI::App& command, graph_arguments& arguments) {
  add_threads_option(command, arguments);
  command
      .add_option("--device", arguments.device,
                  "device: auto, cpu, cuda or cuda:N (default: $FATHOM_DEVICE, else auto: a GPU for searches if there is one)")
      ->check(completed_by("auto cpu cuda"))
      ->type_name("NAME");
}

void add_devices_option(CLI::App& command, graph_arguments& arguments) {
  command
      .add_option("--devices", arguments.devices,
                  arguments.partitions ? "GPUs of this process to partition the graph over: all, or a list such as 0,1; a GPU may "
                                         "occur twice (default: one device)"
                                       : "GPUs to share the work, each with a copy of the graph: all, or a list such as 0,1 "
                                         "(default: one device)")
      ->type_name("LIST");
}

}  // namespace fathom::program
