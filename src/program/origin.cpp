// Report lines about the origin of the numbers: program, deck, parameters, options, and the masses,
// loads, laws and events as they were understood.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/checksum.h"
#include "base/escaped.h"
#include "build/table_curves.h"
#include "build/unwrapped_motion.h"
#include "deck/lines/dialects.h"
#include "deck/lines/gaps.h"
#include "deck/tables/tables.h"
#include "program/report_head.h"
#include "run/frame/scale.h"
#include "text/expression_table.h"
#include "text/parameters.h"
#include "text/time_table.h"

namespace mbs {

namespace {

// More laws or events than this are counted, not listed.
constexpr std::size_t kMostListed = 20;
constexpr std::size_t kWidth = 98;  // of a line of the report without its '# '

// The text with names of table files, which stand in quotes, without the folders of this machine.
std::string without_folders(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t open = text.find('"', begin);
    const std::size_t close = open == std::string::npos ? open : text.find('"', open + 1);
    if (close == std::string::npos) return out + text.substr(begin);
    const std::size_t slash = text.rfind('/', close);
    const std::size_t name = slash != std::string::npos && slash > open ? slash + 1 : open + 1;
    out += text.substr(begin, open + 1 - begin) + text.substr(name, close + 1 - name);
    begin = close + 1;
  }
  return out;
}

// One line with the checksum of each table that expressions read, since the resolved text names
// only the files. The order does not depend on folders. Empty without tables.
std::string numbers_of_tables(const ExpressionTables& tables) {
  std::set<std::string> lines;
  for (const ExpressionTable* table : tables.all())
    lines.insert(fmt::format("# {} {}\n", std::filesystem::path(table->name()).filename().string(),
                             table->checksum()));
  return fmt::format("{}", fmt::join(lines, ""));
}

// "head: a, b, c", on as many lines as it takes; empty without items.
std::string list_of(std::string_view head, const std::vector<std::string>& items) {
  if (items.empty()) return {};
  std::string out = fmt::format("{}: ", head);
  std::size_t width = out.size();
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string item = items[k] + (k + 1 < items.size() ? "," : "");
    if (k > 0 && width + item.size() + 1 > kWidth) {
      out += "\n  ";
      width = 2;
    } else if (k > 0) {
      out += " ";
      ++width;
    }
    out += item;
    width += item.size();
  }
  return out + "\n";
}

std::string describe_parameters(const Parameters& parameters) {
  std::vector<std::string> items;
  for (const Parameter& p : parameters.list())
    items.push_back(fmt::format("{} = {}{}", p.name, p.value, p.overridden ? " (-D)" : ""));
  return list_of("parameters", items);
}

std::string describe_changed(const Options& options) {
  const Options defaults;
  std::vector<std::string> items;
  for (const OptionSpec& spec : option_table()) {
    const double value = options.*(spec.value);
    if (value == defaults.*(spec.value)) continue;
    items.push_back(spec.words.empty() ? fmt::format("{} = {}", spec.name, value)
                                       : fmt::format("{} = {}", spec.name,
                                                     spec.words[static_cast<std::size_t>(value)]));
  }
  return list_of("options", items);
}

std::string count_text(std::size_t count, std::string_view one, std::string_view many) {
  return count == 0 ? "" : fmt::format(", {} {}", count, count == 1 ? one : many);
}

std::size_t count_stresses(const Forces& forces, StressKind kind) {
  return static_cast<std::size_t>(
      std::count_if(forces.stresses.begin(), forces.stresses.end(),
                    [kind](const StressRow& row) { return row.kind == kind; }));
}

std::string describe_laws(const std::vector<LawRow>& laws) {
  if (laws.size() > kMostListed) return fmt::format("laws by expressions: {}\n", laws.size());
  std::string out;
  for (const LawRow& law : laws)
    out += fmt::format("{} = {}\n", law.label, law.table ? "its table" : law.text);
  return out;
}

std::string describe_forces_by_expression(const Tables& tables) {
  std::string out;
  std::size_t count = 0;
  for (const PointForceRow& row : tables.forces.point_forces)
    if (row.by_expression() && ++count <= kMostListed)
      out += fmt::format("{}: FX = {} ; FY = {}{}\n", row.label, row.text[0], row.text[1],
                         row.frame < 0 ? "" : ", in the frame of " + tables.nodes[row.frame].label);
  return count <= kMostListed ? out : fmt::format("forces by expressions: {}\n", count);
}

std::string text_of(const ChainQuantity& is) {
  return is.table ? "its table" : is.text.empty() ? fmt::format("{}", is.value) : is.text;
}

// The known accelerations and the EQUATION rows of the deck.
std::string describe_choice(const ChoiceTables& choice) {
  std::string out;
  std::size_t count = 0;
  for (const ChoiceRow& row : choice.rows)
    if (row.kind == ChoiceKind::known_acceleration && ++count <= kMostListed)
      out += fmt::format("{} = {}\n", row.label, text_of(row.is));
  for (const EquationRow& row : choice.equations) {
    if (++count > kMostListed) break;
    out += row.label + ":";
    for (const EquationTerm& term : row.terms)
      if (!term.negative)
        out += fmt::format("{} ({}) {}", &term == &row.terms.front() ? "" : " +",
                           text_of(term.coefficient), term.label.substr(row.label.size() + 1));
    out += fmt::format(" = {}\n", text_of(row.right_side));
  }
  return out;
}

std::string describe_states(const std::vector<OdeRow>& odes) {
  if (odes.size() > kMostListed) return fmt::format("states: {}\n", odes.size());
  std::string out;
  for (const OdeRow& row : odes)
    out += fmt::format("{}: starts {}, rate {}\n", row.label,
                       row.equilibrium ? "where its rate is 0" : fmt::format("at {}", row.start),
                       row.text);
  return out;
}

std::string describe_events(const std::vector<EventRow>& events) {
  if (events.size() > kMostListed) return fmt::format("events: {}\n", events.size());
  std::string out;
  for (const EventRow& event : events) {
    const char* passing = event.passing == Passing::rising    ? " rising"
                          : event.passing == Passing::falling ? " falling"
                                                              : "";
    out +=
        fmt::format("event {}: {}{}\n", event.name, event.text, event.passing_given ? passing : "");
  }
  return out;
}

// Lines about the empty cells of each table, once per table whichever of its columns are used.
class GapLines {
 public:
  void add(const std::string& label, const std::shared_ptr<const TimeTable>& table,
           const CurveChoice& curve) {
    if (!table || std::find(seen_.begin(), seen_.end(), table.get()) != seen_.end()) return;
    seen_.push_back(table.get());
    for (const std::string& said : table->said)
      text_ += fmt::format("{}, table: {}\n", label, said);
    const std::string gaps = describe_gaps(*table, smooths(curve));
    if (!gaps.empty()) text_ += fmt::format("{}, table: {}\n", label, gaps);
  }
  const std::string& text() const { return text_; }

 private:
  std::vector<const TimeTable*> seen_;
  std::string text_;
};

std::string describe_all_gaps(const Tables& tables) {
  GapLines lines;
  for (const MotionRow& row : tables.motions) lines.add(row.label, row.table, row.smoothing);
  for (const MeasuredForceRow& row : tables.forces.measured_forces)
    for (const MotionRow& motion : row.motions)
      lines.add(row.label, motion.table, motion.smoothing);
  for (const SpaceLoadRow& row : tables.forces.space_loads)
    for (const MotionRow& motion : row.motions)
      lines.add(row.label, motion.table, motion.smoothing);
  for (const NetJointRow& row : tables.forces.net_joints)
    for (const MotionRow& motion : row.place) lines.add(row.label, motion.table, motion.smoothing);
  for (const ChainKnown& row : tables.chain.knowns)
    lines.add(row.label, row.is.table, row.is.smoothing);
  for (const ChainRow& row : tables.chain.rows)
    for (const ChainRowTerm& term : row.terms)
      lines.add(term.label, term.is.table, term.is.smoothing);
  return lines.text();
}

// Measured forces on bodies of space, or moments.
std::size_t forces_of_space(const Forces& forces, bool is_force) {
  return static_cast<std::size_t>(
      std::count_if(forces.space_loads.begin(), forces.space_loads.end(),
                    [is_force](const SpaceLoadRow& row) { return (row.point >= 0) == is_force; }));
}

}  // namespace

std::string describe_origin(const Tables& tables, const Options& options) {
  return fmt::format("mbsim {}, {} deck {}, checksum {}\n", MBSIM_VERSION,
                     tables.vocabulary.dialect,
                     escaped(std::filesystem::path(tables.name).filename().string()),
                     posix_checksum(without_folders(write_deck(tables)) +
                                    numbers_of_tables(tables.parameters->tables()))) +
         describe_parameters(*tables.parameters) + describe_changed(options) +
         describe_subject(tables) + describe_all_gaps(tables) + describe_unwrapped(tables);
}

std::string describe_forces(const Tables& tables, const Built& built) {
  const Forces& forces = tables.forces;
  std::string out;
  if (!forces.masses.empty() || !tables.chain.segments.empty())
    out = fmt::format("total mass {:.9g}, gravity ({}, {}{})", total_mass(built.model),
                      forces.gravity[0], forces.gravity[1],
                      built.model.is_spatial() ? fmt::format(", {}", forces.gravity[2]) : "");
  const std::size_t constant =
      std::count_if(forces.point_forces.begin(), forces.point_forces.end(),
                    [](const PointForceRow& row) { return !row.by_expression(); });
  const std::string counts =
      count_text(count_stresses(forces, StressKind::stiffness), "spring", "springs") +
      count_text(count_stresses(forces, StressKind::damping), "damper", "dampers") +
      count_text(forces.dampers.size(), "damper to the ground", "dampers to the ground") +
      count_text(count_stresses(forces, StressKind::prestress), "prestress", "prestresses") +
      count_text(forces.loads.size() + constant, "constant load", "constant loads") +
      count_text(forces.measured_forces.size() + forces_of_space(forces, true), "measured force",
                 "measured forces") +
      count_text(forces_of_space(forces, false), "measured moment", "measured moments");
  if (!counts.empty()) out += out.empty() ? counts.substr(2) : counts;
  if (!out.empty()) out += "\n";
  return out + describe_laws(forces.laws) + describe_forces_by_expression(tables) +
         describe_choice(tables.choice) + describe_states(tables.odes) +
         describe_events(tables.events);
}

}  // namespace mbs
