#include "mpi4py.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace fathom_python {
namespace {

// A NumPy array over memory of the library, which must stay valid during the call that it is passed to.
template <class T>
nb::object array_over(std::span<T> values) {
  static std::remove_const_t<T> nothing{};
  T* const data = values.empty() ? &nothing : values.data();
  return nb::cast(nb::ndarray<nb::numpy, T>(const_cast<std::remove_const_t<T>*>(data), {values.size()}, nb::none()));
}

nb::object array_over(std::span<const std::byte> values) {
  return array_over(std::span(reinterpret_cast<const std::uint8_t*>(values.data()), values.size()));
}

nb::object array_over(std::span<std::byte> values) {
  return array_over(std::span(reinterpret_cast<std::uint8_t*>(values.data()), values.size()));
}

std::uint64_t total(std::span<const std::uint64_t> sizes) { return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}); }

const char* name_of(fathom::reduction how) {
  return how == fathom::reduction::sum ? "SUM" : how == fathom::reduction::max ? "MAX" : "BOR";
}

class mpi4py_communicator final : public fathom::communicator {
 public:
  explicit mpi4py_communicator(nb::object ranks)
      : ranks_(std::move(ranks)),
        rank_(number("rank")),
        size_(number("size")),
        ranks_on_host_(number("ranks_on_host")),
        rank_on_host_(number("rank_on_host")) {}

  ~mpi4py_communicator() override {
    if (!Py_IsInitialized()) {
      ranks_.release();
    } else {
      const nb::gil_scoped_acquire locked;
      ranks_.reset();
    }
  }

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] int ranks_on_host() const noexcept override { return ranks_on_host_; }
  [[nodiscard]] int rank_on_host() const noexcept override { return rank_on_host_; }
  [[nodiscard]] bool in_one_process() const noexcept override { return false; }

  void barrier() override {
    with_python([&] { ranks_.attr("barrier")(); });
  }

  void all_reduce(fathom::reduction how, std::span<std::uint64_t> values) override { reduce(how, values); }
  void all_reduce(fathom::reduction how, std::span<std::uint32_t> values) override { reduce(how, values); }
  void all_reduce(fathom::reduction how, std::span<std::int32_t> values) override { reduce(how, values); }
  void all_reduce(fathom::reduction how, std::span<std::int16_t> values) override { reduce(how, values); }
  void all_reduce(fathom::reduction how, std::span<std::int8_t> values) override { reduce(how, values); }

  void broadcast(std::span<std::byte> values, int root) override {
    with_python([&] { ranks_.attr("broadcast")(array_over(values), root); });
  }

  [[nodiscard]] std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
    const std::vector<std::uint64_t> sizes = sizes_of_all(mine.size());
    std::vector<std::byte> all(total(sizes));
    all_gather(mine, sizes, all);
    std::vector<std::vector<std::byte>> parts;
    auto from = all.begin();
    for (const std::uint64_t size : sizes) {
      const auto end = from + static_cast<std::ptrdiff_t>(size);
      parts.emplace_back(from, end);
      from = end;
    }
    return parts;
  }

  void all_gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all) override {
    with_python([&] { ranks_.attr("all_gather")(array_over(mine), array_over(sizes), array_over(all)); });
  }

  void all_to_all(std::span<const std::uint64_t> mine, std::span<std::uint64_t> theirs) override {
    const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size_), sizeof(std::uint64_t));
    all_to_all(std::as_bytes(mine), sizes, std::as_writable_bytes(theirs), sizes);
  }

  void all_to_all(std::span<const std::byte> mine, std::span<const std::uint64_t> my_sizes, std::span<std::byte> theirs,
                  std::span<const std::uint64_t> their_sizes) override {
    with_python(
        [&] { ranks_.attr("all_to_all")(array_over(mine), array_over(my_sizes), array_over(theirs), array_over(their_sizes)); });
  }

  [[nodiscard]] std::unique_ptr<fathom::posted_messages> post_receives(int count, std::uint64_t most_bytes,
                                                                       std::span<std::byte> room) override;

  void prefix_or(std::span<std::uint64_t> words) override {
    with_python([&] { ranks_.attr("prefix_or")(array_over(words)); });
  }

  [[nodiscard]] std::unique_ptr<fathom::communicator> split(int color, int key) override {
    return with_python([&] { return communicator_over(ranks_.attr("split")(color, key)); });
  }

  std::uint64_t fetch_add(std::uint64_t value) override {
    return with_python([&] { return nb::cast<std::uint64_t>(ranks_.attr("fetch_add")(value)); });
  }

  [[noreturn]] void end_all(int exit_code) override {
    with_python([&] { ranks_.attr("abort")(exit_code); });
    std::_Exit(exit_code);
  }

 private:
  template <class Work>
  static auto with_python(const Work& work) -> decltype(work()) {
    const nb::gil_scoped_acquire locked;
    try {
      return work();
    } catch (const nb::python_error& e) {
      throw fathom::error(fathom::error_category::device, std::string("mpi4py: ") + e.what());
    }
  }

  [[nodiscard]] int number(const char* name) const { return nb::cast<int>(ranks_.attr(name)); }

  template <class T>
  void reduce(fathom::reduction how, std::span<T> values) {
    with_python([&] { ranks_.attr("all_reduce")(name_of(how), array_over(values)); });
  }

  [[nodiscard]] std::vector<std::uint64_t> sizes_of_all(std::uint64_t mine) {
    std::vector<std::uint64_t> all(static_cast<std::size_t>(size_));
    const std::vector<std::uint64_t> each(all.size(), sizeof mine);
    all_gather(std::as_bytes(std::span(&mine, 1)), each, std::as_writable_bytes(std::span(all)));
    return all;
  }

  nb::object ranks_;
  int rank_, size_, ranks_on_host_, rank_on_host_;
};

// Messages that are exchanged in wait(), by one collective call.
class messages_at_once final : public fathom::posted_messages {
 public:
  messages_at_once(mpi4py_communicator& ranks, int count, std::uint64_t most_bytes, std::span<std::byte> room)
      : ranks_(ranks), count_(static_cast<std::size_t>(count)), most_bytes_(most_bytes), room_(room) {
    sent_.resize(static_cast<std::size_t>(ranks.size()) * count_), received_.resize(sent_.size());
  }

  void send(int to, int number, std::span<const std::byte> values) override { sent_[at(to, number)] = values; }

  void wait() override {
    std::vector<std::uint64_t> mine(sent_.size()), theirs(sent_.size());  // sizes of messages
    std::vector<std::byte> out;
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      mine[i] = sent_[i].size();
      out.insert(out.end(), sent_[i].begin(), sent_[i].end());
    }
    const std::vector<std::uint64_t> numbers(static_cast<std::size_t>(ranks_.size()), count_ * sizeof(std::uint64_t));
    ranks_.all_to_all(std::as_bytes(std::span(mine)), numbers, std::as_writable_bytes(std::span(theirs)), numbers);
    std::vector<std::byte> in(total(theirs));
    ranks_.all_to_all(out, by_rank(mine), in, by_rank(theirs));
    auto next = in.begin();
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      const auto end = next + static_cast<std::ptrdiff_t>(theirs[i]);
      received_[i] = room_.subspan(i * most_bytes_, theirs[i]);
      std::copy(next, end, received_[i].begin());
      next = end;
    }
  }

  [[nodiscard]] std::span<const std::byte> from(int rank, int number) const override { return received_[at(rank, number)]; }

 private:
  [[nodiscard]] std::size_t at(int rank, int number) const noexcept {
    return static_cast<std::size_t>(rank) * count_ + static_cast<std::size_t>(number);
  }

  [[nodiscard]] std::vector<std::uint64_t> by_rank(std::span<const std::uint64_t> sizes) const {
    std::vector<std::uint64_t> sums;
    for (std::size_t i = 0; i < sizes.size(); i += count_) sums.push_back(total(sizes.subspan(i, count_)));
    return sums;
  }

  mpi4py_communicator& ranks_;
  std::size_t count_;
  std::uint64_t most_bytes_;
  std::span<std::byte> room_;
  std::vector<std::span<const std::byte>> sent_;  // by process, then by number
  std::vector<std::span<std::byte>> received_;
};

std::unique_ptr<fathom::posted_messages> mpi4py_communicator::post_receives(int count, std::uint64_t most_bytes,
                                                                            std::span<std::byte> room) {
  return std::make_unique<messages_at_once>(*this, count, most_bytes, room);
}

}  // namespace

std::unique_ptr<fathom::communicator> communicator_over(nb::object ranks) {
  return std::make_unique<mpi4py_communicator>(std::move(ranks));
}

}  // namespace fathom_python
