// Common code of the tests of the index: expected errors, small graphs with vertex names.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"
#include "temporary_folder.hpp"

namespace fathom::test {

inline graph graph_of_text(const std::string& file, std::string_view text) {
  put(file, text);
  return read_graph(file).g;
}

}  // namespace fathom::test
