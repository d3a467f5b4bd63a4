// One of several parts of a file, for processes that read it together.
#pragma once

namespace fathom::io {

struct file_part {
  int index = 0, count = 1;

  [[nodiscard]] bool is_whole() const noexcept { return count == 1; }
};

}  // namespace fathom::io
