// Reading decks and other files by their names, and what is said where that fails.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/exit_status.h"
#include "deck_run/run_deck.h"

namespace mbs {

inline int finish(ExitStatus status) { return static_cast<int>(status); }
// Says what is wrong on standard error; the exit status of that.
int usage_error(const std::string& text);

// False if the file cannot be read.
bool read_file(const std::string& path, std::string& text);
// The same of a deck; "-" is standard input.
bool read_deck_text(const std::string& path, DeckInput& input);
// Every file that the run of a deck has read, by a name that opens it.
std::vector<std::string> files_of(const std::string& deck, const Diagnostics& diagnostics);

// "cannot write 'name' completely: ..." with the meaning of errno.
std::string cannot_write(const std::string& name, int error);

}  // namespace mbs
