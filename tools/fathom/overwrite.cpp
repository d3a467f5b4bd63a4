#include "overwrite.hpp"

#include <fmt/format.h>

#include "core/output_file.hpp"
#include "fathom/error.hpp"

namespace fathom::program {

void refuse_overwriting(const std::filesystem::path& output, const std::string& input) {
  if (is_stream(output)) return;  // one terminal may well be both ends
  std::error_code not_there;
  if (!std::filesystem::equivalent(output, input == "-" ? "/dev/stdin" : input, not_there)) return;
  throw error(error_category::usage,
              fmt::format("'{}' would overwrite the input '{}', which is the same file; name another file for the output",
                          output.string(), input));
}

}  // namespace fathom::program
