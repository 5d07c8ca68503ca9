#include "program/fuzz_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "elements/element.h"
#include "integrate/integrator.h"
#include "program/run_deck.h"
#include "text/names.h"

namespace mbs {

namespace {

// Larger mechanisms are read and written only, so that every input takes milliseconds.
constexpr std::size_t kMostNodes = 60;
constexpr long long kMostRows = 25, kMostSteps = 250, kMostEvents = 40;
// Limit of the wall clock [s], for a busy machine: steps, rows and events end a run in less than
// 0.1 s.
constexpr double kMostSeconds = 2;
// The largest allowed ratio of the kinetic energy to the largest energy before it.
constexpr double kExplosion = 1e6;

Tables read(const std::string& text, Diagnostics& diagnostics) {
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  DeckInput input;
  input.name = "deck";
  input.text = text;
  input.follow_includes = false;
  Tables tables = read_deck(lex(input, diagnostics), specs, {}, diagnostics);
  tables.name = "deck";
  return tables;
}

[[noreturn]] void found(const std::string& what, const std::string& text) {
  fmt::print(stderr, "FOUND: {}\n{}", what, text);
  std::abort();
}

// The output of --echo must read back as the same deck.
void check_echo(const Tables& tables) {
  const std::string echo = write_deck(tables);
  Diagnostics diagnostics;
  const Tables again = read(echo, diagnostics);
  if (diagnostics.has_errors() || write_deck(again) != echo)
    found("the canonical deck is not read back as itself", diagnostics.format_all() + echo);
}

// The output of --convert for a valid deck must be a valid deck.
void check_conversion(const Tables& tables, bool right) {
  Diagnostics diagnostics, of_native;
  const std::string native = write_converted(tables, diagnostics);
  if (diagnostics.has_errors() || !right) return;
  read(native, of_native);
  if (of_native.has_errors())
    found("the converted deck is not read", of_native.format_all() + native);
}

void set_limits(Tables& tables) {
  LimitRow& limits = tables.limits;
  limits.steps = std::min(limits.steps > 0 ? limits.steps : kMostSteps, kMostSteps);
  limits.events = std::min(limits.events > 0 ? limits.events : kMostEvents, kMostEvents);
  limits.seconds = kMostSeconds;
  tables.method.iterations = std::min(tables.method.iterations, 100);
  tables.method.load_steps = std::min(tables.method.load_steps, 10);
  if (tables.time.step == 0 || tables.time.count() <= kMostRows) return;
  tables.time.end = tables.time.at(kMostRows - 1);
  for (MeasureRow& row : tables.measures) {  // their windows lie within the run
    row.has_from = row.has_from && row.from < tables.time.end;
    row.has_to = row.has_to && row.to <= tables.time.end;
  }
}

// The first "nan" or "inf" that is a word of its own; npos if there is none. A measure without a
// value shows nan and its reason: the table MEASURES is the only place for it in a report.
std::size_t find_not_finite(const std::string& text) {
  auto letter = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  const std::size_t measures = text.find("\n MEASURES\n");
  auto measure_without_value = [&](std::size_t i) {
    return measures != std::string::npos && i > measures && text.compare(i, 6, "nan  (") == 0;
  };
  for (const char* word : {"nan", "inf"})
    for (std::size_t i = text.find(word); i != std::string::npos; i = text.find(word, i + 1))
      if ((i == 0 || !letter(i - 1)) && !letter(i + 3) && !measure_without_value(i)) return i;
  return std::string::npos;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

struct Ran {
  Outcome outcome;
  bool has_errors = false;
  std::string report, csv, messages;
};

// The exit status must be `done` exactly where there is no error.
void check_word(const Ran& ran) {
  if ((ran.outcome.status == ExitStatus::done) == ran.has_errors)
    found(fmt::format("status {} {} an error", static_cast<int>(ran.outcome.status),
                      ran.has_errors ? "with" : "without"),
          ran.messages + ran.report);
}

void check_finite(const Ran& ran, const std::string& deck) {
  const std::string words = lower_case(deck);  // a name may be "inf"
  if (words.find("nan") != std::string::npos || words.find("inf") != std::string::npos) return;
  for (const std::string* text : {&ran.report, &ran.csv}) {
    const std::size_t at = find_not_finite(*text);
    if (at == std::string::npos) continue;
    const std::size_t line = text->rfind('\n', at) + 1;
    found("not finite: " + text->substr(line, text->find('\n', at) - line),
          fmt::format("status {}\n{}", static_cast<int>(ran.outcome.status), ran.messages));
  }
}

// Columns energy.kinetic, .potential, .work of the CSV.
void check_energy(const Ran& ran) {
  const std::size_t head_end = ran.csv.find('\n');
  if (head_end == std::string::npos) return;
  const std::string head = ran.csv.substr(0, head_end);
  const std::size_t name = head.find("energy.kinetic");
  if (name == std::string::npos) return;
  const auto column =
      std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(name), ',');
  double seen = 1e-6;  // the most energy so far, and its work
  for (std::size_t line = head_end + 1; line < ran.csv.size();) {
    std::size_t field = line;
    for (long k = 0; k < column; ++k) field = ran.csv.find(',', field) + 1;
    double energy[4] = {};  // kinetic, potential, work, balance
    for (double& value : energy) {
      const char* const first = ran.csv.data() + field;
      std::from_chars(first, ran.csv.data() + ran.csv.size(), value);
      field = ran.csv.find_first_of(",\n", field) + 1;
    }
    const double known = std::max({seen, std::fabs(energy[1]), std::fabs(energy[2])});
    if (energy[0] > kExplosion * known && line != head_end + 1)
      found(fmt::format("kinetic energy {} after {}", energy[0], known), ran.report);
    seen = std::max(known, energy[0]);
    line = ran.csv.find('\n', line) + 1;
  }
}

Ran run(const Tables& tables, const RunSettings& settings) {
  TextSink report, csv;
  Diagnostics diagnostics;
  Ran ran;
  if (const auto prepared = prepare_run(tables, settings, diagnostics))
    ran.outcome = mbs::run(*prepared, {&report, &csv, {}}, diagnostics);
  else
    ran.outcome.status = ExitStatus::deck_error;
  ran.report.assign(report.buffer().data(), report.buffer().size());
  ran.csv.assign(csv.buffer().data(), csv.buffer().size());
  ran.messages = diagnostics.format_all();
  ran.has_errors = diagnostics.has_errors();
  return ran;
}

RunSettings settings_of(const std::string& text) {
  RunSettings settings;
  const std::size_t at = text.find("#! ");
  if (at == std::string::npos) return settings;
  const std::string words = text.substr(at, text.find('\n', at) - at);
  auto says = [&](const char* word) { return words.find(word) != std::string::npos; };
  if (says("certify")) settings.certify = 3;
  settings.cross_check = says("cross-check");
  settings.check_only = says("check-only");
  if (says("dense")) settings.options.path = kPathDense;
  if (says("sparse")) settings.options.path = kPathSparse;
  if (says("joint")) settings.options.path = kPathJoint;
  if (says("lapack")) settings.options.path = kPathLapack;
  return settings;
}

}  // namespace

void fuzz_entry(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  const std::string text(data, data + size);
  Tables tables = read(text, diagnostics);
  diagnostics.format_all();
  if (diagnostics.has_errors()) return;
  check_echo(tables);
  if (tables.nodes.size() > kMostNodes) return check_conversion(tables, false);
  set_limits(tables);
  const Ran ran = run(tables, settings_of(text));
  check_word(ran);
  check_conversion(tables, ran.outcome.status != ExitStatus::deck_error);
  check_finite(ran, text);
  const bool quiet = ran.outcome.status == ExitStatus::done && ran.messages.empty();
  const bool fixed_step =
      is_fixed_step(tables.method.integration.method, tables.method.integration.h);
  if (quiet && tables.job == Job::dynamic && !fixed_step) check_energy(ran);
}

}  // namespace mbs
