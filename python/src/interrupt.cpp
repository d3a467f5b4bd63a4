// Handler of Ctrl-C. It only posts a semaphore, which signal-safety(7) allows; a waiting thread requests the current call to stop.
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
  sem_t signaled;
  std::mutex guard;                           // protects `call` and `stop`
  unsigned long call = 0;                     // number of the call in progress; 0: none
  std::stop_source stop;                      // stop source of that call
  std::atomic<unsigned long> current{0};      // copy of `call` for the signal handler
  std::atomic<unsigned long> interrupted{0};  // call in progress at the last signal
  pid_t process = 0;                          // process of the waiting thread; a forked child has no such thread
  unsigned long calls = 0;                    // number of calls so far
};

// Never destroyed: the thread outlives main().
watch& the_watch() {
  static watch* const only = [] {
    auto* w = new watch;
    sem_init(&w->signaled, 0, 0);
    return w;
  }();
  return *only;
}

struct sigaction python_handler {};

void forward_signals(watch& w) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  while (true) {
    if (sem_wait(&w.signaled) != 0) continue;  // EINTR
    const std::scoped_lock locked(w.guard);
    if (w.call != 0 && w.interrupted.load() == w.call) w.stop.request_stop();
  }
}

void start_watching(watch& w) {
  if (w.process == getpid()) return;
  std::thread(forward_signals, std::ref(w)).detach();
  w.process = getpid();
}

void on_signal(int number, siginfo_t* what, void* context) {
  const int before = errno;
  watch& w = the_watch();
  w.interrupted.store(w.current.load());
  sem_post(&w.signaled);
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
    // This call may be nested in a callback of the call in progress.
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
    // Restore the handler, unless another one (set by a callback, say) has replaced ours.
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
