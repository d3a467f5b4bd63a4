// Execution of the built program with its output captured.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace fathom::test {

/// Exit codes of the program (docs/program.md).
constexpr int invalid = 1, usage = 2, bad_file = 3, resources = 4, cancelled = 130, reader_gone = 141;

struct run_settings {
  std::string standard_input{};            ///< a file; empty: inherited
  std::string standard_output{};           ///< file or device; empty: captured; "closed": closed; "no reader": a pipe whose
                                           ///< reader has closed it
  std::vector<std::string> environment{};  ///< additional variables, "NAME=value"
  int signal = 0;                          ///< sent `signal_after` after the program began to handle signals
  std::chrono::milliseconds signal_after{0};
  long file_size_limit = -1;  ///< bytes; -1 for none
};

struct run_outcome {
  int exit_code = -1;  ///< 128 + signal number if a signal ended it
  std::string out, err;
  double seconds_after_signal = 0;
};

run_outcome run_program(const std::vector<std::string>& arguments, const run_settings& settings = {});

/// Temporary folder whose paths are text, as arguments of programs are.
class scratch_folder : public temporary_folder {
 public:
  scratch_folder() {}  // NOLINT(modernize-use-equals-default): so that a constant needs no initializer
  /// Returns the path of `name` in the folder.
  std::string operator/(const std::string& name) const { return path() / name; }
  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& content) const { return put(name, content); }
};

/// A program that runs alongside the test; killed on destruction unless wait() was called.
class running_program {
 public:
  explicit running_program(const std::vector<std::string>& arguments, const run_settings& settings = {});
  running_program(const running_program&) = delete;
  running_program& operator=(const running_program&) = delete;
  ~running_program();

  [[nodiscard]] int pid() const { return child_; }
  void send(int signal) const;
  [[nodiscard]] bool runs();
  /// Waits at most `limit` for its end, then kills it (exit code 137).
  run_outcome wait(std::chrono::milliseconds limit = std::chrono::seconds(60));

 private:
  scratch_folder folder_;
  int child_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

/// Whether a program has progressed so far that it handles SIGINT and SIGTERM as a stop request.
bool handles_signals(int process);

/// Waits at most a minute until `done()`; returns its last value.
bool eventually(const std::function<bool()>& done);

}  // namespace fathom::test
