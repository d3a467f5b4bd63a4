// What every command is handed: how to stop, how to show progress.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "exit_code.hpp"
#include "fathom/control.hpp"
#include "terminal.hpp"

namespace fathom::program {

/// Many steps shown as one stage with one bar: what a step reports of itself moves the bar by that part of the step.
class stage_of_steps {
 public:
  stage_of_steps(run_control outer, std::string_view stage, std::uint64_t steps)
      : outer_(std::move(outer)), stage_(stage), steps_(steps) {}
  stage_of_steps(const stage_of_steps&) = delete;
  stage_of_steps& operator=(const stage_of_steps&) = delete;

  /// For the calls that one step makes; this object has to outlive it.
  [[nodiscard]] run_control control() {
    if (!outer_.on_progress) return outer_;
    return {outer_.stop, [this](const progress& now) { show(now.total > 0 ? double(now.done) / double(now.total) : 0); },
            outer_.threads};
  }
  void next() {
    ++done_;
    report_progress(outer_, stage_, parts_of_a_step * done_, parts_of_a_step * steps_);
  }

 private:
  static constexpr std::uint64_t parts_of_a_step = 1000;

  void show(double share) {
    const auto part = static_cast<std::uint64_t>(share * double(parts_of_a_step));
    outer_.on_progress({stage_, parts_of_a_step * done_ + part, parts_of_a_step * steps_});
  }

  run_control outer_;
  std::string_view stage_;
  std::uint64_t steps_ = 0, done_ = 0;
};

class session {
 public:
  explicit session(std::stop_token stop) : stop_(std::move(stop)), bar_(std::make_shared<progress_bar>()) {}

  /// The same without a voice, for all ranks but the one that prints.
  [[nodiscard]] session silent() const {
    session quiet = *this;
    quiet.speaks_ = false;
    return quiet;
  }

  /// A control for library calls on `threads` threads (0: all). It outlives the session.
  [[nodiscard]] run_control control(int threads) const {
    if (!speaks_) return {stop_, {}, threads};
    return {stop_, [bar = bar_](const progress& now) { bar->show(now); }, threads};
  }

  /// Prints to standard output, the progress bar out of the way.
  void print(std::string_view text) const {
    if (!speaks_) return;
    bar_->clear();
    program::print(text);
  }
  void clear_progress() const { bar_->clear(); }
  /// Says on standard error why the exit code is exit_invalid, which is returned.
  [[nodiscard]] int fail_invalid(std::string_view why) const {
    if (speaks_) {
      bar_->clear();
      print_error("fathom: " + std::string(why) + "\n");
    }
    return exit_invalid;
  }

 private:
  std::stop_token stop_;
  std::shared_ptr<progress_bar> bar_;
  bool speaks_ = true;
};

}  // namespace fathom::program
