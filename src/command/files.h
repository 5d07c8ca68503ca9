// Reading decks and other files by their names, and what is said where that fails.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/exit_status.h"
#include "base/read_file.h"
#include "program/run_deck.h"

namespace mbs {

inline int finish(ExitStatus status) { return static_cast<int>(status); }
// Of two failures the larger counts.
int worse(int a, int b);
// The problem of writing to a pipe whose reader has gone. It has all that it wanted, so that
// nothing is said of it.
inline constexpr std::string_view kUnread = "nobody reads the pipe";
// Says what is wrong on standard error; the exit status of that.
int usage_error(const std::string& text);

// All of `text` to standard output: empty, or what went wrong. The other says that; the exit
// status.
std::string write_out(std::string_view text);
int print(std::string_view text);

// Empty, or why the deck cannot be read; "-" is standard input.
std::string read_deck_text(const std::string& path, std::size_t most, DeckInput& input);
// "cannot read deck 'name'", with the problem where it is no matter of course.
std::string cannot_read(const std::string& what, const std::string& problem);
// Every file that the run of a deck has read, by a name that opens it.
std::vector<std::string> files_of(const std::string& deck, const Diagnostics& diagnostics);

// "cannot write 'name' completely: ..." with the meaning of errno, or kUnread.
std::string cannot_write(const std::string& name, int error);

}  // namespace mbs
