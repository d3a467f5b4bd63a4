#include "comm/wait_watch.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "fathom/error.hpp"

namespace fathom::wait_watch {
namespace {

constexpr double default_seconds = 3600;
constexpr auto tick = std::chrono::milliseconds(100);
constexpr int exit_code = 4;
// Processes time out one after another: when the first one ends, the launcher ends the others, so that there is only one message.
constexpr double seconds_between_processes = 1;

double timeout() {
  const char* const given = std::getenv("FATHOM_TIMEOUT");
  if (!given || !*given) return default_seconds;
  const std::string_view text = given;
  double seconds = -1;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (status == std::errc{} && end == text.data() + text.size() && seconds >= 0 && seconds < 1e9) return seconds;
  throw error(error_category::usage,
              fmt::format("FATHOM_TIMEOUT: '{}' is not a number of seconds; use 0 for no limit or a positive number", text));
}

// Time is counted in ticks of this thread, so that the time during which the whole job is suspended does not count.
[[noreturn]] void watch(int process, double seconds) {
  const double limit = seconds + seconds_between_processes * (process < 10 ? process : 10);
  std::uint64_t last = 0;
  for (double waited = 0;; waited += std::chrono::duration<double>(tick).count()) {
    std::this_thread::sleep_for(tick);
    const std::uint64_t now = waits.load(std::memory_order_relaxed);
    if (now != last || (now & 1) == 0) {
      last = now, waited = 0;
      continue;
    }
    if (waited < limit) continue;
    char text[256];
    const int size = std::snprintf(text, sizeof text,
                                   "fathom: error: process %d has waited for other processes for %g s; one of them may be stopped; "
                                   "continue it, or increase FATHOM_TIMEOUT (seconds; 0: no limit)\n",
                                   process, seconds);
    static_cast<void>(!::write(STDERR_FILENO, text, static_cast<std::size_t>(size)));
    ::_exit(exit_code);
  }
}

}  // namespace

void start(int process) {
  static bool started = false;
  const double seconds = timeout();
  if (started || seconds == 0) return;
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  try {
    std::thread(watch, process, seconds).detach();
    started = true;
  } catch (const std::exception&) {
    // The thread could not be started: there is no time limit.
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace fathom::wait_watch
