// Every failure the library reports is a fathom::error: a category for programs, a message for people.
#pragma once

#include <stdexcept>
#include <string>

namespace fathom {

enum class error_category {
  usage,      ///< an argument or option is outside its range
  input,      ///< a file is missing, malformed, truncated or corrupted
  output,     ///< a result cannot be written
  device,     ///< the requested device is not there or failed
  memory,     ///< memory does not suffice (predicted or met)
  cancelled,  ///< the caller asked the work to stop
};

/// The message names the thing, the value, the place and the remedy, as one line without a final full stop.
class error : public std::runtime_error {
 public:
  error(error_category category, const std::string& message) : std::runtime_error(message), category_(category) {}

  [[nodiscard]] error_category category() const noexcept { return category_; }

 private:
  error_category category_;
};

}  // namespace fathom
