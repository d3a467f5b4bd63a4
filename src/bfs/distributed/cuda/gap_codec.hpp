// Encoding of vertex sets as gaps on a device, and decoding; see gap_layout.hpp. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "bfs/distributed/cuda/gap_layout.hpp"
#include "gpu/runtime.hpp"

namespace fathom::ranks_engine {

/// Encodes the set bits of a bitmap of `words` words, of which there must be at most l.most, into l.bytes() bytes at `encoded`.
/// `sums` is scratch memory for l.tiles numbers.
void encode_gaps(const bit_word* bits, std::uint64_t words, const gap_layout& l, std::uint64_t* sums, bit_word* encoded,
                 const cuda::stream& s);

/// Marks the vertices of `sets` consecutive encoded sets visited. Set i has messages[i].found vertices, from bit i * stride of
/// `visited` on. They are also concatenated in `frontier` unless that is null.
void decode_gaps(const bit_word* encoded, unsigned sets, const gap_layout& l, const frontier_message* messages, local_vertex stride,
                 bit_word* visited, local_vertex* frontier, const cuda::stream& s);

}  // namespace fathom::ranks_engine
