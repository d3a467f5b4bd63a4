// Results of counting triangles in device memory.
#pragma once

#include <utility>

#include "fathom/triangles.hpp"

namespace fathom::triangles_engine {

/// Moves the arrays from host memory to that of `where`.
inline void move_to_device(triangles_result& result, device where) {
  const auto move = [where](auto& values) { values = to_device(std::as_const(values).view(), where); };
  move(result.triangles), move(result.degrees);
  if (!result.mutual.empty()) move(result.mutual);
}

}  // namespace fathom::triangles_engine
