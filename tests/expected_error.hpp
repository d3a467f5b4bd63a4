// Calls that must throw a fathom::error, and controls that stop a run.
#pragma once

#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <string_view>

#include "fathom/control.hpp"
#include "fathom/error.hpp"

namespace fathom::test {

/// Expects that `call` throws an error of this category with `part` in its message. Returns the message.
template <class Call>
std::string expect_error(error_category category, std::string_view part, const Call& call) {
  try {
    call();
  } catch (const error& e) {
    EXPECT_EQ(e.category(), category) << e.what();
    EXPECT_NE(std::string_view(e.what()).find(part), std::string_view::npos) << "'" << part << "' is not in: " << e.what();
    return e.what();
  }
  ADD_FAILURE() << "nothing was thrown; expected: " << part;
  return {};
}

template <class Call>
std::string expect_error(error_category category, const Call& call) {
  return expect_error(category, "", call);
}

/// A control of a run that was stopped before it begins.
inline run_control stopped() {
  std::stop_source stop;
  stop.request_stop();
  return {.stop = stop.get_token()};
}

/// A control that stops the run at its first report of progress, after the checks of its arguments.
inline run_control stopped_on_progress() {
  std::stop_source stop;
  return {.stop = stop.get_token(), .on_progress = [stop](const progress&) mutable { stop.request_stop(); }};
}

}  // namespace fathom::test
