// What every command is handed: how to stop, how to show progress.
#pragma once

#include <memory>
#include <stop_token>

#include "fathom/control.hpp"
#include "terminal.hpp"

namespace fathom::program {

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

 private:
  std::stop_token stop_;
  std::shared_ptr<progress_bar> bar_;
  bool speaks_ = true;
};

}  // namespace fathom::program
