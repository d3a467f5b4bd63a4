// Arrays of one graph that another graph shares.
#pragma once

#include <memory>

#include "fathom/graph.hpp"

namespace fathom {

/// An array that shares the elements of `lent`, an array of *keeper, and keeps their owner alive.
template <class T>
[[nodiscard]] array<T> shared_with(const std::shared_ptr<const graph>& keeper, const array<T>& lent) {
  // A graph's arrays are only read, which array::adopt() allows.
  return array<T>::adopt(const_cast<T*>(lent.data()), lent.size(), std::const_pointer_cast<graph>(keeper), lent.where());
}

}  // namespace fathom
