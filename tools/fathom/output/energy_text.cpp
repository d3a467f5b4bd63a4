#include <fmt/format.h>

#include "base/text.hpp"
#include "options/energy_option.hpp"

namespace fathom::program {

std::string energy_text(const search_energy& measured) {
  const rank_energy& e = measured.energy;
  const auto devices = static_cast<std::uint64_t>(e.devices), all = devices + static_cast<std::uint64_t>(e.unmeasured);
  if (devices == 0) return fmt::format("energy: not measured; {}\n", e.why_not);
  std::string text = fmt::format("energy of {}{}: {} J +- {} J in {}, {} W; {}, {} mJ each, {}TEPS/W\n",
                                 all > devices ? grouped(devices) + " of " : "", counted(all, "device"), three_digits(e.joules),
                                 three_digits(e.uncertainty_joules), human_seconds(e.seconds), three_digits(e.average_watts()),
                                 counted(measured.searches, "search", "searches"),
                                 three_digits(1e3 * e.joules / static_cast<double>(measured.searches)),
                                 human_quantity(e.joules > 0 ? measured.edges / e.joules : 0));
  if (all > devices) text += fmt::format("  not all were measured; {}\n", e.why_not);
  return text;
}

}  // namespace fathom::program
