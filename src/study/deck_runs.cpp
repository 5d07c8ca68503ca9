#include "study/deck_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <exception>
#include <limits>
#include <new>

#include "base/threads.h"
#include "deck/lines/lexer.h"
#include "program/run_deck.h"
#include "run/frame/limits.h"
#include "text/capital_names.h"
#include "text/file_cache.h"
#include "text/number.h"

namespace mbs {

namespace {

// The first error as a single run prints it, without the name of the deck.
std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity != Severity::error) continue;
    std::string out = d.where.file > 0 ? diagnostics.file(d.where.file) + ":" : "";
    if (d.where.line > 0) out += fmt::format("{}:{}: ", d.where.line, d.where.column);
    if (!d.record.empty()) out += d.record + ": ";
    out += d.problem;
    if (!d.expected.empty()) out += "; " + d.expected;
    return out;
  }
  return {};
}

std::string first_missing(const std::vector<MeasureValue>& measures) {
  for (const MeasureValue& value : measures)
    if (!value.reason.empty()) return fmt::format("{} has no value: {}", value.name, value.reason);
  return {};
}

}  // namespace

DeckRuns::DeckRuns(DeckInput deck, const RunSettings& settings, std::vector<std::string> names,
                   std::size_t measures)
    : deck_(std::move(deck)), settings_(settings), names_(std::move(names)), measures_(measures) {
  if (!deck_.files) deck_.files = std::make_shared<FileCache>();
  settings_.of_study = true;
}

RunResult DeckRuns::run(std::span<const double> values) const {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(format_number(value));
  return run(texts, {});
}

RunResult DeckRuns::run(const std::vector<std::string>& values, const Keep& keep,
                        const KeepStrides& keep_strides,
                        const std::vector<std::string>& columns) const {
  DeckInput deck = deck_;
  for (std::size_t k = 0; k < names_.size(); ++k) deck.overrides.emplace_back(names_[k], values[k]);
  RunSettings settings = settings_;
  settings.begun = Interrupt::Clock::now();
  settings.echo = static_cast<bool>(keep);
  Outcome outcome{ExitStatus::deck_error, {}};
  RunResult out;
  TextSink report;
  try {
    Diagnostics diagnostics;
    const auto prepared = prepare_run(deck, settings, diagnostics);
    if (prepared) {
      std::deque<TextSink> strides(keep_strides ? prepared->tables.strides.size() : 0);
      Outputs outputs{keep ? &report : nullptr, nullptr, {}, columns};
      for (TextSink& sink : strides) outputs.strides.push_back(&sink);
      outcome = mbs::run(*prepared, outputs, diagnostics);
      std::vector<std::string> csv;
      for (TextSink& sink : strides) csv.emplace_back(sink.buffer().data(), sink.buffer().size());
      if (keep_strides && outcome.status == ExitStatus::done) keep_strides(csv);
      out.late = time_limit(prepared->tables.limits, prepared->settings).requested();
    }
    if (keep) keep({report.buffer().data(), report.buffer().size()}, diagnostics, outcome);
    out.message = first_error(diagnostics);
    if (out.message.empty()) out.message = first_missing(outcome.measures);
  } catch (const std::bad_alloc&) {
    outcome = {ExitStatus::solution_failed, {}};
    out.message = "no memory is left";
  } catch (const std::exception& error) {
    outcome = {ExitStatus::internal_error, {}};
    out.message = fmt::format("internal error: {}", error.what());
  }
  if (out.late) {
    outcome = {ExitStatus::interrupted, {}};
    out.message = "timeout";
  }
  out.status = outcome.status;
  out.t_end = outcome.t_end;
  out.happened = std::move(outcome.happened);
  out.measures.assign(measures_, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t m = 0; m < std::min(measures_, outcome.measures.size()); ++m)
    if (outcome.measures[m].reason.empty()) out.measures[m] = outcome.measures[m].value + 0.0;
  return out;
}

std::vector<RunResult> DeckRuns::run_all(const std::vector<std::vector<double>>& points,
                                         int threads) const {
  std::vector<RunResult> out(points.size());
  std::atomic<std::size_t> next = 0;
  auto work = [&] {
    for (std::size_t k = next++; k < points.size(); k = next++) {
      if (signal_came()) {
        out[k].status = ExitStatus::interrupted;
        out[k].measures.assign(measures_, std::numeric_limits<double>::quiet_NaN());
      } else {
        out[k] = run(points[k]);
      }
    }
  };
  const int count = thread_count(threads, static_cast<long long>(points.size()));
  Threads others(work);
  others.start(count - 1);
  work();
  others.join_and_throw();
  return out;
}

int thread_count(int asked, long long runs) {
  if (asked <= 0) asked = cores();
  return static_cast<int>(std::min<long long>(asked, std::max(1LL, runs)));
}

std::optional<PreparedRun> check_deck(const DeckInput& deck, const RunSettings& given,
                                      Diagnostics& diagnostics) {
  RunSettings settings = given;
  settings.check_only = settings.of_study = true;
  auto prepared = prepare_run(deck, settings, diagnostics);
  if (prepared && run(*prepared, {}, diagnostics).status == ExitStatus::deck_error) return {};
  return prepared;
}

bool parameters_exist(const DeckInput& deck, const std::vector<std::string>& names,
                      Diagnostics& diagnostics, std::string& messages) {
  Diagnostics of_deck;
  const LexedDeck lexed = lex({deck.name, deck.text, deck.directory, deck.overrides}, of_deck);
  if (!lexed.usable) return true;
  for (const std::string& name : names) {
    const std::string record = "-p " + name;
    const Parameter* found = lexed.parameters.find(name);
    if (lexed.parameters.text(name)) {
      const auto given = [&name](const auto& d) { return name_key(d.first) == name_key(name); };
      if (std::any_of(deck.overrides.begin(), deck.overrides.end(), given))
        diagnostics.error({}, record, "-D gives it a value too", "leave out one of the two");
      continue;
    }
    if (!found && of_deck.has_errors()) {
      messages += of_deck.format_all();
      return false;
    }
    if (!found) {
      const std::string_view near = nearest_word(name, lexed.parameters.names_like(name));
      diagnostics.error({}, record, "no PARAM of the deck has this name",
                        near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    } else if (found->overridden) {
      diagnostics.error({}, record, "-D gives it a value too", "leave out one of the two");
    }
  }
  return !diagnostics.has_errors();
}

std::string as_defines(const std::vector<std::string>& names, std::span<const double> values) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out += fmt::format("{}-D {}={}", k > 0 ? " " : "", names[k], format_number(values[k]));
  return out;
}

}  // namespace mbs
