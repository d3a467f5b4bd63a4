#include "fathom/distributed/rank_threads.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/blocked_signals.hpp"
#include "base/fail_usage.hpp"
#include "comm/thread_states.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr int most_threads = 64;  ///< a machine has at most 16 GPUs, and CPUs have threads within a rank

int checked(int size) {
  if (size < 1 || size > most_threads) fail_usage("{} threads cannot be ranks; use 1 to {}", size, most_threads);
  return size;
}

std::vector<device> checked(std::vector<device> devices) {
  checked(static_cast<int>(devices.size()));
  const auto other = std::find_if(devices.begin(), devices.end(), [&](device d) { return d.kind != devices.front().kind; });
  if (other != devices.end()) {
    fail_usage("devices {} and {} cannot work together; use either CUDA devices or the CPU", to_string(devices.front()),
               to_string(*other));
  }
  return devices;
}

bool is_consequence(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const abandoned&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace

struct rank_threads::state {
  state(int size, std::vector<device> devices)
      : shared(std::make_shared<thread_states>(size, std::move(devices))),
        group(make_thread_group(shared)),
        first(thread_communicator(group, 0)),
        thrown(static_cast<std::size_t>(size)) {
    try {
      const blocked_signals blocked;
      for (int rank = 1; rank < size; ++rank) threads.emplace_back([this, rank] { serve(rank); });
    } catch (const std::system_error& e) {
      end();
      throw error(error_category::memory, fmt::format("{} threads cannot be started: {}", size, e.what()));
    } catch (...) {
      end();
      throw;
    }
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() { end(); }

  // Objects kept in a communicator may wait for those of the other ranks when they are destroyed, so all are destroyed at once.
  void end() {
    if (is_forked()) {  // the threads exist in the other process only
      for (std::thread& one : threads) one.detach();
      return;
    }
    {
      const std::lock_guard lock(guard);
      work = nullptr;
      ++call;
    }
    changed.notify_all();
    first.reset();
    for (std::thread& one : threads) one.join();
  }

  // Main function of the thread of one rank. A call without work ends it.
  void serve(int rank) {
    const std::unique_ptr<communicator> mine = thread_communicator(group, rank);
    for (std::uint64_t last = 0;;) {
      const std::function<void(communicator&)>* mine_to_do = nullptr;
      {
        std::unique_lock lock(guard);
        changed.wait(lock, [&] { return call != last; });
        last = call, mine_to_do = work;
      }
      if (mine_to_do == nullptr) return;
      call_on(rank, *mine, *mine_to_do);
      {
        const std::lock_guard lock(guard);
        --running;
      }
      changed.notify_all();
    }
  }

  void call_on(int rank, communicator& ranks, const std::function<void(communicator&)>& task) noexcept {
    std::exception_ptr& mine = thrown[static_cast<std::size_t>(rank)];
    try {
      task(ranks);
    } catch (const rank_error&) {  // on all threads, so none waits for this one
      mine = std::current_exception();
    } catch (...) {
      mine = std::current_exception();
      if (shared->size() > 1) shared->fail();
    }
    shared->leave(rank);
  }

  void run(const std::function<void(communicator&)>& task) {
    if (is_forked())
      throw error(error_category::device, "these threads are those of the process that forked this one; make new rank_threads");
    if (shared->has_failed())
      throw error(error_category::device, "an earlier call failed on one of these threads; make new rank_threads");
    shared->enter();
    std::fill(thrown.begin(), thrown.end(), nullptr);
    {
      const std::lock_guard lock(guard);
      work = &task, running = static_cast<int>(threads.size());
      ++call;
    }
    changed.notify_all();
    call_on(0, *first, task);
    {
      std::unique_lock lock(guard);
      changed.wait(lock, [this] { return running == 0; });
    }
    rethrow();
  }

  [[nodiscard]] bool is_forked() const { return ::getpid() != process; }

  void rethrow() const {
    const auto own = std::find_if(thrown.begin(), thrown.end(), [](const auto& one) { return one && !is_consequence(one); });
    if (own != thrown.end()) std::rethrow_exception(*own);
    const auto any = std::find_if(thrown.begin(), thrown.end(), [](const auto& one) { return one != nullptr; });
    if (any != thrown.end()) std::rethrow_exception(*any);
  }

  const pid_t process = ::getpid();
  const std::shared_ptr<thread_states> shared;
  const std::shared_ptr<thread_group> group;
  std::unique_ptr<communicator> first;  ///< of the calling thread
  std::vector<std::exception_ptr> thrown;
  std::mutex guard;
  std::condition_variable changed;
  const std::function<void(communicator&)>* work = nullptr;
  std::uint64_t call = 0;
  int running = 0;
  std::vector<std::thread> threads;
};

rank_threads::rank_threads(int size) : state_(std::make_unique<state>(checked(size), std::vector<device>{})) {}
rank_threads::rank_threads(const std::vector<device>& devices)
    : state_(std::make_unique<state>(static_cast<int>(checked(devices).size()), devices)) {}
rank_threads::~rank_threads() = default;

int rank_threads::size() const noexcept { return state_->shared->size(); }
const std::vector<device>& rank_threads::devices() const noexcept { return state_->shared->devices(); }

void rank_threads::run(const std::function<void(communicator& ranks)>& work) { state_->run(work); }

}  // namespace fathom
