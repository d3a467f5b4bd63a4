// Adapter that makes an engine's device current whenever the engine is made, called or destroyed. Include only in files that are
// compiled with CUDA.
#pragma once

#include <memory>
#include <utility>

#include "fathom/error.hpp"
#include "gpu/runtime.hpp"
#include "multi_bfs/cuda/device_copy.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

template <class Engine>
class on_device final : public group_engine {
 public:
  template <class... Settings>
  on_device(std::shared_ptr<const device_copy> l, const group_plan& plan, const Settings&... settings) : index_(l->where.index) {
    const cuda::current_device here(index_);
    engine_ = std::make_unique<Engine>(std::move(l), plan, settings...);
  }
  ~on_device() override {
    try {
      const cuda::current_device here(index_);
      engine_.reset();
    } catch (const error&) {  // a lost device keeps nothing
    }
  }

  group_outcome run(std::span<const vertex_id> sources) override {
    const cuda::current_device here(index_);
    return engine_->run(sources);
  }
  [[nodiscard]] std::uint64_t edges_of_reached() const override {
    const cuda::current_device here(index_);
    return engine_->edges_of_reached();
  }
  void copy_distances(std::span<std::int8_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { copy(rows); }
  void copy_predecessors(std::span<vertex_id* const> rows) const override {
    const cuda::current_device here(index_);
    engine_->copy_predecessors(rows);
  }
  void add_totals(vertex_totals& sums) const override {
    const cuda::current_device here(index_);
    engine_->add_totals(sums);
  }

 private:
  template <class T>
  void copy(std::span<T* const> rows) const {
    const cuda::current_device here(index_);
    engine_->copy_distances(rows);
  }

  int index_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace fathom::multi_bfs_engine
