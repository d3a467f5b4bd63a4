#include "output/overwrite.hpp"

#include <fmt/format.h>

#include "base/output_file.hpp"
#include "fathom/error.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {

void refuse_overwriting(const std::filesystem::path& output, const std::string& input) {
  if (is_stream(output)) return;  // a terminal may be both input and output
  std::error_code not_there;
  const std::filesystem::path folder = output.parent_path();
  if (!folder.empty() && !std::filesystem::exists(folder, not_there) && !not_there) {
    throw error(error_category::output,
                fmt::format("'{}' cannot be written: the folder '{}' does not exist; create it: mkdir -p '{}'", output.string(),
                            folder.string(), folder.string()));
  }
  if (std::filesystem::equivalent(output, "/dev/stdout", not_there)) {
    throw error(
        error_category::usage,
        fmt::format("'{}' is also the file of standard output, which would be lost; use another output file", output.string()));
  }
  if (!std::filesystem::equivalent(output, input == "-" ? "/dev/stdin" : input, not_there)) return;
  throw error(
      error_category::usage,
      fmt::format("'{}' would overwrite the input '{}', which is the same file; use another output file", output.string(), input));
}

void check_output(const std::string& output, std::initializer_list<std::string> inputs,
                  std::initializer_list<const char*> companions) {
  if (output.empty()) return;
  for (const std::filesystem::path& file : touched_files(output, companions)) {
    for (const std::string& input : inputs) refuse_overwriting(file, input);
  }
}

void refuse_same_file(const std::string& output, std::initializer_list<const char*> companions, const char* option,
                      const std::string& file) {
  if (output.empty() || file.empty()) return;
  const std::filesystem::path other = link_target(file).lexically_normal();
  for (const std::filesystem::path& touched : touched_files(output, companions)) {
    if (is_stream(touched) || link_target(touched).lexically_normal() != other) continue;
    throw error(error_category::usage,
                fmt::format("--output {} and {} {} write the same file; give each its own", output, option, file));
  }
}

}  // namespace fathom::program
