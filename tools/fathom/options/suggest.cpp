#include "options/suggest.hpp"

#include <algorithm>
#include <cctype>

namespace fathom::program {
namespace {

// One typing error is accepted per this many letters, and at least one.
constexpr std::size_t letters_per_error = 3;

// Optimal string alignment distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// Whether the words ask for the opposite of each other, such as --drop-self-loops and --keep-self-loops.
bool are_opposites(std::string_view a, std::string_view b) {
  constexpr std::string_view drop = "--drop-", keep = "--keep-";
  return (a.starts_with(drop) && b.starts_with(keep)) || (a.starts_with(keep) && b.starts_with(drop));
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / letters_per_error) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(lower, candidate);
    if (distance < best_distance && !are_opposites(word, candidate)) best = candidate, best_distance = distance;
  }
  return best;
}

}  // namespace fathom::program
