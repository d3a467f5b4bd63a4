#include "output/validating.hpp"

#include <nlohmann/json.hpp>

namespace fathom::program {

std::string place_text(const validating_place& place) {
  return place.why_cpu.empty() ? to_string(place.where) : to_string(place.where) + ": " + place.why_cpu;
}

json place_json(const validating_place& place) {
  return {{"device", to_string(place.where)}, {"reason", place.why_cpu.empty() ? json(nullptr) : json(place.why_cpu)}};
}

}  // namespace fathom::program
