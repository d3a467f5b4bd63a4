#include "complain.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <string>

#include "core/output_file.hpp"
#include "core/text.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "terminal.hpp"

namespace fathom::program {
namespace {

struct complaint {
  int code = exit_good;
  std::string text;
};

complaint describe(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const reader_gone&) {
    return {exit_reader_gone, ""};
  } catch (const error& e) {
    if (e.category() == error_category::cancelled) return {exit_cancelled, "fathom: stopped\n"};
    return {exit_code(e.category()), fmt::format("fathom: error: {}\n", terminal_safe(e.what()))};
  } catch (const std::bad_alloc&) {
    return {exit_resources, "fathom: error: out of memory; use a smaller graph or a larger machine\n"};
  } catch (const std::filesystem::filesystem_error& e) {
    return {exit_files, fmt::format("fathom: error: {}\n", terminal_safe(e.what()))};
  } catch (const std::exception& e) {
    return {exit_resources, fmt::format("fathom: error: unexpected: {}\n", terminal_safe(e.what()))};
  }
}

}  // namespace

int exit_code_of(const std::exception_ptr& thrown) { return describe(thrown).code; }

int complain_about(const std::exception_ptr& thrown) {
  const complaint what = describe(thrown);
  print_error(what.text);
  return what.code;
}

}  // namespace fathom::program
