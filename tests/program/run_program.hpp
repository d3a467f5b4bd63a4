// Runs the built program and keeps what it said.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fathom::test {

struct run_settings {
  std::string standard_input{};            ///< a file; the caller's where empty
  std::string standard_output{};           ///< a file or device instead of being kept; "closed" closes it, "no reader" is a pipe
                                           ///< whose reader has closed it
  std::vector<std::string> environment{};  ///< "NAME=value", added
  int signal = 0;                          ///< sent once `signal_after` has passed
  std::chrono::milliseconds signal_after{0};
  long file_size_limit = -1;  ///< bytes; -1 for none
};

struct run_outcome {
  int exit_code = -1;  ///< 128 + the signal's number where one ended it
  std::string out, err;
  double seconds_after_signal = 0;
};

run_outcome run_program(const std::vector<std::string>& arguments, const run_settings& settings = {});

/// A folder for one test, removed with everything in it.
class scratch_folder {
 public:
  scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder();

  /// The path of `name` in the folder.
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& content) const;
  std::vector<std::string> names() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A program that runs beside the test; killed with it unless wait() was called.
class running_program {
 public:
  explicit running_program(const std::vector<std::string>& arguments, const run_settings& settings = {});
  running_program(const running_program&) = delete;
  running_program& operator=(const running_program&) = delete;
  ~running_program();

  [[nodiscard]] int pid() const { return child_; }
  void send(int signal) const;
  [[nodiscard]] bool runs();
  /// Waits for its end, at most `limit`, and kills it then (exit code 137).
  run_outcome wait(std::chrono::milliseconds limit = std::chrono::seconds(60));

 private:
  scratch_folder folder_;
  int child_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

/// Waits until `done()`, at most ten seconds; what it said last.
bool eventually(const std::function<bool()>& done);

std::string content_of(const std::filesystem::path& file);

}  // namespace fathom::test
