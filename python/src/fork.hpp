// Calls in a child process that fork() made.
#pragma once

namespace fathom_python {

/// Registers what fork() has to do. Once, when the module is loaded.
void watch_forks();

/// Notes that this process has used the library, so that OpenMP may have threads here.
void note_use() noexcept;

/// Whether this process was forked from one that had used the library. OpenMP's threads did not survive that: a parallel region
/// that asks for them waits forever, one of a single thread works.
[[nodiscard]] bool is_child_of_user() noexcept;

}  // namespace fathom_python
