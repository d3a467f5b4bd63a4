#include "comm/thread_states.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace fathom {
namespace {

using clock = std::chrono::steady_clock;

// A sleeping thread takes some 50 us to wake up, and a search by devices that write to each other's memory takes 300 us and up.
constexpr auto longest_spin = std::chrono::microseconds(200);
constexpr int checks_per_yield = 16;

}  // namespace

thread_states::thread_states(int size, std::vector<device> devices)
    : devices_(std::move(devices)), has_left_(static_cast<std::size_t>(size)) {}

void thread_states::enter() noexcept {
  for (std::atomic<bool>& left : has_left_) left = false;
  any_left_ = false;
}

void thread_states::leave(int thread) noexcept {
  has_left_[static_cast<std::size_t>(thread)] = true;
  any_left_ = true;
  wake();
}

void thread_states::fail() noexcept {
  failed_ = true;
  wake();
}

// A sleeper registers before it checks the phase, and a waker changes the phase before it checks for sleepers: one sees the other.
void thread_states::wake() noexcept {
  if (sleepers_.load() == 0) return;
  { const std::lock_guard lock(guard_); }
  changed_.notify_all();
}

void thread_states::check() const {
  if (!failed_.load()) return;
  const int gone = gone_.load();
  throw abandoned(
      error_category::device,
      gone < 0 ? "another thread of this call has failed"
               : fmt::format("thread {} returned while another waits for it; call collective functions on all threads", gone));
}

int thread_states::first_gone(std::span<const int> members) const noexcept {
  if (!any_left_.load()) return -1;
  const auto gone = std::find_if(members.begin(), members.end(),
                                 [this](int member) { return has_left_[static_cast<std::size_t>(member)].load(); });
  return gone == members.end() ? -1 : *gone;
}

// A barrier that is never completed cannot be used again.
void thread_states::abandon(std::span<const int> members) {
  int nobody = -1;
  if (!failed_.load()) gone_.compare_exchange_strong(nobody, first_gone(members));
  fail();
  check();
  std::terminate();  // check() has thrown
}

void thread_states::wait(const std::atomic<std::uint32_t>& phase, std::uint32_t old, std::span<const int> members) {
  const auto is_over = [&] { return phase.load() != old; };
  const auto is_in_vain = [&] { return failed_.load() || first_gone(members) >= 0; };
  // More threads than cores would spin on those of the threads that they wait for.
  if (size() <= omp_get_num_procs()) {
    for (const auto end = clock::now() + longest_spin; clock::now() < end;) {
      for (int i = 0; i < checks_per_yield; ++i) {
        if (is_over()) return;
      }
      if (is_in_vain()) break;
      std::this_thread::yield();  // to a thread that it waits for, if another program has the other cores
    }
  }
  if (!is_over()) {
    std::unique_lock lock(guard_);
    ++sleepers_;
    changed_.wait(lock, [&] { return is_over() || is_in_vain(); });
    --sleepers_;
  }
  // A member that returned after it had completed the barrier is none of this thread's business.
  if (!is_over()) abandon(members);
}

}  // namespace fathom
