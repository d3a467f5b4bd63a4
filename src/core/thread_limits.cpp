#include "core/thread_limits.hpp"

#include <omp.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace fathom {
namespace {

constexpr int threads_per_processor = 32;
constexpr int least_limit = 64;
constexpr rlim_t many_processes = 4096;  // a limit of fewer is tried out

std::atomic<bool> has_used_threads{false};
std::atomic<bool> has_forked{false};

// Threads of OpenMP do not survive a fork, and the runtime would wait for them: all its regions run on one thread from here on.
void after_fork() {
  if (!has_used_threads) return;
  has_forked = true;
  omp_set_max_active_levels(0);
}

bool is_limited(int resource, rlim_t below) {
  rlimit limit{};
  return ::getrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 && limit.rlim_cur < below;
}

bool control_group_limits_processes() {
  std::ifstream in("/sys/fs/cgroup/pids.max");
  int most = 0;
  return in >> most && most < static_cast<int>(many_processes);
}

struct gate {
  std::mutex closed;
  static void* pass(void* self) {
    const std::lock_guard wait(static_cast<gate*>(self)->closed);
    return nullptr;
  }
};

// Starts that many threads at once, which wait until all are there, and ends them. Returns how many could be started.
int try_out(int wanted) noexcept {
  std::vector<pthread_t> started;
  try {
    started.reserve(static_cast<std::size_t>(wanted));
  } catch (const std::bad_alloc&) {
    return 0;
  }
  gate door;
  {
    const std::lock_guard keep(door.closed);
    for (pthread_t one; static_cast<int>(started.size()) < wanted && ::pthread_create(&one, nullptr, gate::pass, &door) == 0;)
      started.push_back(one);
  }
  for (const pthread_t one : started) ::pthread_join(one, nullptr);
  return static_cast<int>(started.size());
}

// The largest number known to be startable, and the smallest known not to be.
class tried_numbers {
 public:
  int startable(int wanted) {
    const std::lock_guard lock(mutex_);
    if (!is_limited_ && wanted <= least_limit) return wanted;
    if (wanted <= proven_) return wanted;
    if (wanted < refused_) {
      const int others = try_out(wanted - 1);
      if (others == wanted - 1) return proven_ = wanted;
      // Half of what there was room for: the graph needs memory, too.
      refused_ = wanted;
      proven_ = std::max(proven_, 1 + others / 2);
    }
    return proven_;
  }

 private:
  std::mutex mutex_;
  const bool is_limited_ =
      is_limited(RLIMIT_AS, RLIM_INFINITY) || is_limited(RLIMIT_NPROC, many_processes) || control_group_limits_processes();
  int proven_ = 1, refused_ = most_threads + 1;
};

}  // namespace

int startable_threads(int wanted) {
  if (is_forked()) return 1;
  const int processors = std::max(1, omp_get_num_procs());
  const int most = std::clamp(threads_per_processor * processors, least_limit, most_threads);
  wanted = std::clamp(wanted, 1, most);
  if (wanted == 1) return 1;
  static tried_numbers tried;
  wanted = tried.startable(wanted);
  if (wanted > 1 && !has_used_threads.exchange(true)) ::pthread_atfork(nullptr, nullptr, after_fork);
  return wanted;
}

bool is_forked() noexcept { return has_forked.load(std::memory_order_relaxed); }

}  // namespace fathom
