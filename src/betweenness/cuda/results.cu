#include "betweenness/cuda/results.hpp"

#include "fathom/array.hpp"
#include "gpu/backend.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"

namespace fathom::betweenness_engine {
namespace {

__global__ void scatter_kernel(std::uint64_t n, const vertex_id* places, const double* from, double* to) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) to[places[i]] = from[i];
}

__global__ void add_kernel(std::uint64_t n, const vertex_id* places, const double* added, double* to) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) to[places[i]] += added[i];
}

__global__ void gather_scaled_kernel(std::uint64_t n, const vertex_id* places, double by, const double* from, double* to) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) to[i] = from[places[i]] * by;
}

__global__ void multiply_kernel(std::uint64_t n, double by, double* values) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) values[i] *= by;
}

}  // namespace

void map_values(const layout& l, const double* inside, double* values, const cuda::stream& s) {
  const std::size_t n = l.num_vertices;
  if (!l.to_internal) {
    cuda::check(cudaMemcpyAsync(values, inside, n * sizeof(double), cudaMemcpyDeviceToDevice, s.get()), "copying values");
    return;
  }
  cuda::buffer<vertex_id> copy;
  if (l.where.kind == device_kind::cpu) copy = cuda::upload(l.to_caller, n, s);
  cuda::check(cudaMemsetAsync(values, 0, l.caller_vertices * sizeof(double), s.get()), "clearing values");
  scatter_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, copy.data() ? copy.data() : l.to_caller, inside, values);
  cuda::check_launch("mapping values");
}

void add_to_values(std::span<const vertex_id> vertices, std::span<const double> added, double* values, const cuda::stream& s) {
  const std::size_t n = vertices.size();
  const cuda::buffer<vertex_id> places = cuda::upload(vertices.data(), n, s);
  const cuda::buffer<double> terms = cuda::upload(added.data(), n, s);
  add_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, places.data(), terms.data(), values);
  cuda::check_launch("adding endpoints");
}

void scale_values_cuda(array<double>& values, std::span<const vertex_id> sources, double of_sources, double of_others) {
  const cuda::current_device here(values.where().index);
  const cuda::stream s;
  const std::size_t count = of_sources == of_others ? 0 : sources.size();
  const cuda::buffer<vertex_id> places = cuda::upload(sources.data(), count, s);
  const cuda::buffer<double> at_sources(count, s);
  const unsigned few = cuda::wide_grid(count);
  gather_scaled_kernel<<<few, cuda::wide_block, 0, s.get()>>>(count, places.data(), of_sources, values.data(), at_sources.data());
  multiply_kernel<<<cuda::wide_grid(values.size()), cuda::wide_block, 0, s.get()>>>(values.size(), of_others, values.data());
  scatter_kernel<<<few, cuda::wide_block, 0, s.get()>>>(count, places.data(), at_sources.data(), values.data());
  cuda::check_launch("scaling values");
  s.wait("scaling values");
}

}  // namespace fathom::betweenness_engine
