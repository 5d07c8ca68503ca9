// Reading of decks and other files by name, and the messages where reading or writing fails.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/exit_status.h"
#include "base/read_file.h"
#include "deck/lines/deck_input.h"

namespace mbs {

inline int finish(ExitStatus status) { return static_cast<int>(status); }
// The larger of two exit statuses.
int worse(int a, int b);
// The problem text for a pipe whose reader has gone. The reader has all that it wanted, so this
// problem is never printed.
inline constexpr std::string_view kUnread = "nobody reads the pipe";
// Prints the error on standard error and returns its exit status.
int usage_error(const std::string& text);

// Both write all of `text` to standard output. write_out() returns the problem, or empty; print()
// prints the problem and returns the exit status.
std::string write_out(std::string_view text);
int print(std::string_view text);

// Reads the deck; "-" is standard input. Returns empty, or why the deck cannot be read.
std::string read_deck_text(const std::string& path, std::size_t most, DeckInput& input);
// "cannot read deck 'name'", with the problem unless the file is missing or a folder.
std::string cannot_read(const std::string& what, const std::string& problem);
// Names that open the files which the run of a deck has read.
std::vector<std::string> files_of(const std::string& deck, const Diagnostics& diagnostics);

// The message of a write that failed with this errno: "cannot write 'name' completely: ...".
std::string cannot_write(const std::string& name, int error);

}  // namespace mbs
