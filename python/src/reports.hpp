// Conversion of receipts and reports to dictionaries.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fathom/multi_bfs.hpp"
#include "fathom/report_fields.hpp"

namespace fathom_python {

namespace nb = nanobind;

/// The described fields; see fathom/report_fields.hpp. A vertex that is none is -1, as in arrays.
template <fathom::described Report>
[[nodiscard]] nb::dict fields(const Report& report);

template <class Value>
[[nodiscard]] nb::object value_of(const Value& value, std::string_view unit) {
  if constexpr (std::same_as<Value, fathom::device>) {
    return nb::cast(to_string(value));
  } else if constexpr (std::is_enum_v<Value>) {
    return nb::cast(std::string(to_string(value)));
  } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
    return nb::cast(std::string(value));
  } else if constexpr (requires { static_cast<bool>(value), *value; }) {
    return value ? value_of(*value, unit) : nb::none();
  } else if constexpr (fathom::described<Value>) {
    return fields(value);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    if constexpr (std::same_as<Value, fathom::vertex_id>) {
      if (unit == "vertex" && value == fathom::no_vertex) return nb::int_(-1);
    }
    return nb::cast(value);
  } else {
    nb::list list;
    for (const auto& one : value) list.append(value_of(one, unit));
    return list;
  }
}

template <fathom::described Report>
nb::dict fields(const Report& report) {
  nb::dict d;
  describe_fields(report,
                  [&](const char* key, const auto& value, std::string_view unit, const char*) { d[key] = value_of(value, unit); });
  return d;
}

/// A report that is converted to a dictionary on first access, because the conversion takes longer than a search of a small graph.
struct unread_report {
  std::function<nb::dict()> read;
};

template <class R>
[[nodiscard]] nb::object unread(R report) {
  auto kept = std::make_shared<const R>(std::move(report));
  return nb::cast(unread_report{[kept] { return fields(*kept); }});
}

}  // namespace fathom_python
