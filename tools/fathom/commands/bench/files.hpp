// Output files of `fathom bench`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/output_file.hpp"

namespace fathom::program {

/// Names of the files that a call writes; empty if it does not.
struct bench_file_names {
  std::string json, html, csv, markdown;
};

/// Texts for these files, made only if they are written.
struct bench_forms {
  std::function<std::string()> json, html, csv, markdown;
};

/// The files, opened before any measurement, so that a wrong path does not lose an hour of measurements.
class bench_files {
 public:
  /// Throws error_category::usage if a file is also an input or is named twice, and as output_file does.
  bench_files(const bench_file_names& names, const std::vector<std::string>& inputs);
  /// Writes all files.
  void write(const bench_forms& forms);

 private:
  std::optional<output_file> json_, html_, csv_, markdown_;
};

}  // namespace fathom::program
