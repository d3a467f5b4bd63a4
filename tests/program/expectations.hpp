// Common expectations on the program's output.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace fathom::test {

/// Returns the JSON output of a successful run with --json.
inline nlohmann::json json_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const run_outcome ran = run_program(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return nlohmann::json::parse(ran.out);
}

/// Expects one line that contains `part`.
inline void expect_error(const run_outcome& ran, int code, const std::string& part) {
  EXPECT_EQ(ran.exit_code, code) << ran.err;
  EXPECT_NE(ran.err.find(part), std::string::npos) << "'" << part << "' is not in: " << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
}

}  // namespace fathom::test
