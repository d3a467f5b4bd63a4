#include "base/thread_limits.hpp"

#include <omp.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <vector>

#include "base/system_file.hpp"

namespace fathom {
namespace {

constexpr int threads_per_processor = 32;
constexpr int least_limit = 64;
constexpr rlim_t many_processes = 4096;  // under a smaller limit, test whether the threads can be started

std::atomic<bool> has_used_threads{false};
std::atomic<bool> had_threads_before_fork{false};
std::atomic<bool> has_forked{false};

// glibc's flag remains false after the first thread ended, which is what counts here: OpenMP keeps idle threads.
void before_fork() { had_threads_before_fork = __libc_single_threaded == 0; }

// OpenMP's threads do not survive a fork, and the runtime would wait for them: from here on all regions run on one thread. If only
// others have used threads, perhaps OpenMP's, that holds for this library's regions alone.
void after_fork() {
  if (!has_used_threads && !had_threads_before_fork) return;
  has_forked = true;
  if (has_used_threads) omp_set_max_active_levels(0);
}

[[maybe_unused]] const int handles_forks = ::pthread_atfork(before_fork, nullptr, after_fork);

bool is_limited(int resource, rlim_t below) {
  rlimit limit{};
  return ::getrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 && limit.rlim_cur < below;
}

bool control_group_limits_processes() {
  return number_in_file("/sys/fs/cgroup/pids.max").value_or(many_processes) < many_processes;
}

struct gate {
  std::mutex closed;
  static void* pass(void* self) {
    const std::lock_guard wait(static_cast<gate*>(self)->closed);
    return nullptr;
  }
};

// glibc's allocator reserves address space for threads: one heap of 64 MiB per thread, at most 8 heaps per processor.
constexpr std::size_t heap_bytes = std::size_t{64} << 20;
constexpr int heaps_per_processor = 8;

class reserved_room {
 public:
  explicit reserved_room(std::size_t bytes)
      : bytes_(bytes), begin_(::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  reserved_room(const reserved_room&) = delete;
  reserved_room& operator=(const reserved_room&) = delete;
  ~reserved_room() {
    if (is_there()) ::munmap(begin_, bytes_);
  }

  [[nodiscard]] bool is_there() const { return begin_ != MAP_FAILED; }

 private:
  std::size_t bytes_;
  void* begin_;
};

// Starts `wanted` threads at once while their heaps' address space is reserved, then ends them. Returns how many could be started.
int try_out(int wanted) noexcept {
  if (wanted < 1) return 0;
  const reserved_room heaps(heap_bytes * static_cast<std::size_t>(std::min(wanted, heaps_per_processor * omp_get_num_procs())));
  if (!heaps.is_there()) return try_out(wanted / 2);
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
    // A process may set a limit on itself later. The check costs a system call, which matters only for small searches.
    if (wanted > processors_) is_limited_ = has_limits();
    if (!is_limited_ && wanted <= least_limit) return wanted;
    if (wanted <= proven_) return wanted;
    if (wanted < refused_) {
      const int others = try_out(wanted - 1);
      if (others == wanted - 1) return proven_ = wanted;
      // Use half of the threads that fit: the graph needs memory, too.
      refused_ = wanted;
      proven_ = std::max(proven_, 1 + others / 2);
    }
    return proven_;
  }

 private:
  [[nodiscard]] bool has_limits() const {
    return group_limits_ || is_limited(RLIMIT_AS, RLIM_INFINITY) || is_limited(RLIMIT_NPROC, many_processes);
  }

  std::mutex mutex_;
  const int processors_ = omp_get_num_procs();
  const bool group_limits_ = control_group_limits_processes();
  bool is_limited_ = has_limits();
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
  if (wanted > 1) has_used_threads.store(true, std::memory_order_relaxed);
  return wanted;
}

bool is_forked() noexcept { return has_forked.load(std::memory_order_relaxed); }

}  // namespace fathom
