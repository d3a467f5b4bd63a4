// Runs the built program and keeps what it said.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace fathom::test {

struct run_settings {
  std::string standard_input{};            ///< a file; the caller's where empty
  std::string standard_output{};           ///< a file or device instead of being kept; "closed" closes it
  std::vector<std::string> environment{};  ///< "NAME=value", added
  int signal = 0;                          ///< sent once `signal_after` has passed
  std::chrono::milliseconds signal_after{0};
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

std::string content_of(const std::filesystem::path& file);

}  // namespace fathom::test
