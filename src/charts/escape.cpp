#include "charts/escape.hpp"

#include "base/text.hpp"

namespace fathom::charts {
namespace {

// U+FFFE and U+FFFF are valid UTF-8 but not characters of XML 1.0.
bool is_forbidden(std::string_view text) { return text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf"); }

}  // namespace

std::string escaped(std::string_view text) {
  const std::string safe = terminal_safe(text);
  std::string all;
  all.reserve(safe.size());
  for (std::size_t i = 0; i < safe.size(); ++i) {
    switch (safe[i]) {
      case '&':
        all += "&amp;";
        break;
      case '<':
        all += "&lt;";
        break;
      case '>':
        all += "&gt;";
        break;
      case '"':
        all += "&quot;";
        break;
      case '\'':
        all += "&#39;";
        break;
      default:
        if (is_forbidden(std::string_view(safe).substr(i))) {
          all += safe[i + 2] == '\xbe' ? "\\xef\\xbf\\xbe" : "\\xef\\xbf\\xbf";
          i += 2;
        } else {
          all += safe[i];
        }
    }
  }
  return all;
}

}  // namespace fathom::charts
