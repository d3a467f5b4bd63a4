// Functions that run on a CPU and on a GPU.
#pragma once

/// Stands before each: nothing for a C++ compiler, both kinds of function for nvcc.
#if defined(__CUDACC__)
#define FATHOM_CALLABLE __host__ __device__
#else
#define FATHOM_CALLABLE
#endif
