// The handler only posts a semaphore, which signal-safety(7) allows; a thread that waits for it asks the call in progress to stop.
#include "interrupt.hpp"

#include <errno.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace fathom_python {
namespace {

struct watch {
  sem_t wish;
  std::mutex guard;                          // of the next two
  unsigned long call = 0;                    // in progress; 0: none
  std::stop_source stop;                     // its
  std::atomic<unsigned long> current{0};     // the same number for the handler
  std::atomic<unsigned long> wished_for{0};  // the call that was in progress when the last signal came
  pid_t process = 0;                         // whose thread waits; a forked child has none
  unsigned long calls = 0;
};

// Never destroyed: the thread outlives main().
watch& the_watch() {
  static watch* const only = [] {
    auto* w = new watch;
    sem_init(&w->wish, 0, 0);
    return w;
  }();
  return *only;
}

struct sigaction python_handler {};

void wait_for_wishes(watch& w) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  while (true) {
    if (sem_wait(&w.wish) != 0) continue;  // interrupted
    const std::scoped_lock locked(w.guard);
    if (w.call != 0 && w.wished_for.load() == w.call) w.stop.request_stop();
  }
}

void start_watching(watch& w) {
  if (w.process == getpid()) return;
  std::thread(wait_for_wishes, std::ref(w)).detach();
  w.process = getpid();
}

void on_signal(int number, siginfo_t* what, void* context) {
  const int before = errno;
  watch& w = the_watch();
  w.wished_for.store(w.current.load());
  sem_post(&w.wish);
  if (python_handler.sa_flags & SA_SIGINFO) {
    python_handler.sa_sigaction(number, what, context);
  } else {
    python_handler.sa_handler(number);
  }
  errno = before;
}

bool has_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

bool is_ours(const struct sigaction& action) { return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_signal; }

}  // namespace

interruptible::interruptible(const std::stop_source& stop) {
  if (syscall(SYS_gettid) != getpid()) return;  // not the main thread
  if (sigaction(SIGINT, nullptr, &before_) != 0 || !has_handler(before_)) return;
  watch& w = the_watch();
  start_watching(w);
  {
    // A callback of the call in progress may have made this one.
    const std::scoped_lock locked(w.guard);
    outer_call_ = w.call;
    outer_stop_ = w.stop;
    w.call = ++w.calls;
    w.stop = stop;
    w.current.store(w.call);
  }
  if (!is_ours(before_)) {
    python_handler = before_;
    struct sigaction ours = before_;
    ours.sa_sigaction = on_signal;
    ours.sa_flags |= SA_SIGINFO;
    sigaction(SIGINT, &ours, nullptr);
  }
  active_ = true;
}

interruptible::~interruptible() {
  if (!active_) return;
  if (!is_ours(before_)) {
    // Unless somebody (a callback) has set another meanwhile.
    struct sigaction now {};
    if (sigaction(SIGINT, nullptr, &now) == 0 && is_ours(now)) sigaction(SIGINT, &before_, nullptr);
  }
  watch& w = the_watch();
  const std::scoped_lock locked(w.guard);
  w.call = outer_call_;
  w.stop = outer_stop_;
  w.current.store(w.call);
}

}  // namespace fathom_python
