// Category and message of a call that must fail.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fathom/error.hpp"

namespace fathom::test {

struct failure {
  error_category category{};
  std::string message;
};

template <class F>
failure failure_of(F&& f) {
  try {
    f();
  } catch (const error& e) {
    return {e.category(), e.what()};
  }
  return {error_category::usage, "nothing was thrown"};
}

inline void expect_failure(const failure& failed, error_category category, const std::string& part) {
  EXPECT_EQ(failed.category, category);
  EXPECT_NE(failed.message.find(part), std::string::npos) << failed.message;
}

}  // namespace fathom::test
