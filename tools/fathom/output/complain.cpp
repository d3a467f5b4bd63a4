#include "output/complain.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

#include "base/fault_table.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "output/appearance.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

constexpr std::string_view out_of_memory = "fathom: error: out of memory; use a smaller graph or a larger machine\n";

// Removes control characters and wraps the message to the terminal, which allocates. If that fails, prints only the out-of-memory
// message.
void print_cleaned(std::string_view begin, std::string_view message) noexcept {
  try {
    // Wrapped together, because the beginning takes columns of the first line.
    const std::string all = wrapped_lines(std::string(begin) + terminal_safe(message), columns_of(STDERR_FILENO));
    print_error_line(begin, std::string_view(all).substr(std::min(begin.size(), all.size())));
  } catch (const std::bad_alloc&) {
    print_error(out_of_memory);
  }
}

// Returns the exit code, and prints the message if `prints`.
int report(const std::exception_ptr& thrown, bool prints) noexcept {
  const auto with = [prints](int code, std::string_view begin, std::string_view message) {
    if (prints) print_cleaned(begin, message);
    return code;
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const reader_gone&) {
    return exit_reader_gone;
  } catch (const error& e) {
    if (e.category() == error_category::cancelled) return with(exit_cancelled, "fathom: stopped", "");
    return with(exit_code(e.category()), "fathom: error: ", e.what());
  } catch (const std::bad_alloc&) {
    if (prints) print_error(out_of_memory);
    return exit_resources;
  } catch (const std::filesystem::filesystem_error& e) {
    if (e.code() == std::errc::not_enough_memory) return with(exit_resources, "fathom: error: ", e.what());
    return with(exit_files, "fathom: error: ", e.what());
  } catch (const std::system_error& e) {
    if (e.code() != std::errc::resource_unavailable_try_again) return with(exit_resources, "fathom: error: unexpected: ", e.what());
    return with(exit_resources,
                "fathom: error: a thread cannot be started; raise the limits of ulimit -u and ulimit -v: ", e.what());
  } catch (const std::exception& e) {
    return with(exit_resources, "fathom: error: unexpected: ", e.what());
  } catch (...) {
    return with(exit_resources, "fathom: error: unexpected: an exception without a message", "");
  }
}

std::atomic<bool> may_exit{false};

// Handles an exit() call by a library: the OpenMP runtime and libarchive call it when they get no memory or no threads.
void end_at_exit() {
  if (may_exit) return;
  print_error(
      "fathom: error: a library ended the program because it got no memory or no threads; use fewer --threads or more memory\n");
  remove_temporaries(temporary_kind::unfinished);
  ::_exit(exit_resources);
}

// Terminate handler: an exception has left a function that must not throw.
[[noreturn]] void end_at_terminate() {
  // Rethrowing an exception also allocates, and the runtime terminates again if memory is exhausted.
  static std::atomic_flag is_second = ATOMIC_FLAG_INIT;
  if (is_second.test_and_set()) {
    print_error(out_of_memory);
    remove_temporaries(temporary_kind::unfinished);
    ::_exit(exit_resources);
  }
  const std::exception_ptr thrown = std::current_exception();
  const int code = thrown ? report(thrown, true) : exit_resources;
  remove_temporaries(temporary_kind::unfinished);
  ::_exit(code);
}

}  // namespace

void guard_exits() noexcept {
  std::set_terminate(end_at_terminate);
  static_cast<void>(std::atexit(end_at_exit));
}

void allow_exit() noexcept { may_exit = true; }

int exit_code_of(const std::exception_ptr& thrown) noexcept { return report(thrown, false); }

int report_error(const std::exception_ptr& thrown) noexcept { return report(thrown, true); }

}  // namespace fathom::program
