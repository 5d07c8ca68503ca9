// Replaces operator new of the executable by one that counts. To be included by one source file of
// an executable.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace mbs::test {
inline std::atomic<long> allocations{0};
}

// Not inlined: the compiler would see free() given what it takes for memory of another operator
// new. The nothrow form is replaced too, or an address sanitizer would pair its own with our
// delete.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++mbs::test::allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* p = operator new(size, std::nothrow)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
