// Any described report as a JSON object; see fathom/report_fields.hpp.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "fathom/graph.hpp"
#include "fathom/report_fields.hpp"

namespace fathom {

/// The report's fields, in their order. Vertices are named by their original ids in `names`, or without it by the report's ids.
template <described Report>
[[nodiscard]] nlohmann::ordered_json json_fields(const Report& report, const graph* names = nullptr);

namespace report_json {

template <class Value>
nlohmann::ordered_json value_json(const Value& value, std::string_view unit, const graph* names) {
  if constexpr (std::same_as<Value, device>) {
    return to_string(value);
  } else if constexpr (std::is_enum_v<Value>) {
    return std::string_view(to_string(value));
  } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
    return std::string_view(value);
  } else if constexpr (requires { static_cast<bool>(value), *value; }) {
    return value ? value_json(*value, unit, names) : nullptr;
  } else if constexpr (described<Value>) {
    return json_fields(value, names);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    if constexpr (std::same_as<Value, vertex_id>) {
      if (unit == "vertex" && value == no_vertex) return nullptr;
      if (unit == "vertex" && names) return names->original_id(value);
    }
    return value;
  } else {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& one : value) list.push_back(value_json(one, unit, names));
    return list;
  }
}

}  // namespace report_json

template <described Report>
nlohmann::ordered_json json_fields(const Report& report, const graph* names) {
  nlohmann::ordered_json object;
  describe_fields(report, [&](const char* key, const auto& value, std::string_view unit, const char*) {
    object[key] = report_json::value_json(value, unit, names);
  });
  return object;
}

/// The same as text. Bytes that are not UTF-8 are replaced.
template <described Report>
[[nodiscard]] std::string json_text(const Report& report) {
  return json_fields(report).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace fathom
