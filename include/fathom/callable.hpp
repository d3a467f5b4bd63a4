// FATHOM_CALLABLE: marks functions that run on both the CPU and the GPU.
#pragma once

/// Declares a function for host and device under nvcc; empty for a C++ compiler.
#if defined(__CUDACC__)
#define FATHOM_CALLABLE __host__ __device__
#else
#define FATHOM_CALLABLE
#endif
