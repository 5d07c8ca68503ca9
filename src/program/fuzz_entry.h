// The entry of the fuzzer: arbitrary bytes are read as a deck. A valid deck is written out again,
// converted and, where it is small, run within narrow limits. No file is opened, nothing is
// printed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mbs {

// Ends the process (abort) where
// - the canonical deck does not read back as itself,
// - the converted deck is not read,
// - the exit status and the errors do not agree,
// - the report or the CSV contains a number that is not finite (but a measure may be nan),
// - a run that adapts its steps gains kinetic energy from nowhere, without a warning.
// A comment line "#! word..." sets options of the command line: certify, cross-check, check.
void fuzz_entry(const std::uint8_t* data, std::size_t size);

}  // namespace mbs
