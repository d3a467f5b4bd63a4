#include "run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace fathom::test {
namespace {

void redirect(int descriptor, const std::string& file) {
  if (file == "closed") {
    ::close(descriptor);
    return;
  }
  if (file == "no reader") {
    int ends[2];
    if (::pipe(ends) != 0 || ::dup2(ends[1], descriptor) < 0) ::_exit(126);
    ::close(ends[0]), ::close(ends[1]);
    return;
  }
  const int target = ::open(file.c_str(), descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT, 0600);
  if (target < 0 || ::dup2(target, descriptor) < 0) ::_exit(126);
  ::close(target);
}

[[noreturn]] void become_program(const std::vector<std::string>& arguments, const run_settings& settings, const std::string& out,
                                 const std::string& err) {
  // A test runner in the background may ignore SIGINT, which child processes inherit.
  ::signal(SIGINT, SIG_DFL);
  if (!settings.standard_input.empty()) redirect(STDIN_FILENO, settings.standard_input);
  redirect(STDOUT_FILENO, settings.standard_output.empty() ? out : settings.standard_output);
  redirect(STDERR_FILENO, err);
  if (settings.file_size_limit >= 0) {
    const rlimit limit{static_cast<rlim_t>(settings.file_size_limit), static_cast<rlim_t>(settings.file_size_limit)};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(126);
  }
  for (const std::string& variable : settings.environment) ::putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> words{const_cast<char*>(FATHOM_PROGRAM_FILE)};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(FATHOM_PROGRAM_FILE, words.data());
  ::_exit(127);
}

}  // namespace

run_outcome run_program(const std::vector<std::string>& arguments, const run_settings& settings) {
  const scratch_folder folder;
  const std::string out = folder / "out", err = folder / "err";
  const pid_t child = ::fork();
  if (child == 0) become_program(arguments, settings, out, err);
  if (settings.signal != 0) {
    eventually([&] { return handles_signals(child); });
    std::this_thread::sleep_for(settings.signal_after);
    ::kill(child, settings.signal);
  }
  const auto signalled = std::chrono::steady_clock::now();
  int status = 0;
  ::waitpid(child, &status, 0);
  run_outcome outcome;
  outcome.seconds_after_signal = std::chrono::duration<double>(std::chrono::steady_clock::now() - signalled).count();
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = content_of(out);
  outcome.err = content_of(err);
  return outcome;
}

running_program::running_program(const std::vector<std::string>& arguments, const run_settings& settings) {
  child_ = ::fork();
  if (child_ == 0) become_program(arguments, settings, folder_ / "out", folder_ / "err");
}

running_program::~running_program() {
  if (ended_) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, &status_, 0);
}

void running_program::send(int signal) const { ::kill(child_, signal); }

bool running_program::runs() {
  if (!ended_) ended_ = ::waitpid(child_, &status_, WNOHANG) == child_;
  return !ended_;
}

run_outcome running_program::wait(std::chrono::milliseconds limit) {
  const auto start = std::chrono::steady_clock::now();
  while (runs()) {
    if (std::chrono::steady_clock::now() - start > limit) ::kill(child_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  run_outcome outcome;
  outcome.seconds_after_signal = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  outcome.out = content_of(folder_ / "out");
  outcome.err = content_of(folder_ / "err");
  return outcome;
}

bool handles_signals(int process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigBlk:")) return (std::stoull(line.substr(7), nullptr, 16) >> (SIGTERM - 1) & 1) != 0;
  }
  return false;
}

bool eventually(const std::function<bool()>& done) {
  const auto start = std::chrono::steady_clock::now();
  while (!done() && std::chrono::steady_clock::now() - start < std::chrono::minutes(1)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return done();
}

}  // namespace fathom::test
