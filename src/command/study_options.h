// Options of the study verbs solve, optimise and sensitivity, which make many runs.
#pragma once

#include <optional>
#include <vector>

#include "base/hard_stop.h"
#include "command/arguments.h"
#include "study/sweep/sweep_file.h"

namespace CLI {
class App;
}

namespace mbs {

// The study verbs with their parsers.
using StudyVerbs = std::vector<std::pair<Verb, const CLI::App*>>;
StudyVerbs add_study_verbs(CLI::App& app, Arguments& args);
// The study verb on the command line; empty: none.
std::optional<Verb> given_study(const StudyVerbs& verbs);

// Whether the verb is a study verb, and its name.
bool is_search(Verb verb);
const char* verb_name(Verb verb);

inline constexpr const char* kTimeout = "the time limit (--timeout)";
// For a program of one run: limits the rest of the program to the time left of --timeout. Limits of
// the run itself end here.
void limit_time(const Arguments& args);
// The time that --timeout gives the preparation of many runs [s]; 0: no limit.
double seconds_to_prepare(const Arguments& args);
template <class Prepare>
auto prepare_in_time(const Arguments& args, const Prepare& prepare) {
  const DeadlineHere limit(seconds_to_prepare(args), kTimeout);
  return prepare();
}

// The file of -o, whose rows are written while the runs are made. `resume`: goes on with its rows,
// each of which must pass is_row; `header`: its head row; read: the files that the study reads.
// Returns the problem, or empty.
template <class Outputs>
std::string begin_table(const Arguments& args, SweepFile& table, bool resume,
                        const std::vector<std::string>& read, const std::string& header,
                        const SweepFile::IsRow& is_row, Outputs& outputs) {
  outputs.rows = [&table](std::string_view text, long long count) {
    return table.write(text, count);
  };
  outputs.old_row = [&table] { return table.next_old_row(); };
  return prepare_in_time(
      args, [&] { return resume ? table.resume(read, header, is_row) : table.open(read); });
}
// Ends the table, if there is one and the runs had no error. Returns the worse status of both.
int end_table(ExitStatus status, std::optional<SweepFile>& table);

// Reports --resume without a file.
int no_table_to_resume();

}  // namespace mbs
