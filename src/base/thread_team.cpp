#include "base/thread_team.hpp"

#include <omp.h>

#include <exception>
#include <memory>
#include <thread>

#include "base/blocked_signals.hpp"
#include "base/spin_barrier.hpp"
#include "base/thread_limits.hpp"

namespace fathom {
namespace {

// `order` holds a sequence number and the team's size. A worker outside the team reads nothing else, so that the next task may be
// written while that worker is still waking up.
constexpr unsigned size_bits = 11;
constexpr std::uint32_t size_mask = (1u << size_bits) - 1;
static_assert(most_threads <= static_cast<int>(size_mask));

struct team_state {
  wait_word order, working;
  team_task task;
};

constexpr std::uint32_t next_order(std::uint32_t last, int size) {
  return ((last >> size_bits) + 1) << size_bits | static_cast<std::uint32_t>(size);
}

thread_local bool within_task = false;

// Worker loop. A team of size 0 ends the workers.
void serve(const std::shared_ptr<team_state>& team, int thread, std::uint32_t seen) {
  within_task = true;
  for (;;) {
    spin_wait::wait_while(team->order, seen);
    seen = team->order.load();
    const int size = static_cast<int>(seen & size_mask);
    if (size == 0) return;
    if (thread >= size) continue;
    team->task.call(team->task.work, thread, size);
    team->working.decrease();
  }
}

// The workers of one calling thread. They are detached: the process does not wait for them when it ends.
class own_team {
 public:
  own_team() = default;
  own_team(const own_team&) = delete;
  own_team& operator=(const own_team&) = delete;
  ~own_team() {
    if (state_ && !is_forked()) give(0);
  }

  void run(int threads, team_task task) {
    const int size = is_forked() ? 1 : grow(threads);
    if (size == 1) return task.call(task.work, 0, 1);
    state_->task = task;
    state_->working.store(static_cast<std::uint32_t>(size - 1));
    give(size);
    within_task = true;
    task.call(task.work, 0, size);
    within_task = false;
    for (std::uint32_t left; (left = state_->working.load()) != 0;) spin_wait::wait_while(state_->working, left);
  }

 private:
  int grow(int wanted) noexcept {
    if (wanted <= size_) return wanted;
    try {
      if (!state_) state_ = std::make_shared<team_state>();
      const blocked_signals blocked;
      for (; size_ < wanted; ++size_) std::thread(serve, state_, size_, state_->order.load()).detach();
    } catch (const std::exception&) {
      // No more threads or no memory for them: continue with the existing ones.
    }
    return size_;
  }

  void give(int size) { state_->order.store(next_order(state_->order.load(), size)); }

  std::shared_ptr<team_state> state_;
  int size_ = 1;
};

// A new thread inherits the affinity of the calling one; if OpenMP binds threads, all would share one core.
bool binds_threads() {
  static const bool bound = omp_get_proc_bind() != omp_proc_bind_false;
  return bound;
}

}  // namespace

void run_on_team(int threads, team_task task) {
  if (threads <= 1 || within_task) return task.call(task.work, 0, 1);
  if (binds_threads()) {
#pragma omp parallel num_threads(threads)
    task.call(task.work, omp_get_thread_num(), omp_get_num_threads());
    return;
  }
  thread_local own_team team;
  team.run(threads < most_threads ? threads : most_threads, task);
}

}  // namespace fathom
