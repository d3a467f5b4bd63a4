// Described reports. The header of a report has a function describe_fields(), which passes each field to a function as (key, value,
// unit, meaning). The program's text, JSON objects, Python dictionaries and docs/json.md are made from these descriptions.
//
// A value is a number, a text, a device, an enumeration with to_string(), a described report, or a vector or array of these. A
// pointer or std::optional is empty if the field does not apply. The unit "vertex" marks a vertex_id, which may be no_vertex.
#pragma once

namespace fathom {

/// A type with a describe_fields().
template <class T>
concept described = requires(const T& t) {
  describe_fields(t, [](const char*, const auto&, const char*, const char*) {});
};

}  // namespace fathom
