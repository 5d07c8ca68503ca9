// The entry point of libFuzzer: any bytes are a deck, and reading and auditing one may report
// errors but not crash, leak, hang or touch a file.
#include <cstddef>
#include <cstdint>

#include "analysis/fuzz_entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mbs::fuzz_entry(data, size);
  return 0;
}
