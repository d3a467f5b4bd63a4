#include "output/validating.hpp"

#include <nlohmann/json.hpp>

namespace fathom::program {

std::string place_text(const validating_place& place) {
  return place.why_cpu.empty() ? to_string(place.where) : to_string(place.where) + ": " + place.why_cpu;
}

json validation_json(const validating_place& place, double seconds) {
  return {{"device", to_string(place.where)}, {"why_cpu", text_or_null(place.why_cpu)}, {"seconds", seconds}};
}

}  // namespace fathom::program
