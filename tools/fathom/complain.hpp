// Messages and exit codes for what a command throws.
#pragma once

#include <exception>

namespace fathom::program {

[[nodiscard]] int exit_code_of(const std::exception_ptr& thrown) noexcept;

/// Prints it to standard error; returns the exit code. Allocates nothing.
int complain_about(const std::exception_ptr& thrown) noexcept;

/// From here on the program ends with a message and exit code 4 where a library calls exit(), or where an exception ends it.
void guard_exits() noexcept;
/// Ends that: exit() is called on purpose.
void allow_exit() noexcept;

}  // namespace fathom::program
