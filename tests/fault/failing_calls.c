// Fault injection for LD_PRELOAD: makes one C library call of a kind fail, or that call and all later ones.
//   FATHOM_FAIL_KIND   memory (malloc, mmap, threads) or writes (write, open for writing, close, rename, msync, fallocate)
//   FATHOM_FAIL_CALL   number of the call, counted from 0 after main() begins
//   FATHOM_FAIL_ALL    if set, all later calls fail too
//   FATHOM_FAIL_COUNT  file to which the number of calls is written at exit
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

enum { none, memory, writes };
static int kind, all_later, armed;
static long failing = -1;
static atomic_long calls;
static const char* count_file;

static int fails(int of) {
  if (!armed || of != kind) return 0;
  const long call = atomic_fetch_add(&calls, 1);
  return failing >= 0 && (all_later ? call >= failing : call == failing);
}

static void* next(const char* name) { return dlsym(RTLD_NEXT, name); }

static int (*real_main)(int, char**, char**);

static int counted_main(int argc, char** argv, char** environment) {
  const char* const of = getenv("FATHOM_FAIL_KIND");
  const char* const call = getenv("FATHOM_FAIL_CALL");
  kind = of == NULL ? none : strcmp(of, "memory") == 0 ? memory : writes;
  if (call != NULL) failing = atol(call);
  all_later = getenv("FATHOM_FAIL_ALL") != NULL;
  count_file = getenv("FATHOM_FAIL_COUNT");
  armed = 1;
  return real_main(argc, argv, environment);
}

int __libc_start_main(int (*main_function)(int, char**, char**), int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*end)(void), void* stack) {
  int (*const start)(void*, int, char**, void*, void*, void*, void*) = next("__libc_start_main");
  real_main = main_function;
  return start(counted_main, argc, argv, init, fini, end, stack);
}

__attribute__((destructor)) static void report(void) {
  armed = 0;
  if (count_file == NULL) return;
  FILE* const out = fopen(count_file, "w");
  if (out == NULL) return;
  fprintf(out, "%ld\n", (long)calls);
  fclose(out);
}

static void* no_memory(void) {
  errno = ENOMEM;
  return NULL;
}

void* malloc(size_t size) { return fails(memory) ? no_memory() : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(memory) ? no_memory() : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails(memory) ? no_memory() : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) { return fails(memory) ? no_memory() : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** to, size_t alignment, size_t size) {
  if (fails(memory)) return ENOMEM;
  *to = __libc_memalign(alignment, size);
  return *to == NULL ? ENOMEM : 0;
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  static void* (*real)(void*, size_t, int, int, int, off_t);
  if (real == NULL) real = next("mmap");
  if (!fails(memory)) return real(at, size, protection, flags, file, offset);
  errno = ENOMEM;
  return MAP_FAILED;
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (real == NULL) real = next("pthread_create");
  return fails(memory) ? EAGAIN : real(thread, attributes, run, argument);
}

static int disk_is_full(void) {
  errno = ENOSPC;
  return -1;
}

ssize_t write(int file, const void* bytes, size_t size) {
  static ssize_t (*real)(int, const void*, size_t);
  if (real == NULL) real = next("write");
  return file != STDERR_FILENO && fails(writes) ? disk_is_full() : real(file, bytes, size);
}

static int open_any(const char* path, int flags, int mode) {
  static int (*real)(const char*, int, ...);
  if (real == NULL) real = next("open");
  return (flags & O_ACCMODE) != O_RDONLY && fails(writes) ? disk_is_full() : real(path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = va_arg(rest, int);
  va_end(rest);
  return open_any(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = va_arg(rest, int);
  va_end(rest);
  return open_any(path, flags, mode);
}

int rename(const char* from, const char* to) {
  static int (*real)(const char*, const char*);
  if (real == NULL) real = next("rename");
  return fails(writes) ? disk_is_full() : real(from, to);
}
int msync(void* at, size_t size, int flags) {
  static int (*real)(void*, size_t, int);
  if (real == NULL) real = next("msync");
  return fails(writes) ? disk_is_full() : real(at, size, flags);
}
int posix_fallocate(int file, off_t offset, off_t size) {
  static int (*real)(int, off_t, off_t);
  if (real == NULL) real = next("posix_fallocate");
  return fails(writes) ? ENOSPC : real(file, offset, size);
}
int posix_fallocate64(int file, off_t offset, off_t size) { return posix_fallocate(file, offset, size); }
