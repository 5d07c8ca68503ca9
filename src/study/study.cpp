#include "study/study.h"

#include <fmt/format.h>

#include <memory>

#include "deck/lines/lexer.h"
#include "program/run_deck.h"
#include "text/capital_names.h"
#include "text/file_cache.h"
#include "text/number.h"

namespace mbs {

namespace {

// Bounds and spread of the deck where the command line has none.
void add_from_deck(const Parameters& parameters, Unknown& unknown) {
  const Parameter& parameter = *parameters.find(unknown.name);
  if (!unknown.from) {
    unknown.from = parameter.from;
    unknown.to = parameter.to;
  }
  unknown.spread = parameter.spread;
  unknown.start = parameter.value;
  const bool inside =
      !unknown.from || (unknown.start >= *unknown.from && unknown.start <= *unknown.to);
  if (!inside) unknown.start = *unknown.from + 0.5 * (*unknown.to - *unknown.from);
}

bool read_unknowns(const StudyRequest& request, const UnitSystem& units, std::vector<Unknown>& out,
                   Diagnostics& diagnostics) {
  const bool open = request.bounds != Bounds::must;
  for (const std::string& text : request.parameters) {
    if (request.bounds == Bounds::none && !is_name(text)) {
      diagnostics.error({}, "-p " + printable(text), "it is no name", "expected -p name");
      continue;
    }
    const auto bounds = read_bounds(text, true, open ? "or -p name" : "", units, diagnostics);
    if (!bounds) continue;
    for (const Unknown& other : out)
      if (name_key(bounds->name) == name_key(other.name))
        diagnostics.error({}, "-p " + bounds->name, "given twice", "expected it once");
    out.push_back({bounds->name, 0, {}, bounds->from, bounds->to});
  }
  if (out.empty() && !diagnostics.has_errors())
    diagnostics.error(
        {}, "-p", "no parameter is given",
        request.bounds == Bounds::none ? "expected -p name" : "expected -p name=from:to");
  return !diagnostics.has_errors();
}

bool have_bounds(const std::vector<Unknown>& unknowns, Diagnostics& diagnostics) {
  for (const Unknown& unknown : unknowns)
    if (!unknown.from)
      diagnostics.error(
          {}, "-p " + unknown.name, "it has no bounds",
          fmt::format("expected -p {0}=from:to, or FROM and TO in PARAM {0}", unknown.name));
  return !diagnostics.has_errors();
}

}  // namespace

std::vector<double> Study::starts() const {
  std::vector<double> out;
  for (const Unknown& unknown : unknowns) out.push_back(unknown.start);
  return out;
}

std::optional<Study> prepare_study(const DeckInput& given, const RunSettings& settings,
                                   const StudyRequest& request, std::string& messages) {
  Diagnostics of_command;
  of_command.add_file(given.name);
  auto refused = [&] {
    messages += of_command.format_all();
    return std::nullopt;
  };
  DeckInput deck = given;
  deck.files = std::make_shared<FileCache>();
  Diagnostics ignored;
  const LexedDeck lexed = lex(deck, ignored);
  deck.added = request.added;
  std::vector<Unknown> unknowns;
  if (!read_unknowns(request, lexed.parameters.units(), unknowns, of_command)) return refused();
  std::vector<std::string> names;
  for (const Unknown& unknown : unknowns) names.push_back(unknown.name);
  if (!parameters_exist(deck, names, of_command, messages)) return refused();
  if (lexed.usable)
    for (Unknown& unknown : unknowns) add_from_deck(lexed.parameters, unknown);
  if (request.bounds == Bounds::must && lexed.usable && !have_bounds(unknowns, of_command))
    return refused();
  DeckInput started = deck;
  for (const Unknown& unknown : unknowns)
    if (lexed.usable && unknown.start != lexed.parameters.find(unknown.name)->value)
      started.overrides.emplace_back(unknown.name, format_number(unknown.start));
  Diagnostics of_deck;
  const auto prepared = check_deck(started, settings, of_deck);
  messages += of_deck.format_all();
  if (!prepared) return {};
  std::vector<std::string> files;
  for (int k = deck.name == "stdin" ? 1 : 0; k < of_deck.file_count(); ++k)
    if (const std::string& file = of_deck.file(k); !file.starts_with('\'')) files.push_back(file);
  std::vector<std::string> measures;
  for (const MeasureRow& row : prepared->tables.measures) measures.push_back(row.name);
  const std::size_t count = measures.size(), added = request.added.size();
  return Study{std::move(unknowns), std::move(measures), std::move(files),
               DeckRuns(std::move(deck), settings, std::move(names), count), count - added};
}

}  // namespace mbs
