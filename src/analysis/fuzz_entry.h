// What the fuzzer calls with any bytes at all: they are read as a deck, and a small deck that is
// right is written out again, built and checked at its start. No file is opened, nothing printed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mbs {

// Ends the process where the canonical deck does not read back as itself.
void fuzz_entry(const std::uint8_t* data, std::size_t size);

}  // namespace mbs
