// One warning about input that is valid but most likely not meant so, and what looks for some of
// them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_location.h"
#include "model/model.h"

namespace mbs {

class Diagnostics;
class Parameters;
struct Phase;
struct Tables;

struct Doubt {
  SourceLocation where;
  std::string label, problem, expected;
};

std::vector<Doubt> doubts_of_contacts(const Tables& tables, const Model& model);

std::vector<Doubt> doubts_of_gears(const Tables& tables, const Model& model);

std::vector<Doubt> doubts_of_stiffness(const Tables& tables, const Model& model,
                                       const Phase& phase);

std::vector<Doubt> doubts_of_subject(const Tables& tables);

// lines: all of the file, a SourceLocation::file.
std::vector<Doubt> doubts_of_sines(int file, const std::vector<std::string_view>& lines,
                                   const Parameters& parameters);

// lines: all of the file, a SourceLocation::file.
std::vector<Doubt> doubts_of_expressions(int file, const std::vector<std::string_view>& lines,
                                         const Parameters& parameters);

// The offset of the sign that begins the comment of a line; npos: there is none. `a != b` is no
// comment.
std::size_t comment_sign(std::string_view line);

// Whether the comment behind `#` has the word meant, ok or intended, or the words on purpose.
bool says_meant(std::string_view line);

// Whether the comment on a line of the deck says so; lines: of the deck itself.
bool is_meant(SourceLocation where, const std::vector<std::string_view>& lines,
              const Diagnostics& diagnostics);
std::vector<std::string_view> lines_of(const std::string& text);
// Warns of a doubt unless the deck says that it is meant.
void warn_of(Doubt doubt, const std::vector<std::string_view>& lines, Diagnostics& diagnostics);

// A line of a file, counted from 1, without its end; empty where there is none.
std::string line_of_file(const std::string& path, int line);

}  // namespace mbs
