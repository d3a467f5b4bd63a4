// Error messages and exit codes for exceptions that leave a command.
#pragma once

#include <exception>

namespace fathom::program {

[[nodiscard]] int exit_code_of(const std::exception_ptr& thrown) noexcept;

/// Prints the exception's message to standard error and returns the exit code. Works without free memory.
int report_error(const std::exception_ptr& thrown) noexcept;

/// From here on, the program ends with a message and exit code 4 if a library calls exit() or an exception terminates it.
void guard_exits() noexcept;
/// Ends this protection before an intended exit().
void allow_exit() noexcept;

}  // namespace fathom::program
