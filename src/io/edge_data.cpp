#include "io/edge_data.hpp"

#include <algorithm>

namespace fathom::io {

line_fault scan_edge_data(const char* p, double& value, std::string_view& written) noexcept {
  std::string_view data(p, static_cast<std::size_t>(find_newline(p) - p));
  while (!data.empty() && is_space(data.back())) data.remove_suffix(1);
  value = 1;
  written = {};
  if (data.empty() || data.front() == '#') return line_fault::none;
  // A comment after the data.
  if (const std::size_t end = data.rfind('}') + 1; end < data.size() && is_blank(data[end])) {
    if (data[std::min(data.find_first_not_of(" \t", end), data.size() - 1)] == '#') data = data.substr(0, end);
  }
  if (data.size() < 2 || data.front() != '{' || data.back() != '}') return line_fault::extra_text;
  constexpr std::string_view keys[] = {"'weight':", "\"weight\":"};
  std::size_t at = data.npos;
  for (const std::string_view key : keys) {
    if (at == data.npos && data.find(key) != data.npos) at = data.find(key) + key.size();
  }
  if (at == data.npos) return line_fault::none;
  std::string_view number = data.substr(at, data.find_first_of(",}", at) - at);
  // NumPy's scalars are written as np.float64(3.0).
  if (const std::size_t open = number.find('('); number.find("np.") != number.npos && open != number.npos) {
    number = number.substr(open + 1, number.find(')') - open - 1);
  }
  while (!number.empty() && is_blank(number.front())) number.remove_prefix(1);
  while (!number.empty() && is_blank(number.back())) number.remove_suffix(1);
  written = number.empty() ? data : number;
  if (!scan_field_weight(number, value)) return line_fault::bad_weight;
  return is_finite_weight(value) ? line_fault::none : line_fault::not_finite;
}

}  // namespace fathom::io
