// Common code of the tests of the index: expected errors, small graphs with vertex names.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"
#include "temporary_folder.hpp"

namespace fathom::test {

inline void expect_error(const std::function<void()>& work, error_category category, const std::string& part) {
  try {
    work();
    ADD_FAILURE() << "nothing was thrown; expected: " << part;
  } catch (const error& e) {
    EXPECT_EQ(e.category(), category) << e.what();
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << "'" << part << "' is not in: " << e.what();
  }
}

inline graph graph_of_text(const std::string& file, std::string_view text) {
  put(file, text);
  return read_graph(file).g;
}

}  // namespace fathom::test
