// One call from Python into the library: runs without the GIL, stops on Ctrl-C, and reports progress to a callback.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <stop_token>
#include <utility>

#include "fathom/control.hpp"
#include "fathom/error.hpp"
#include "interrupt.hpp"

namespace fathom_python {

namespace nb = nanobind;

class call {
 public:
  /// `progress` is None or callable with (stage, done, total). An exception that it raises ends the work and propagates.
  call(int threads, nb::object progress) : progress_(std::move(progress)) {
    control.threads = threads;
    control.stop = stop_.get_token();
    if (progress_.is_none()) return;
    control.on_progress = [this](const fathom::progress& p) {
      const nb::gil_scoped_acquire locked;
      try {
        progress_(nb::str(p.stage.data(), p.stage.size()), p.done, p.total);
      } catch (const nb::python_error&) {
        raised_ = std::current_exception();
        throw;
      }
    };
  }
  call(const call&) = delete;
  call& operator=(const call&) = delete;

  /// Returns the result of work(), which must not use Python objects. Raises KeyboardInterrupt if Ctrl-C stopped it.
  template <class Work>
  auto run(Work&& work) {
    try {
      const nb::gil_scoped_release unlocked;
      const interruptible while_working(stop_);
      return work();
    } catch (const fathom::error& e) {
      // Several processes or devices agree on an error of the library, which has only the text.
      if (raised_) std::rethrow_exception(raised_);
      if (e.category() == fathom::error_category::cancelled && PyErr_CheckSignals() != 0) throw nb::python_error();
      throw;
    }
  }

  fathom::run_control control;

 private:
  nb::object progress_;
  std::exception_ptr raised_;  // by `progress_`
  std::stop_source stop_;
};

}  // namespace fathom_python
