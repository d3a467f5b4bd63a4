#include "fork.hpp"

#include <omp.h>
#include <pthread.h>

#include <atomic>

namespace fathom_python {
namespace {

std::atomic<bool> used{false};
std::atomic<bool> single_threaded{false};

void after_fork_in_child() {
  if (!used.load(std::memory_order_relaxed)) return;
  single_threaded.store(true, std::memory_order_relaxed);
  omp_set_num_threads(1);  // regions that state no number of threads
}

}  // namespace

void watch_forks() { pthread_atfork(nullptr, nullptr, after_fork_in_child); }

void note_use() noexcept { used.store(true, std::memory_order_relaxed); }

bool is_child_of_user() noexcept { return single_threaded.load(std::memory_order_relaxed); }

}  // namespace fathom_python
