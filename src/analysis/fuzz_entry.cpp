#include "analysis/fuzz_entry.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "analysis/run.h"
#include "deck/dialects.h"
#include "elements/element.h"

namespace mbs {

namespace {

// Larger mechanisms are built but not solved, so that every input takes milliseconds.
constexpr int kMostCoordinates = 150;

Tables read(const std::string& text, Diagnostics& diagnostics) {
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  LexInput input;
  input.name = "fuzz";
  input.text = text;
  input.follow_includes = false;
  return read_deck(lex(input, diagnostics), specs, {}, diagnostics);
}

std::string write(const Tables& tables) {
  if (tables.dialect == Dialect::segdyn) return write_segdyn(tables);
  return tables.dialect == Dialect::kabios ? write_kabios(tables) : write_native(tables);
}

// What --echo prints must be a deck, and the same one.
void check_echo(const Tables& tables) {
  const std::string echo = write(tables);
  Diagnostics diagnostics;
  const Tables again = read(echo, diagnostics);
  if (!diagnostics.has_errors() && write(again) == echo) return;
  fmt::print(stderr, "{}the canonical deck is not read back as itself:\n{}",
             diagnostics.format_all(), echo);
  std::abort();
}

void check_start(const Tables& tables, Diagnostics& diagnostics) {
  const std::optional<Built> built = build_model(tables, diagnostics);
  if (!built || built->model.nx > kMostCoordinates) return;
  RunSettings settings;
  settings.check_only = true;
  settings.timeout = 1;
  if (tables.job == Job::kinematic) run_kinematic(tables, *built, settings, {}, diagnostics);
  if (tables.job == Job::dynamic) run_dynamic(tables, *built, settings, {}, diagnostics);
}

}  // namespace

void fuzz_entry(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  const Tables tables = read(std::string(data, data + size), diagnostics);
  if (!diagnostics.has_errors()) {
    check_echo(tables);
    check_start(tables, diagnostics);
  }
  diagnostics.format_all();
}

}  // namespace mbs
