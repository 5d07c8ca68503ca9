// Checks whether an expression may read its names, and makes the error messages.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/index.h"
#include "deck/names/channel_name.h"
#include "deck/names/input_names.h"
#include "deck/tables/tables.h"
#include "text/capital_names.h"
#include "text/expression_syntax.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// Names of the deck, from the first, among which a similar one is looked for.
constexpr std::size_t kMostNames = 2000;

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Whether a name has the form of a channel that depends on accelerations or forces.
bool depends_on_law(const Tables& tables, std::string_view lower) {
  static constexpr std::string_view kNative[] = {"a", "f", "r", "edd", "s"};
  static constexpr std::string_view kChain[] = {"phidd", "frx",  "fry", "m",  "fextx",
                                                "fexty", "mext", "xdd", "ydd"};
  static constexpr std::string_view kOfParts[] = {
      "body",   "point",   "rev",      "tran", "ground", "simple",  "driver", "guide",
      "motion", "sda",     "rsda",     "fix",  "lock",   "equal",   "m",      "e",
      "x",      "contact", "netjoint", "cm",   "energy", "momentum"};
  static constexpr std::string_view kReadable[] = {"x",    "y",     "phi", "xd",   "yd",
                                                   "phid", "angle", "gap", "slip", "slipd"};
  const auto name = split_channel(lower);
  if (!name) return false;
  const auto is_its = [&name](const ElementRow& row) {
    return row.number == name->number && row.spec->stem == name->letters;
  };
  if (!name->quantity.empty() &&
      std::any_of(tables.elements.begin(), tables.elements.end(), is_its))
    return true;
  if (!name->quantity.empty())
    return is_one_of(name->letters, kOfParts) &&
           (name->number == 0 || !is_one_of(name->quantity, kReadable));
  if (tables.dialect == Dialect::native)
    return name->number > 0 && name->component > 0 && is_one_of(name->letters, kNative);
  return tables.dialect == Dialect::segdyn && name->component == 0 &&
         is_one_of(name->letters, kChain);
}

// Whether a name is a channel of a POINT on a body of space.
bool is_of_space_point(const Tables& tables, std::string_view lower) {
  const auto name = split_channel(lower);
  return name && name->letters == "point" && !name->quantity.empty() &&
         std::any_of(tables.points.begin(), tables.points.end(), [&](const PointRow& row) {
           return row.number == name->number &&
                  node_type(tables.nodes[at(row.point)].kind).is_spatial;
         });
}

std::string_view readable(const Tables& tables) {
  if (tables.kabios.space)
    return "accelerations, forces, energies and angles of a sequence are not for laws; it reads t, "
           "positions and velocities: body2.x .y .z .xd .w1, dirx4_1, point1.x .xd, rev1.angle "
           ".angled, e2_1 ed2_1, and its own x v or e ed";
  switch (tables.dialect) {
    case Dialect::kabios:
      return "accelerations, forces and energies depend on laws; it reads t, positions and "
             "velocities: body2.x .y .phi .xd .yd .phid, point1.x .y "
             ".xd .yd, rev1.angle, contact1.gap .slip .slipd, and its own x v or e ed";
    case Dialect::segdyn:
      return "accelerations, forces and energies depend on laws; it reads t, positions and "
             "velocities: phi1 phid1, x y xd yd, point1.x .y .xd .yd, "
             "contact1.gap .slip .slipd";
    case Dialect::native:
      break;
  }
  return "accelerations, forces and energies depend on laws; it reads t, positions and velocities: "
         "x3_1 v3_1, e2_1 ed2_1, point1.x .y .xd .yd, "
         "rev2.angle, contact2.gap .slip .slipd, and its own x v or e ed";
}

std::span<const std::string_view> own_names(const LawPlace& place) {
  static constexpr std::string_view kTime[] = {"t"};
  return place.of_chain ? kTime : law_variable_names(place.target);
}

// Whether the input is e of a VFORMULA. The elements of a chain may not exist yet.
bool is_value_of_rate(const Tables& tables, const NamedInput& input) {
  return input.kind == InputKind::deformation &&
         static_cast<std::size_t>(input.owner) < tables.elements.size() &&
         tables.elements[input.owner].spec->is_rate(input.component);
}

// Whether a RELATION may read the input.
bool is_a_position(InputKind kind) {
  return kind == InputKind::coordinate || kind == InputKind::deformation ||
         kind == InputKind::angle || kind == InputKind::point_position ||
         kind == InputKind::space_position;
}

// The number of a new element; 0 where the dialect gives elements no numbers.
int next_number(const Tables& tables) {
  if (tables.dialect != Dialect::native) return 0;
  int largest = 0;
  for (const ElementRow& row : tables.elements) largest = std::max(largest, row.number);
  return largest + 1;
}

// Text for an unknown name: a similar name, or the names that exist.
std::string suggestion(std::string_view name, std::span<const std::string_view> own,
                       const LawNames& known, const Parameters& parameters) {
  const std::span channels(known.all().data(), std::min(known.all().size(), kMostNames));
  std::vector<std::string_view> candidates = parameters.names_like(name);
  candidates.insert(candidates.end(), own.begin(), own.end());
  candidates.insert(candidates.end(), channels.begin(), channels.end());
  const std::string_view near = nearest_word(name, candidates);
  if (!near.empty()) return fmt::format("did you mean '{}'?", near);
  return fmt::format(
      "expected a parameter defined above or one of {}, or a channel of positions "
      "or velocities",
      fmt::join(own, ", "));
}

// An error of one name of an expression; empty: no error.
struct NameFault {
  std::string problem, expected;
};
NameFault measure_fault(std::string_view name) {
  return {fmt::format("{} is a measure of this deck, which has no value here", quoted(name)),
          "it has one when the run is over: measures of lines below may read it"};
}
using JudgeName =
    std::function<std::optional<NameFault>(std::string_view name, const std::string& key)>;

// Reports the first error of the grammar, else of a name. `judge` checks names that are not in
// `own`.
bool check(std::string_view text, SourceLocation where, std::span<const std::string_view> own,
           const JudgeName& judge, const Parameters& parameters, Diagnostics& diagnostics,
           std::string_view record) {
  std::vector<std::string_view> variables(own.begin(), own.end());
  std::optional<NameFault> fault;
  std::size_t at = 0;
  const std::vector<std::string_view> words = input_words(text);
  std::vector<std::string> keys;
  keys.reserve(words.size());  // variables are views of them
  for (const std::string_view name : words) {
    if (capital_parameter(name, parameters)) continue;
    const std::string& key = keys.emplace_back(key_in_deck(name, parameters));
    if (is_one_of(key, own)) continue;
    if (is_capital_name(key) && parameters.measure(key)) continue;  // the compiler reports it
    if (!parameters.find(key)) variables.push_back(key);
    if (fault) continue;
    fault = judge(name, key);
    if (fault) at = static_cast<std::size_t>(name.data() - text.data());
  }
  if (!Expression::compile(text, where, variables, parameters, diagnostics, record)) return false;
  if (!fault) return true;
  diagnostics.error(location_of(text, at, where), std::string(record), std::move(fault->problem),
                    std::move(fault->expected));
  return false;
}

}  // namespace

bool check_inputs(std::string_view text, SourceLocation where, const LawNames& known,
                  const LawPlace& place, const Parameters& parameters, Diagnostics& diagnostics,
                  std::string_view record) {
  const auto own = own_names(place);
  const Tables& tables = known.tables();
  const auto judge = [&](std::string_view name,
                         const std::string& key) -> std::optional<NameFault> {
    const bool is_parameter = parameters.find(key) != nullptr;
    const auto input = known.find(key, place);
    if (input && is_value_of_rate(tables, *input))
      return NameFault{fmt::format("{} has no value: {} has a rate alone", quoted(name),
                                   rate_row_text(*tables.elements[input->owner].spec)),
                       "expected its rate"};
    // The ODE of a state may be wrong itself, and reported.
    const bool is_input = input.has_value() || parameters.state(key) != nullptr;
    if (is_parameter && is_input && !place.of_chain)
      return NameFault{fmt::format("{} is a parameter and a channel", quoted(name)),
                       "expected another name for the parameter"};
    if (is_parameter || is_input) return {};
    if (find_builtin(lower_case(key)))
      return NameFault{quoted(name) + " has no value here",
                       fmt::format("known here: {}", fmt::join(own, ", "))};
    const NameRow* named = find_name(tables, key);
    if (named && named->kind.empty()) return {};  // checked again when its NAME line has been read
    if (is_of_space_point(tables, key))
      return NameFault{fmt::format("a law cannot read {}", quoted(name)),
                       fmt::format("it reads the place and the velocity of a point: {0}.x .y .z "
                                   ".xd .yd .zd",
                                   key.substr(0, key.find('.')))};
    if (named || depends_on_law(tables, key))
      return NameFault{fmt::format("a law cannot read {}", quoted(name)),
                       std::string(readable(tables))};
    if (parameters.measure(key)) return measure_fault(name);
    return NameFault{"unknown name " + quoted(name), suggestion(name, own, known, parameters)};
  };
  return check(text, where, own, judge, parameters, diagnostics, record);
}

std::string tying_record(int number, std::string_view driven, std::string_view text) {
  const Piece first = next_piece(text, 0);
  const bool one_name = first.kind == PieceKind::name &&
                        next_piece(text, first.at + first.text.size()).kind == PieceKind::end;
  return fmt::format("{}{} = {} - {}", one_name ? "RELATION" : "FORMULA",
                     number > 0 ? fmt::format(" {}", number) : "", driven,
                     one_name ? std::string(text) : fmt::format("({})", text));
}

bool check_motion(std::string_view text, SourceLocation where, const Tables& tables,
                  const Parameters& parameters, Diagnostics& diagnostics, std::string_view record,
                  std::string_view driven) {
  static constexpr std::string_view kTime[] = {"t"};
  const auto judge = [&](std::string_view name,
                         const std::string& key) -> std::optional<NameFault> {
    if (parameters.find(key)) return {};
    const LawPlace nothing{Target::coordinate, 0, 0, true};
    const auto input = LawNames(tables).find(key, nothing);
    if (find_builtin(lower_case(key)) || input || depends_on_law(tables, key))
      return NameFault{
          fmt::format("a motion cannot read {}", quoted(name)),
          fmt::format(
              "it is a function of t and parameters; {}{} read channels, and the SET of an "
              "EVENT puts the value of one into a parameter",
              input && is_a_position(input->kind) && !driven.empty()
                  ? fmt::format(
                        "{} in its place{} ties the two; ",
                        tying_record(next_number(tables), driven, text),
                        tables.dialect == Dialect::native ? ", in the kinematics block," : "")
                  : "",
              tables.dialect != Dialect::native || tables.kabios.space
                  ? "a force by LAW and a state by ODE"
                  : "a force by XLAW or ELAW and a state by ODE")};
    if (parameters.measure(key)) return measure_fault(name);
    const std::string_view near = nearest_word(name, parameters.names_like(name));
    return NameFault{"unknown name " + quoted(name),
                     near.empty() ? std::string("expected t or a parameter defined above")
                                  : fmt::format("did you mean '{}'?", near)};
  };
  return check(text, where, kTime, judge, parameters, diagnostics, record);
}

}  // namespace mbs
