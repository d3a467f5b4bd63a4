#include "output/run_text.hpp"

#include "output/terminal.hpp"

namespace fathom::program {

std::string place_and_threads(const std::string& place, int threads) {
  return place + ", " + counted(static_cast<std::uint64_t>(threads), "thread");
}

std::string headline(std::string_view heading, std::string_view on, std::string_view found, double seconds,
                     std::string_view engine) {
  return fmt::format("\n{}{}: {} in {}; {}\n", painted(paint::heading, heading), on, found, human_seconds(seconds),
                     engine.empty() ? "nothing to do" : engine);
}

std::string files_text(const std::vector<std::string>& files) {
  std::string lines;
  for (const std::string& file : files) lines += painted(paint::heading, file) + "  written\n";
  return lines;
}

}  // namespace fathom::program
