#include "study/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <new>

#include "base/escaped.h"
#include "base/threads.h"
#include "deck/lines/lexer.h"
#include "deck/lines/tokenizer.h"
#include "deck/records/sweep_records.h"
#include "program/run_deck.h"
#include "report/output_file.h"
#include "study/deck_runs.h"
#include "study/run_table.h"
#include "study/sweep/ordered_rows.h"
#include "text/file_cache.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

using namespace std::chrono_literals;

constexpr std::array<const char*, 3> kOwnColumns = {"status", "message", "t_end"};
constexpr std::string_view kTimeout = ",5,\"timeout\",nan\n";  // end of a row
// kPatience: time that runs have to end after a signal; then they are abandoned.
constexpr auto kPatience = 30ms, kLook = 10ms;
constexpr auto kShow = 100ms;  // between two lines of progress

std::string begin_of_row(const RunList& runs, long long k) {
  std::string out;
  for (std::size_t p = 0; p < runs.names().size(); ++p)
    out += (runs.is_text(p) ? csv_quoted(runs.text(k, p)) : runs.text(k, p)) + ',';
  return out;
}

// ---- what is checked before the first run -------------------------------------------------------

bool columns_apart(const RunList& runs, const std::vector<std::string>& measures,
                   Diagnostics& diagnostics) {
  for (const auto* names : {&runs.names(), &measures})
    for (const std::string& name : *names)
      for (const char* own : kOwnColumns)
        if (lower_case(name) == own)
          diagnostics.error({}, "sweep", fmt::format("'{}' is a column of every table", own),
                            "give the parameter or measure of this name another one");
  return !diagnostics.has_errors();
}

// The units and SWEEP lines of the deck. Empty where one of them has an error; other errors of the
// deck are reported by its run.
std::optional<Tables> sweep_rows(const DeckInput& deck, std::string& messages) {
  Diagnostics reading;
  const LexedDeck lexed = lex(deck, reading);
  const int before = reading.error_count();
  Tables tables;
  tables.parameters = std::make_shared<const Parameters>(lexed.parameters);
  for (const Record& record : lexed.observations)
    if (has_keyword(record, "sweep")) read_sweep(record, tables, reading);
  if (reading.error_count() == before) return tables;
  messages += reading.format_all();
  return {};
}

// Finds values for which the deck has no error. A deck may fail with the values of a single run. It
// counts as wrong where it fails with the values of the first run, of the last run and its own; a
// task of an array tries `known` before, values that the whole sweep has found, so that all tasks
// read the same files. sound: the values found; files: the files read.
std::optional<PreparedRun> find_sound(const DeckInput& deck, const RunSettings& run,
                                      const RunList& runs, const std::string& known,
                                      std::string& sound, std::vector<std::string>& files,
                                      std::string& messages) {
  std::vector<std::string> candidates = {begin_of_row(runs, 0),
                                         begin_of_row(runs, runs.count() - 1), ""};
  if (!known.empty()) candidates.insert(candidates.begin(), known);
  std::string of_first;
  for (const std::string& values : candidates) {
    const bool is_first = &values == &candidates.front();
    DeckInput tried = deck;
    std::vector<std::string> fields = csv_fields(values);
    for (std::size_t p = 0; p + 1 < fields.size() && p < runs.names().size(); ++p)
      tried.overrides.emplace_back(runs.names()[p], fields[p]);
    Diagnostics found;
    std::optional<PreparedRun> prepared = check_deck(tried, run, found);
    if (is_first) of_first = found.format_all();
    if (!prepared) continue;
    // Errors of a run go to its row of the table.
    if (is_first && !found.has_errors()) messages += found.format_all();
    for (int k = deck.name == "stdin" ? 1 : 0; k < found.file_count(); ++k)
      files.push_back(found.file(k));
    sound = values;
    return prepared;
  }
  messages += of_first;
  return {};
}

// ---- the runs -----------------------------------------------------------------------------------

// Makes the runs by threads. It lives as long as its threads.
class Runner : public std::enable_shared_from_this<Runner> {
 public:
  Runner(PreparedSweep sweep, SweepOutputs outputs)
      : sweep_(std::move(sweep)),
        outputs_(std::move(outputs)),
        runs_(sweep_.deck, sweep_.run, sweep_.runs.names(), sweep_.measures.size()),
        rows_(
            0, sweep_.runs.count(),
            [this](std::string_view text, long long count) { return write(text, count); },
            [this](long long k) { return known(k); }) {}

  ExitStatus run(int threads, std::string& messages);

 private:
  bool write(std::string_view text, long long count) {
    problem_ = outputs_.rows(text, count);
    return problem_.empty();
  }
  std::optional<std::string> known(long long k);
  // Keeps the report of run k. False after an error, which ends the sweep.
  bool keep(long long k, std::string_view report, const Diagnostics& diagnostics,
            const Outcome& outcome);
  bool keep_strides(long long k, const std::vector<std::string>& csv);
  std::string write_whole(const std::string& name, std::string_view text) const;
  bool has_kept(std::string problem);
  void work();
  // Makes run k and gives its row; empty after a signal.
  std::optional<std::string> row(long long k);
  void note(ExitStatus status);
  void watch();

  const PreparedSweep sweep_;
  const SweepOutputs outputs_;
  const DeckRuns runs_;
  OrderedRows rows_;
  // Guarded by the mutex of rows_: the problem of writing; whether old rows may be left.
  std::string problem_;
  bool old_left_ = true;
  std::mutex keeping_;
  std::string not_kept_;  // why a report could not be written
  std::atomic<long long> computed_ = 0;
  // failed_: status 3 of the sweep, refused_: 4
  std::atomic<bool> failed_ = false, refused_ = false;
};

void Runner::note(ExitStatus status) {
  if (status == ExitStatus::check_failed)
    refused_ = true;
  else if (status != ExitStatus::done)
    failed_ = true;
}

// The row of the next run, k, if an earlier sweep has it and the files of its strides.
std::optional<std::string> Runner::known(long long k) {
  if (!outputs_.old_row || !old_left_) return {};
  std::string row = outputs_.old_row();
  old_left_ = !row.empty();
  if (!old_left_ || row.ends_with(kTimeout)) return {};
  const std::vector<std::string> fields = csv_fields(row.substr(0, row.size() - 1));
  const std::string& status = fields[fields.size() - kOwnColumns.size()];
  if (status == "0" && !sweep_.stride_files.empty())
    for (const std::string& name : sweep_.stride_files[static_cast<std::size_t>(k)])
      if (std::error_code code; !std::filesystem::exists(name, code)) return {};
  note(static_cast<ExitStatus>(status.empty() ? 1 : status[0] - '0'));
  return row;
}

bool Runner::keep(long long k, std::string_view report, const Diagnostics& diagnostics,
                  const Outcome& outcome) {
  if (sweep_.keep == "failed" && outcome.status == ExitStatus::done) return true;
  const std::string messages = diagnostics.format_all() + outcome.last_good_state;
  std::string problem;
  for (const auto& [ending, text] :
       {std::pair("txt", report), {"err", std::string_view(messages)}}) {
    if (!problem.empty() || (text.empty() && ending == std::string_view("err"))) continue;
    problem = write_whole(fmt::format("{}/run_{}.{}", sweep_.folder, k + 1, ending), text);
  }
  return has_kept(std::move(problem));
}

// Writes a file of a run. Returns why it could not be written, or an empty text.
std::string Runner::write_whole(const std::string& name, std::string_view text) const {
  OutputFile file(name);
  std::string problem = file.open(sweep_.files);
  if (problem.empty()) problem = file.write(text);
  if (problem.empty()) problem = file.commit();
  return problem;
}

// False where there is a problem, which ends the sweep.
bool Runner::has_kept(std::string problem) {
  if (problem.empty()) return true;
  const std::lock_guard lock(keeping_);
  not_kept_ = std::move(problem);
  rows_.stop();
  return false;
}

// Writes the strides of run k. False after an error, which ends the sweep.
bool Runner::keep_strides(long long k, const std::vector<std::string>& csv) {
  const std::vector<std::string>& names = sweep_.stride_files[static_cast<std::size_t>(k)];
  std::string problem;
  for (std::size_t n = 0; n < names.size() && problem.empty(); ++n) {
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::path(names[n]).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
    problem = write_whole(names[n], csv[n]);
  }
  return has_kept(std::move(problem));
}

std::optional<std::string> Runner::row(long long k) {
  std::vector<std::string> values;
  for (std::size_t p = 0; p < sweep_.runs.names().size(); ++p)
    values.push_back(sweep_.runs.text(k, p));
  bool kept = true;
  DeckRuns::Keep keeper;
  if (!sweep_.keep.empty())
    keeper = [&](std::string_view report, const Diagnostics& diagnostics, const Outcome& outcome) {
      if (!asked_to_end()) kept = keep(k, report, diagnostics, outcome);
    };
  DeckRuns::KeepStrides strides;
  if (!sweep_.strides.empty())
    strides = [&](const std::vector<std::string>& csv) {
      if (!asked_to_end()) kept = kept && keep_strides(k, csv);
    };
  const RunResult result = runs_.run(values, keeper, strides, sweep_.columns);
  if (asked_to_end() || !kept) return {};
  note(result.status);
  return begin_of_row(sweep_.runs, k) + end_of_row(result);
}

void Runner::work() {
  try {
    while (const std::optional<long long> k = rows_.take()) {
      std::optional<std::string> text = row(*k);
      if (!text) break;
      ++computed_;
      rows_.put(*k, std::move(*text));
    }
  } catch (const std::bad_alloc&) {
    const std::lock_guard lock(keeping_);
    not_kept_ = "no memory is left";
    rows_.stop();
  }
  rows_.leave();
}

// Shows the progress until all threads have left or are abandoned.
void Runner::watch() {
  const auto begun = Interrupt::Clock::now();
  std::optional<Interrupt::Clock::time_point> told;
  auto shown = begun;
  while (!rows_.wait(kLook)) {
    const auto now = Interrupt::Clock::now();
    if (outputs_.progress && now - shown >= kShow) {
      shown = now;
      outputs_.progress({rows_.written(), sweep_.runs.count(), computed_,
                         std::chrono::duration<double>(now - begun).count()});
    }
    if (!told && asked_to_end()) {
      told = now;
      rows_.stop();
    }
    if (told && now - *told > kPatience) return;
  }
}

ExitStatus Runner::run(int count, std::string& messages) {
  Threads threads([self = shared_from_this()] { self->work(); });
  for (int k = 0; k < count; ++k) rows_.enter();
  const int there = threads.start(count);
  for (int k = there; k < count; ++k) rows_.leave();
  if (there > 0) {
    watch();
  } else {
    rows_.enter();
    work();
  }
  const bool all_left = rows_.wait(0ms);
  rows_.close();
  // A run that goes on after a signal ends with the process.
  all_left ? threads.join() : threads.detach();
  if (all_left && !not_kept_.empty()) problem_ = not_kept_;
  if (rows_.failed() || (all_left && !not_kept_.empty())) {
    messages += fmt::format("mbsim: error: {}\n", escaped(problem_));
    return ExitStatus::deck_error;
  }
  if (signal_came()) {
    messages += fmt::format("{}: error: sweep: ended by a signal after {} of {} runs\n",
                            escaped(sweep_.deck.name), rows_.written(), sweep_.runs.count());
    return ExitStatus::interrupted;
  }
  return failed_    ? ExitStatus::solution_failed
         : refused_ ? ExitStatus::check_failed
                    : ExitStatus::done;
}

}  // namespace

std::optional<PreparedSweep> prepare_sweep(const DeckInput& given, const RunSettings& run,
                                           const SweepSettings& settings, std::string& messages) {
  DeckInput deck = given;
  deck.files = std::make_shared<FileCache>();
  Diagnostics of_command;
  of_command.add_file(deck.name);
  auto refused = [&] {
    messages += of_command.format_all();
    return std::nullopt;
  };
  const std::optional<Tables> said = sweep_rows(deck, messages);
  if (!said) return {};
  std::optional<RunList> runs =
      make_run_list(settings.runs, said->sweeps, *said->parameters, of_command);
  if (!runs || !parameters_exist(deck, runs->names(), of_command, messages)) return refused();
  std::string sound;
  std::vector<std::string> files;
  const std::optional<PreparedRun> prepared =
      find_sound(deck, run, *runs, settings.sound, sound, files, messages);
  if (!prepared) return {};
  if (!settings.runs.table.empty()) files.push_back(settings.runs.table);
  std::vector<std::vector<std::string>> strides;
  if (!settings.strides.empty()) {
    strides =
        name_stride_files(deck, *runs, settings.strides, prepared->tables.strides, of_command);
    if (strides.empty()) return refused();
  }
  std::vector<std::string> measures;
  for (const MeasureRow& row : prepared->tables.measures) measures.push_back(row.name);
  if (!columns_apart(*runs, measures, of_command)) return refused();
  std::error_code code;
  if (!settings.keep.empty() && !std::filesystem::is_directory(settings.folder, code) &&
      !std::filesystem::create_directories(settings.folder, code)) {
    of_command.error({}, "--keep", fmt::format("cannot make the folder '{}'", settings.folder));
    return refused();
  }
  std::string header;
  for (const std::string& name : runs->names()) header += name + ',';
  for (const std::string& name : measures) header += name + ',';
  header += fmt::format("{}\n", fmt::join(kOwnColumns, ","));
  return PreparedSweep{std::move(deck),    run,
                       std::move(*runs),   std::move(measures),
                       std::move(files),   std::move(header),
                       settings.keep,      settings.folder,
                       settings.strides,   settings.columns,
                       std::move(strides), std::move(sound)};
}

bool is_row_of(const PreparedSweep& prepared, long long k, std::string_view row) {
  return k < prepared.runs.count() && row.ends_with('\n') &&
         row.starts_with(begin_of_row(prepared.runs, k)) &&
         csv_fields(row.substr(0, row.size() - 1)).size() == csv_fields(prepared.header).size();
}

ExitStatus sweep(const PreparedSweep& prepared, int threads, const SweepOutputs& outputs,
                 std::string& messages) {
  threads = thread_count(threads, prepared.runs.count());
  if (const std::string problem = outputs.rows(prepared.header, 0); !problem.empty()) {
    messages += fmt::format("mbsim: error: {}\n", escaped(problem));
    return ExitStatus::deck_error;
  }
  return std::make_shared<Runner>(prepared, outputs)->run(threads, messages);
}

}  // namespace mbs
