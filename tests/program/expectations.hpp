// Common expectations on the program's output.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace fathom::test {

/// Returns the JSON output of a run with --json.
inline nlohmann::json json_of(std::vector<std::string> arguments, int exit_code = 0) {
  arguments.emplace_back("--json");
  const run_outcome ran = run_program(arguments);
  EXPECT_EQ(ran.exit_code, exit_code) << ran.err;
  return nlohmann::json::parse(ran.out);
}

/// Success if `text` contains `part`.
inline testing::AssertionResult says(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << part << "' is not in:\n" << text;
}

/// Expects that the program succeeds and prints each of the texts. Returns what it did.
inline run_outcome expect_output(const std::vector<std::string>& arguments, const std::vector<std::string>& texts) {
  run_outcome ran = run_program(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const std::string& text : texts) EXPECT_TRUE(says(ran.out, text));
  return ran;
}

/// Value at a JSON pointer: "/largest/0/vertex".
struct expected_value {
  const char* at;
  nlohmann::json value;
};

inline void expect_values(const nlohmann::json& found, std::initializer_list<expected_value> expected) {
  for (const auto& [at, value] : expected) EXPECT_EQ(found.at(nlohmann::json::json_pointer(at)), value) << at;
}

/// Expects one line of an error that contains `part`.
inline void expect_error(const run_outcome& ran, int code, const std::string& part) {
  EXPECT_EQ(ran.exit_code, code) << ran.err;
  EXPECT_EQ(ran.err.rfind("fathom: error: ", 0), 0u) << ran.err;
  EXPECT_TRUE(says(ran.err, part));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
}

}  // namespace fathom::test
