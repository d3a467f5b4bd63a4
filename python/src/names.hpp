// Options that Python passes as strings.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fathom_python {

template <class Value>
struct named {
  std::string_view name;
  Value value;
};

/// Returns the value of `name`. Throws ValueError that lists the valid names.
template <class Value, std::size_t N>
[[nodiscard]] Value value_named(const char* argument, std::string_view name, const named<Value> (&all)[N]) {
  std::string known;
  for (const named<Value>& one : all) {
    if (one.name == name) return one.value;
    known += (known.empty() ? "'" : ", '") + std::string(one.name) + "'";
  }
  throw std::invalid_argument(std::string(argument) + " is '" + std::string(name) + "'; use one of " + known);
}

}  // namespace fathom_python
