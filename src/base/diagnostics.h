// The sink for everything wrong with the user's input. Readers and builders report here and go on;
// only main prints. One error is one line:
//   deck:line:col: error: RECORD: what is wrong; what was expected
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "base/source_location.h"

namespace mbs {

enum class Severity { warning, error };

struct Diagnostic {
  Severity severity;
  SourceLocation where;
  std::string record;    // "revolute joint 3 of 4"; may be empty
  std::string problem;   // what is wrong
  std::string expected;  // what was expected and how to mend it; may be empty
};

class Diagnostics {
 public:
  static constexpr int kMaxErrors = 20;  // per run; more are counted, not shown

  // Returns the index to be used in SourceLocation::file.
  int add_file(std::string name);
  const std::string& file(int index) const { return files_.at(static_cast<std::size_t>(index)); }
  int file_count() const { return count_of(files_); }

  void error(SourceLocation where, std::string record, std::string problem,
             std::string expected = {});
  void warning(SourceLocation where, std::string record, std::string problem,
               std::string expected = {});

  bool has_errors() const { return errors_ > 0; }
  int error_count() const { return errors_; }
  bool full() const { return errors_ >= kMaxErrors; }
  const std::vector<Diagnostic>& list() const { return list_; }

  // "deck.dat:3:7: error: ..." ; without a line: "deck.dat: error: ...".
  std::string format(const Diagnostic& d) const;
  // All diagnostics by file, line and column; a last line counts the errors above kMaxErrors.
  std::string format_all() const;

 private:
  std::vector<std::string> files_;
  std::vector<Diagnostic> list_;
  int errors_ = 0;
};

// The candidate that `word` begins, as x2 begins x2_1, else the one nearest to it
// (Damerau-Levenshtein distance at most 1 or a third of its length, letter case ignored); the first
// of several, empty if there is none.
std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& among);

}  // namespace mbs
