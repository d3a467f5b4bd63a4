// Common code of the tests of both commands.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "program/run_program.hpp"

namespace fathom::test {

constexpr int good = 0;

inline const char* const railway = "from,to\nVienna,Linz\nLinz,Salzburg\nSalzburg,Innsbruck\nVienna,Graz\nGraz,Villach\n";

inline void expect_complaint(const run_outcome& ran, int code, const std::string& part) {
  EXPECT_EQ(ran.exit_code, code) << ran.err;
  EXPECT_EQ(ran.err.rfind("fathom: error: ", 0), 0u) << ran.err;
  EXPECT_NE(ran.err.find(part), std::string::npos) << "'" << part << "' is not in: " << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
}

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

}  // namespace fathom::test
