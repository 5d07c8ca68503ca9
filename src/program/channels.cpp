#include "program/channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/index.h"
#include "observe/observer.h"
#include "observe/out_channels.h"
#include "program/run_deck.h"
#include "report/columns.h"
#include "run/kinematic/kinematic_layout.h"
#include "run/motion/state_start.h"
#include "text/units.h"

namespace mbs {

namespace {

// The layout of the run at its start; empty where the run does not come so far. The rigid contacts
// that are closed there decide which powers the run shows.
std::optional<Layout> layout_at_start(const PreparedRun& prepared) {
  std::optional<Layout> out;
  Outputs outputs;
  outputs.layout = [&out](const Layout& layout, Diagnostics&) { out = layout; };
  Diagnostics unsaid;  // errors of the run are of no interest
  run(prepared, outputs, unsaid);
  return out;
}

// The layout of a run that the deck asks for, with the channels of OUT and STATICOPT, where the
// mechanism does not assemble.
std::optional<Layout> layout_of(const Plan& plan, const Built& built, Diagnostics& diagnostics) {
  std::optional<Layout> out;
  if (plan.job == Job::kinematic) {
    KinematicLayout all(plan, built.model, built.phase);
    check_state_names(built.model, all.layout, diagnostics);
    const OutChannels outs(plan, all.layout, diagnostics);
    out = std::move(all.layout);
  } else {
    Observer observer(plan, built.model, built.phase);
    check_state_names(built.model, observer.layout(), diagnostics);
    observer.add_outs(plan, diagnostics);
    out = observer.layout();
  }
  return diagnostics.has_errors() ? std::nullopt : std::move(out);
}

std::string channel_line(const std::string& name, const std::string& unit,
                         const std::string& meaning, std::size_t widest) {
  return fmt::format("{:<{}}  {:<9}  {}\n", name, widest, unit.empty() ? "-" : unit, meaning);
}

}  // namespace

std::string list_channels(const DeckInput& input, const std::vector<std::string>& patterns,
                          const RunSettings& settings, Diagnostics& diagnostics) {
  RunSettings check = settings;
  check.check_only = true;
  check.echo = false;
  const auto prepared = prepare_run(input, check, diagnostics);
  if (!prepared) return {};
  const Tables& tables = prepared->tables;
  std::optional<Layout> layout = layout_at_start(*prepared);
  if (!layout) layout = layout_of(tables, prepared->built, diagnostics);
  if (!layout) return {};
  std::vector<std::string> names = layout->names();
  for (const Layout::Alias& alias : layout->aliases) names.push_back(alias.name);
  std::vector<int> chosen{ColumnChoice::kTime};
  for (int k = 0; k < count_of(names); ++k) chosen.push_back(k);
  if (!patterns.empty()) {
    ColumnChoice choice = choose_columns(patterns, names, true, layout->count());
    if (!choice.unknown.empty())
      return diagnostics.error(
                 {}, "channels", fmt::format("no channel is named '{}'", choice.unknown),
                 choice.nearest.empty() ? "mbsim channels without names lists all"
                                        : fmt::format("did you mean '{}'?", choice.nearest)),
             "";
    chosen = std::move(choice.indices);
  }
  const UnitSystem& units = tables.units();
  std::size_t widest = 1;
  for (const int k : chosen)
    if (k >= 0) widest = std::max(widest, names[at(k)].size());
  std::string out;
  for (const int k : chosen) {
    if (k == ColumnChoice::kTime) {
      out += channel_line("t", units.shown(unit::second), "time", widest);
      continue;
    }
    const bool alias = k >= layout->count();
    const Channel& channel =
        layout->channels[at(alias ? layout->aliases[at(k - layout->count())].channel : k)];
    out += channel_line(names[at(k)], channel.shown(units),
                        alias ? "another name of " + channel.name
                              : meaning_of(channel.what, tables, prepared->built.model),
                        widest);
  }
  if (tables.job == Job::modes)
    out +=
        "# EIGEN adds mode1.omega .frequency .damping .real .imaginary and so on, and the shapes;\n"
        "# its CSV has a row for each mode, with mode omega frequency damping real imaginary "
        "first\n";
  return out;
}

}  // namespace mbs
