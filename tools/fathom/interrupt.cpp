#include "interrupt.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

namespace fathom::program {

std::stop_token stop_on_interrupt() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  std::stop_source source;
  std::stop_token token = source.get_token();
  // Detached: it waits for signals as long as the program lives, and owns all that it uses.
  std::thread([signals, source = std::move(source)]() mutable {
    int received = 0;
    if (sigwait(&signals, &received) != 0) return;
    // The second signal finds its default action (a shell may have started us with SIGINT ignored) and no block in this thread.
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    source.request_stop();
    while (true) pause();
  }).detach();
  return token;
}

}  // namespace fathom::program
