#include "interrupt.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "base/fault_table.hpp"
#include "exit_code.hpp"

namespace fathom::program {
namespace {

std::stop_source& interrupt_source() {
  static std::stop_source source{std::nostopstate};
  return source;
}

void write_word(const char* text) { static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text))); }

// Async-signal-safe.
void end_at_lost_mapping(int signal_number, siginfo_t* about, void*) {
  const mapping_at lost = find_mapping(about->si_addr);
  if (lost.file == nullptr || about->si_code <= 0) {
    // Not a truncated file but, for example, a memory error. The default action runs when the handler returns to the instruction.
    ::signal(signal_number, SIG_DFL);
    if (about->si_code <= 0) ::raise(signal_number);
    return;
  }
  static std::atomic_flag ending;
  if (ending.test_and_set()) {
    while (true) ::pause();
  }
  write_word("fathom: error: ");
  write_word(lost.file);
  write_word(lost.use == mapping_use::input ? ": became shorter while it was read; read it again when it is complete\n"
                                            : ": became shorter while it was written; run again\n");
  remove_temporaries(temporary_kind::resumable);  // rows found in a damaged graph must not be resumed
  ::_exit(exit_files);
}

}  // namespace

std::stop_token stop_on_interrupt() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  interrupt_source() = std::stop_source();
  // Detached: it waits for signals as long as the program lives.
  std::thread([signals, source = interrupt_source()]() mutable {
    int received = 0;
    if (sigwait(&signals, &received) != 0) return;
    source.request_stop();
    if (sigwait(&signals, &received) != 0) return;
    remove_temporaries(temporary_kind::unfinished);
    // Default action (a shell may have started us with SIGINT ignored) and no block in this thread.
    signal(received, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    raise(received);
    while (true) pause();
  }).detach();
  return interrupt_token();
}

std::stop_token interrupt_token() { return interrupt_source().get_token(); }

void handle_io_signals() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  struct sigaction action {};
  action.sa_sigaction = end_at_lost_mapping;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace fathom::program
