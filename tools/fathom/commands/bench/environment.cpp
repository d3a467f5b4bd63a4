#include "commands/bench/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "build_info.hpp"
#include "machine.hpp"

namespace fathom::program {
namespace {

// The command line as the kernel has it; its words end with zero bytes.
std::string own_command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return shell_line(words);
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

// PRETTY_NAME="Debian GNU/Linux 12 (bookworm)" of os-release(5), and the kernel.
std::string system_text() {
  std::string text;
  std::ifstream in("/etc/os-release");
  const std::string key = "PRETTY_NAME=";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    text = line.substr(key.size());
    std::erase(text, '"');
    text += ", ";
  }
  utsname kernel{};
  return ::uname(&kernel) == 0 ? text + fmt::format("{} {} {}", kernel.sysname, kernel.release, kernel.machine) : text;
}

std::string cpu_governor() {
  std::string name;
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") >> name;
  return name;
}

double seconds_of(const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; }

double own_cpu_seconds(int who) {
  rusage used{};
  return ::getrusage(who, &used) == 0 ? seconds_of(used.ru_utime) + seconds_of(used.ru_stime) : 0;
}

// CPU time of all processes.
double own_seconds(double mine, communicator* ranks) {
  if (ranks == nullptr) return mine;
  std::uint64_t microseconds = static_cast<std::uint64_t>(std::max(0.0, mine) * 1e6);
  ranks->all_reduce(reduction::sum, std::span(&microseconds, 1));
  return static_cast<double>(microseconds) * 1e-6;
}

std::string clocks_text(const clocks_of_device& one) {
  if (!one.before || !one.after) return "clocks unknown";
  std::string text = fmt::format("{} MHz before, {} MHz after, of at most {} MHz; memory {} MHz", one.before->sm_megahertz,
                                 one.after->sm_megahertz, one.after->max_sm_megahertz, one.after->memory_megahertz);
  if (!one.after->slowed_by.empty()) text += fmt::format("; slowed down: {}", fmt::join(one.after->slowed_by, ", "));
  return text;
}

json clocks_json(const std::optional<gpu_clocks>& clocks) {
  if (!clocks) return nullptr;
  return {{"sm_megahertz", clocks->sm_megahertz},
          {"max_sm_megahertz", clocks->max_sm_megahertz},
          {"memory_megahertz", clocks->memory_megahertz},
          {"slowed_by", clocks->slowed_by}};
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || std::string_view("-_=+:,./@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (!line.empty()) line += ' ';
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::optional<cpu_seconds> read_cpu_seconds() {
  // "cpu  user nice system idle iowait irq softirq steal ...", in ticks, since the start of the machine (proc(5)).
  std::ifstream in("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0;
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  if (!(in >> name >> user >> nice >> system >> idle >> waiting >> irq >> softirq) || name != "cpu" || ticks <= 0) return {};
  const double busy = user + nice + system + irq + softirq;
  if (busy + idle <= 0) return {};  // a sandbox that hides the machine's CPU time
  return cpu_seconds{busy / ticks, own_cpu_seconds(RUSAGE_SELF) + own_cpu_seconds(RUSAGE_CHILDREN)};
}

environment_recorder::environment_recorder(std::uint64_t seed) : start_(std::chrono::steady_clock::now()) {
  const std::vector<device_description> devices = available_devices();
  const machine_state now = read_machine_state();
  seen_.command_line = own_command_line();
  seen_.started = utc_now();
  seen_.seed = seed;
  seen_.cpu = devices.front();
  seen_.system = system_text();
  seen_.governor = cpu_governor();
  seen_.load_before = now.load;
  seen_.nvidia_driver = now.nvidia_driver;
  for (std::size_t i = 1; i < devices.size(); ++i) seen_.gpus.push_back({devices[i], read_gpu_clocks(devices[i].where), {}});
  at_start_ = read_cpu_seconds();
}

bench_environment environment_recorder::finish(communicator* ranks) {
  bench_environment seen = seen_;
  if (ranks != nullptr) {
    seen.processes = ranks->size();
    seen.processes_on_host = ranks->ranks_on_host();
    seen.command_line = fmt::format("mpirun -np {} {}", ranks->size(), seen.command_line);
  }
  seen.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  // First: a GPU's clocks drop soon after its last work.
  for (clocks_of_device& one : seen.gpus) {
    one.after = read_gpu_clocks(one.gpu.where);
    if (one.after && seen.nvidia_driver.empty()) seen.nvidia_driver = one.after->driver;
  }
  seen.load_after = read_machine_state().load;
  const std::optional<cpu_seconds> now = read_cpu_seconds();
  if (at_start_ && now && seen.seconds > 0) {
    const double others = (now->everyone - at_start_->everyone) - own_seconds(now->own - at_start_->own, ranks);
    // Processes of other hosts used other CPUs.
    if (ranks == nullptr || ranks->ranks_on_host() == ranks->size()) seen.other_programs = std::max(0.0, others / seen.seconds);
  }
  return seen;
}

std::vector<std::pair<std::string, std::string>> facts(const bench_environment& e) {
  const build_info& built = this_build();
  std::vector<std::pair<std::string, std::string>> all = {
      {"processor", fmt::format("{}, {} hardware threads", e.cpu.name, e.cpu.parallelism)},
      {"memory", human_bytes(e.cpu.memory_bytes)},
      {"system", e.system},
      {"CPU frequency governor", e.governor.empty() ? "unknown" : e.governor},
      {"fathom", fmt::format("{}, commit {}", built.version, built.commit)},
      {"compiler", fmt::format("{}, {}: {}", built.compiler, built.build_type, built.flags)},
      {"started", e.started},
      {"duration", human_seconds(e.seconds)},
      {"seed", fmt::format("{}", e.seed)},
      {"processes", fmt::format("{}", e.processes)},
      {"load average", fmt::format("{} before, {} after", three_digits(e.load_before), three_digits(e.load_after))},
      {"CPUs used by other programs", e.other_programs ? three_digits(*e.other_programs) : "unknown"}};
  if (!e.nvidia_driver.empty()) all.emplace_back("NVIDIA driver", e.nvidia_driver);
  for (const clocks_of_device& one : e.gpus) {
    all.emplace_back(to_string(one.gpu.where), fmt::format("{}, {} multiprocessors, {}; {}", one.gpu.name, one.gpu.parallelism,
                                                           human_bytes(one.gpu.memory_bytes), clocks_text(one)));
  }
  return all;
}

json machine_json(const bench_environment& e) {
  json devices = json::object(), clocks = json::array();
  devices[to_string(e.cpu.where)] = e.cpu.name;
  for (const clocks_of_device& one : e.gpus) {
    devices[to_string(one.gpu.where)] = one.gpu.name;
    clocks.push_back(
        {{"device", to_string(one.gpu.where)}, {"before", clocks_json(one.before)}, {"after", clocks_json(one.after)}});
  }
  return {{"cpu", e.cpu.name},
          {"hardware_threads", e.cpu.parallelism},
          {"memory_bytes", e.cpu.memory_bytes},
          {"system", e.system},
          {"cpu_governor", text_or_null(e.governor)},
          {"devices", std::move(devices)},
          {"nvidia_driver", text_or_null(e.nvidia_driver)},
          {"gpu_clocks", std::move(clocks)},
          {"load", e.load_before}};
}

json run_json(const bench_environment& e) {
  return {{"command_line", e.command_line},
          {"started", e.started},
          {"seconds", e.seconds},
          {"seed", e.seed},
          {"processes", e.processes},
          {"load_after", e.load_after},
          {"cpus_of_other_programs", e.other_programs ? json(*e.other_programs) : json(nullptr)}};
}

}  // namespace fathom::program
