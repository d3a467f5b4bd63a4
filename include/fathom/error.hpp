// fathom::error, the exception for every failure that the library reports: a category for programs, a message for people.
#pragma once

#include <stdexcept>
#include <string>

namespace fathom {

enum class error_category {
  usage,      ///< an argument or option is outside its range
  input,      ///< a file is missing, malformed, truncated or corrupted
  output,     ///< a result cannot be written
  device,     ///< the requested device is not available or failed
  memory,     ///< memory is insufficient, as predicted or at an allocation
  cancelled,  ///< the caller requested a stop
};

/// The message is one line without a final period that names what is wrong, the value, the place and the remedy.
class error : public std::runtime_error {
 public:
  error(error_category category, const std::string& message) : std::runtime_error(message), category_(category) {}

  [[nodiscard]] error_category category() const noexcept { return category_; }

 private:
  error_category category_;
};

}  // namespace fathom
