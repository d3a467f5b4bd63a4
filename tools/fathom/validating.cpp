#include "validating.hpp"

#include <nlohmann/json.hpp>

#include "fathom/error.hpp"

namespace fathom::program {

chosen_validator choose_validator(const graph& g, const validate_options& wished) {
  std::string why;
  try {
    return {bfs_validator(g, wished), {wished.where, why}};
  } catch (const error& e) {
    if (e.category() != error_category::memory || wished.where.kind == device_kind::cpu) throw;
    why = e.what();
  }
  validate_options on_cpu = wished;
  on_cpu.where = device{};
  return {bfs_validator(g, on_cpu), {on_cpu.where, why}};
}

std::string place_text(const validating_place& place) {
  return place.why_cpu.empty() ? to_string(place.where) : to_string(place.where) + ": " + place.why_cpu;
}

json place_json(const validating_place& place) {
  return {{"device", to_string(place.where)}, {"reason", place.why_cpu.empty() ? json(nullptr) : json(place.why_cpu)}};
}

}  // namespace fathom::program
