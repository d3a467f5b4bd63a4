// `fathom doctor`: capabilities of this build and this machine, with advice.
#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/memory.hpp"
#include "base/report_json.hpp"
#include "base/text.hpp"
#include "build_info.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/energy.hpp"
#include "machine.hpp"
#include "options/options.hpp"
#include "output/json.hpp"

namespace fathom::program {
namespace {

constexpr double busy_fraction = 0.5;  // of the threads' cores; a higher load disturbs measurements

struct finding {
  std::string name, value;
  std::string advice;  ///< empty if there is nothing to improve
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

void add_build_findings(std::vector<finding>& all) {
  const build_info& built = this_build();
  const bool optimized = built.build_type == "Release" || built.build_type == "RelWithDebInfo";
  all.push_back({"version", fmt::format("{}, commit {}", built.version, built.commit), ""});
  all.push_back({"build", fmt::format("{}, {}", built.build_type, built.compiler),
                 optimized ? "" : "this build is not optimized; configure with -DCMAKE_BUILD_TYPE=Release before measuring"});
  all.push_back(
      {"compressed input", built.libarchive ? "yes (zlib, libarchive)" : "no",
       built.libarchive ? "" : "to read compressed files and archives, install libarchive-dev and zlib1g-dev and build again"});
  all.push_back(
      {"distributed runs", has_mpi() ? fmt::format("yes ({})", mpi_library()) : "no",
       has_mpi() ? "" : "to distribute searches with mpirun, install an MPI library such as libopenmpi-dev and build again"});
}

// Advice if CUDA cannot be used, although the machine may have a GPU.
std::string cuda_advice(bool with_driver) {
  if (!this_build().cuda) return with_driver ? "build with -DFATHOM_CUDA=ON to use the GPU" : "";
  return with_driver ? "the CPU is used; check the driver with nvidia-smi" : "the CPU is used; a GPU needs the NVIDIA driver";
}

void add_device_findings(std::vector<finding>& all) {
  const std::string why = why_no_cuda(), driver = read_machine_state().nvidia_driver;
  all.push_back({"NVIDIA driver", driver.empty() ? "none: /proc/driver/nvidia/version does not exist" : driver, ""});
  all.push_back({"CUDA", why.empty() ? "ready" : why, why.empty() ? "" : cuda_advice(!driver.empty())});
  for (const device_description& d : available_devices()) {
    const std::string units = d.where.kind == device_kind::cpu ? "hardware threads" : "multiprocessors";
    all.push_back({"device " + to_string(d.where),
                   fmt::format("{}, {} {}, {}", d.name, d.parallelism, units, human_bytes(d.memory_bytes)), ""});
  }
  const std::string requested = environment("FATHOM_DEVICE");
  if (!requested.empty()) all.push_back({"FATHOM_DEVICE", requested, ""});
  const std::string limit = environment("FATHOM_GPU_LIMIT");
  if (!limit.empty()) all.push_back({"FATHOM_GPU_LIMIT", limit, "GPUs run as if they were older; unset it except for tests"});
}

void add_energy_findings(std::vector<finding>& all) {
  for (const device_description& d : available_devices()) {
    const std::string why = why_no_energy(d.where);
    const char* const by = d.where.kind == device_kind::cpu ? "RAPL" : "NVML";
    all.push_back({"energy of " + to_string(d.where), why.empty() ? fmt::format("can be measured ({})", by) : why, ""});
  }
}

std::string load_advice(double load, int threads) {
  if (load <= busy_fraction * threads) return "";
  const std::string advice = "other work is running, so measurements will vary";
  if (threads == 1) return advice;
  // Waiting threads sleep after microseconds, unless the environment makes them spin.
  const std::string policy = environment("OMP_WAIT_POLICY");
  const bool spins = policy == "active" || policy == "ACTIVE";
  return advice + (spins ? "; unset OMP_WAIT_POLICY, or use fewer --threads" : "; use fewer --threads");
}

void add_thread_findings(std::vector<finding>& all) {
  const machine_state now = read_machine_state();
  const int threads = omp_get_max_threads();
  const bool throttled = now.cpu_quota > 0 && now.cpu_quota < threads;
  all.push_back({"threads", fmt::format("{} by default", threads),
                 throttled ? fmt::format("this container may use {} CPUs; use --threads {}", three_digits(now.cpu_quota),
                                         std::max(1, static_cast<int>(now.cpu_quota)))
                           : ""});
  all.push_back({"load", three_digits(now.load) + " in the last minute", load_advice(now.load, threads)});
  if (now.numa_nodes > 1) {
    const bool bound = !environment("OMP_PROC_BIND").empty();
    all.push_back({"NUMA nodes", fmt::format("{}", now.numa_nodes), bound ? "" : "set OMP_PROC_BIND=spread and OMP_PLACES=cores"});
  }
  for (const char* name : {"OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "OMP_WAIT_POLICY", "GOMP_CPU_AFFINITY"}) {
    if (!environment(name).empty()) all.push_back({name, environment(name), ""});
  }
}

void add_memory_findings(std::vector<finding>& all) {
  const machine_state now = read_machine_state();
  all.push_back({"memory", fmt::format("{} available", human_bytes(available_host_memory())), ""});
  all.push_back(
      {"huge pages", now.huge_pages.empty() ? "unknown" : now.huge_pages,
       now.huge_pages == "never" ? "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled makes large graphs faster" : ""});
}

std::string findings_text(const std::vector<finding>& all) {
  text_table table{{{"", text_side::left}, {"", text_side::left}}, {}};
  std::string advice;
  for (const finding& f : all) {
    table.rows.push_back({f.name, f.value});
    if (!f.advice.empty()) advice += fmt::format("  {}: {}\n", f.name, f.advice);
  }
  const std::string verdict =
      advice.empty() ? painted(paint::good, "nothing to improve") + "\n" : painted(paint::heading, "advice") + "\n" + advice;
  return painted(paint::heading, "fathom") + "\n" + table.render() + "\n" + verdict;
}

std::string findings_json(const std::vector<finding>& all) {
  json findings = json::array(), devices = json::array();
  for (const finding& f : all) findings.push_back({{"name", f.name}, {"value", f.value}, {"advice", f.advice}});
  for (const device_description& d : available_devices()) {
    devices.push_back(json_fields(d));
    devices.back()["why_no_energy"] = why_no_energy(d.where);
  }
  json object = command_json("doctor");
  object.update({{"cuda", {{"built", this_build().cuda}, {"why_not", why_no_cuda()}}},
                 {"libarchive", this_build().libarchive},
                 {"mpi", has_mpi()},
                 {"devices", std::move(devices)},
                 {"threads", omp_get_max_threads()},
                 {"memory_available_bytes", available_host_memory()},
                 {"findings", std::move(findings)}});
  return text_of(object);
}

int run(bool as_json, const session& s) {
  std::vector<finding> all;
  add_build_findings(all);
  add_device_findings(all);
  add_energy_findings(all);
  add_thread_findings(all);
  add_memory_findings(all);
  s.print(as_json ? findings_json(all) : findings_text(all));
  return exit_good;
}

command_action add_doctor_command(CLI::App& program) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("doctor", "Report what this build and this machine can do, with advice");
  command->add_flag("--json", *as_json, "print one JSON object and nothing else");
  add_example(*command, "fathom doctor");
  return {command, [as_json](const session& s) { return run(*as_json, s); }};
}

const registered_command doctor_command{"doctor", help_section::machine, add_doctor_command};

}  // namespace

}  // namespace fathom::program
