// What a command threw, in words for a person and as an exit code.
#pragma once

#include <exception>

namespace fathom::program {

[[nodiscard]] int exit_code_of(const std::exception_ptr& thrown);

/// Prints it to standard error; returns the exit code.
int complain_about(const std::exception_ptr& thrown);

}  // namespace fathom::program
