// Base of validators that check a result rule by rule.
#pragma once

#include <fmt/format.h>

#include <utility>

namespace fathom {

/// The verdict of a validator that stops at the first violated rule. A validator sets `verdict_.valid` when all rules hold.
template <class Validation>
class rule_checker {
 protected:
  /// Records a violation with a message that begins with the rule's text. Returns false.
  template <class... Args>
  bool fail(decltype(Validation::violated) rule, fmt::format_string<Args...> text, Args&&... args) {
    verdict_.violated = rule;
    verdict_.message = fmt::format("{}: {}", to_string(rule), fmt::format(text, std::forward<Args>(args)...));
    return false;
  }

  Validation verdict_;
};

}  // namespace fathom
