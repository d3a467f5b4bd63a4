// Context of a command: stop token, progress bar and printing.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "exit_code.hpp"
#include "fathom/control.hpp"
#include "output/appearance.hpp"
#include "output/terminal.hpp"

namespace fathom::program {

/// Many steps shown as one stage with one progress bar. Progress within a step moves the bar by that fraction of the step.
class stage_of_steps {
 public:
  stage_of_steps(run_control outer, std::string_view stage, std::uint64_t steps)
      : outer_(std::move(outer)), stage_(stage), steps_(steps) {}
  stage_of_steps(const stage_of_steps&) = delete;
  stage_of_steps& operator=(const stage_of_steps&) = delete;

  /// The control for library calls within one step. Must not outlive this object.
  [[nodiscard]] run_control control() {
    if (!outer_.on_progress) return outer_;
    return {outer_.stop, [this](const progress& now) { show(now.total > 0 ? double(now.done) / double(now.total) : 0); },
            outer_.threads};
  }
  void next() {
    ++done_;
    report_progress(outer_, stage_, parts_per_step * done_, parts_per_step * steps_);
  }

 private:
  static constexpr std::uint64_t parts_per_step = 1000;

  void show(double fraction) {
    const auto part = static_cast<std::uint64_t>(fraction * double(parts_per_step));
    outer_.on_progress({stage_, parts_per_step * done_ + part, parts_per_step * steps_});
  }

  run_control outer_;
  std::string_view stage_;
  std::uint64_t steps_ = 0, done_ = 0;
};

/// Kind of text that a command prints to standard output.
enum class printing {
  report,   ///< text for people
  data,     ///< JSON
  nothing,  ///< --quiet: errors only
};

class session {
 public:
  /// `quiet` omits the progress bar.
  session(std::stop_token stop, printing what, bool quiet)
      : stop_(std::move(stop)), bar_(std::make_shared<progress_bar>(!quiet)), what_(what), quiet_(quiet) {}

  /// The same session without any output, for all processes but process 0.
  [[nodiscard]] session silent() const {
    session quiet = *this;
    quiet.prints_ = false;
    return quiet;
  }

  /// The control for library calls on `threads` threads (0: all). It may outlive the session.
  [[nodiscard]] run_control control(int threads) const {
    if (!prints_) return {stop_, {}, threads};
    return {stop_, [bar = bar_](const progress& now) { bar->show(now); }, threads};
  }

  /// Clears the progress bar and prints to standard output. Lines of a report fit into the terminal.
  void print(std::string_view text) const {
    if (what_ == printing::nothing) return;
    if (what_ == printing::data) return print_whole(text);
    print_whole(wrapped_lines(text, line_limit()));
  }
  /// Prints text for programs, such as a shell's script, as it is.
  void print_whole(std::string_view text) const {
    if (!prints_) return;
    bar_->clear();
    program::print(text);
  }
  /// Prints remarks to standard error, next to data on standard output.
  void remark(std::string_view text) const {
    if (!prints_ || quiet_) return;
    bar_->clear();
    print_error(wrapped_lines(text, columns_of(STDERR_FILENO)));
  }
  void clear_progress() const { bar_->clear(); }
  /// Prints the reason to standard error and returns exit_invalid.
  [[nodiscard]] int fail_invalid(std::string_view why) const {
    if (prints_) {
      bar_->clear();
      print_error_line("fathom: ", wrapped_lines(terminal_safe(why), columns_of(STDERR_FILENO)));
    }
    return exit_invalid;
  }

 private:
  std::stop_token stop_;
  std::shared_ptr<progress_bar> bar_;
  printing what_;
  bool quiet_, prints_ = true;
};

}  // namespace fathom::program
