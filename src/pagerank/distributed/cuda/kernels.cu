#include "pagerank/distributed/cuda/kernels.hpp"

#include "gpu/kernel.cuh"
#include "pagerank/cuda/gather_rows.cuh"

namespace fathom::ranks_engine {
namespace {

using pagerank_engine::hub_threads;
using pagerank_engine::plain_threads;

__global__ void number_hubs_kernel(local_vertex* ends, std::uint64_t size, hub_order hubs) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const std::uint64_t row = ends[i] / hubs.stride, local = ends[i] % hubs.stride;
    ends[i] = static_cast<local_vertex>(local < hubs.each ? local * hubs.rows + row : hubs.size() + ends[i]);
  }
}

template <class Share>
__global__ void copy_hubs_kernel(Share* shares, hub_order hubs) {
  for (std::uint64_t i = cuda::grid_thread(); i < hubs.size(); i += cuda::grid_threads()) {
    shares[i] = shares[hubs.size() + i % hubs.rows * hubs.stride + i / hubs.rows];
  }
}

template <class Share, bool Weighted, unsigned Threads>
struct gatherer_of {
  struct write_sum {
    double* sums;
    __device__ void operator()(vertex_id row, double sum, edge_offset) const { sums[row] = sum; }
  };
  using type = pagerank_engine::row_gatherer<Share, Weighted, Threads, write_sum>;
};

template <class Share, bool Weighted, unsigned Threads>
__global__ void __launch_bounds__(Threads, pagerank_engine::blocks_together(Threads))
    gather_kernel(const __grid_constant__ gather_job<Share> job, bool long_rows) {
  extern __shared__ double hub_memory[];
  using gatherer = gatherer_of<Share, Weighted, Threads>;
  const typename gatherer::write_sum write{job.sums};
  const typename gatherer::type here(job.rows, job.cut, job.piece_sums, job.shares, job.num_hubs,
                                     reinterpret_cast<Share*>(hub_memory), write);
  if (long_rows)
    here.write_long_rows();
  else
    here.run();
}

template <class Share, bool Weighted, unsigned Threads>
void launch_gather(const gather_job<Share>& job, int multiprocessors, const cuda::stream& s) {
  const std::size_t shared = job.num_hubs * sizeof(Share);
  auto* const kernel = gather_kernel<Share, Weighted, Threads>;
  cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
              "setting up a kernel");
  const unsigned blocks = static_cast<unsigned>(multiprocessors) * pagerank_engine::blocks_together(Threads);
  kernel<<<blocks, Threads, shared, s.get()>>>(job, false);
  if (job.cut.num_long > 0) kernel<<<blocks, Threads, 0, s.get()>>>(job, true);
  cuda::check_launch("gathering scores");
}

template <class Share>
__device__ Share share(double rank, double out) {
  return out > 0 ? static_cast<Share>(rank / out) : Share(0);
}

template <class Share>
__global__ void share_out_kernel(const __grid_constant__ update_job<Share> j) {
  for (std::uint64_t i = cuda::grid_thread(); i < j.own; i += cuda::grid_threads())
    j.shares[i] = share<Share>(j.ranks[i], j.out[i]);
}

template <class Share>
__global__ void __launch_bounds__(plain_threads) update_kernel(const __grid_constant__ update_job<Share> j, rank_sums* sums) {
  rank_sums mine;
  for (std::uint64_t i = cuda::grid_thread(); i < j.size; i += cuda::grid_threads()) {
    double handed = 0;
    for (std::uint64_t peer = 0; i < j.own && peer < j.peers; ++peer) handed += j.handed[peer * j.stride + i];
    const double rank =
        j.damping * handed + (j.jumps * (j.jump ? j.jump[i] : j.uniform) + j.drops * (j.drop ? j.drop[i] : j.uniform));
    const double out = j.out[i];
    mine.change += fabs(rank - j.ranks[i]);
    mine.dangling += out == 0 ? rank : 0;
    mine.rank += rank;
    j.ranks[i] = rank;
    if (i < j.own) j.shares[i] = share<Share>(rank, out);
  }
  mine.change = pagerank_engine::sum_of_block<plain_threads>(mine.change);
  mine.dangling = pagerank_engine::sum_of_block<plain_threads>(mine.dangling);
  mine.rank = pagerank_engine::sum_of_block<plain_threads>(mine.rank);
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

}  // namespace

void number_hubs(const cuda::buffer<local_vertex>& ends, hub_order hubs, const cuda::stream& s) {
  number_hubs_kernel<<<cuda::wide_grid(ends.size()), cuda::wide_block, 0, s.get()>>>(ends.data(), ends.size(), hubs);
  cuda::check_launch("numbering vertices");
}

template <class Share>
void copy_hubs(Share* shares, hub_order hubs, const cuda::stream& s) {
  copy_hubs_kernel<<<cuda::wide_grid(hubs.size()), cuda::wide_block, 0, s.get()>>>(shares, hubs);
  cuda::check_launch("copying hubs");
}

template <class Share>
void gather_rows(const gather_job<Share>& job, int multiprocessors, const cuda::stream& s) {
  if (job.num_hubs > 0 && job.rows.weights)
    launch_gather<Share, true, hub_threads>(job, multiprocessors, s);
  else if (job.num_hubs > 0)
    launch_gather<Share, false, hub_threads>(job, multiprocessors, s);
  else if (job.rows.weights)
    launch_gather<Share, true, plain_threads>(job, multiprocessors, s);
  else
    launch_gather<Share, false, plain_threads>(job, multiprocessors, s);
}

template <class Share>
void share_out(const update_job<Share>& job, const cuda::stream& s) {
  share_out_kernel<<<cuda::wide_grid(job.own), cuda::wide_block, 0, s.get()>>>(job);
  cuda::check_launch("distributing scores");
}

template <class Share>
void update_ranks(const update_job<Share>& job, const cuda::buffer<rank_sums>& sums, const cuda::stream& s) {
  update_kernel<<<static_cast<unsigned>(sums.size()), plain_threads, 0, s.get()>>>(job, sums.data());
  cuda::check_launch("updating scores");
}

template void copy_hubs(float*, hub_order, const cuda::stream&);
template void copy_hubs(double*, hub_order, const cuda::stream&);
template void gather_rows(const gather_job<float>&, int, const cuda::stream&);
template void gather_rows(const gather_job<double>&, int, const cuda::stream&);
template void share_out(const update_job<float>&, const cuda::stream&);
template void share_out(const update_job<double>&, const cuda::stream&);
template void update_ranks(const update_job<float>&, const cuda::buffer<rank_sums>&, const cuda::stream&);
template void update_ranks(const update_job<double>&, const cuda::buffer<rank_sums>&, const cuda::stream&);

}  // namespace fathom::ranks_engine
