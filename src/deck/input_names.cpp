#include "deck/input_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>

#include "deck/expression_syntax.h"

namespace mbs {

namespace {

// More names than this are not looked through for one that may have been meant.
constexpr std::size_t kMostNames = 2000;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// "body12.phid": "body", 12 and "phid"; "ed3_2": "ed", 3 and component 2; "phi3": "phi" and 3.
struct Name {
  std::string_view letters, quantity;
  int number = 0;     // 0: none
  int component = 0;  // 0: none
};

// Past the digits at the beginning of the text; 0 where there are none, or too many.
int take_number(std::string_view& text) {
  int out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || text.front() == '-' || text.front() == '0') return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return out;
}

std::optional<Name> split(std::string_view text) {
  Name out;
  out.letters = text.substr(0, text.find_first_of("0123456789._"));
  text.remove_prefix(out.letters.size());
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    out.number = take_number(text);
    if (out.number == 0) return {};
  }
  if (text.starts_with("_") && text.size() > 1) {
    text.remove_prefix(1);
    out.component = take_number(text);
    if (out.component == 0) return {};
  }
  if (text.starts_with(".")) {
    out.quantity = text.substr(1);
    text = {};
  }
  if (!text.empty()) return {};
  return out;
}

// Index of the row of this number; -1 if there is none.
template <class Rows>
int index_of(const Rows& rows, int number) {
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k].number == number) return static_cast<int>(k);
  return -1;
}

std::optional<NamedInput> of_node(const Tables& tables, const Name& name) {
  const int node = index_of(tables.nodes, name.number);
  if (node < 0 || name.component < 1 ||
      name.component > coordinate_count(tables.nodes[at(node)].kind))
    return {};
  const bool position = name.letters == "x";
  return NamedInput{position ? InputKind::coordinate : InputKind::velocity, node,
                    name.component - 1};
}

std::optional<NamedInput> of_element(const Tables& tables, const Name& name) {
  const int element = index_of(tables.elements, name.number);
  if (element < 0 || name.component < 1 ||
      at(name.component) > tables.elements[at(element)].spec->deformations.size())
    return {};
  const bool value = name.letters == "e";
  return NamedInput{value ? InputKind::deformation : InputKind::rate, element, name.component - 1};
}

// x, y or xd, yd: component and whether it is a rate.
std::optional<std::pair<int, bool>> of_place(std::string_view quantity) {
  if (quantity.empty() || (quantity[0] != 'x' && quantity[0] != 'y')) return {};
  const std::string_view rate = quantity.substr(1);
  if (!rate.empty() && rate != "d") return {};
  return std::pair(quantity[0] == 'y' ? 1 : 0, !rate.empty());
}

std::optional<NamedInput> of_body(const Tables& tables, const Name& name) {
  const int body = index_of(tables.bodies, name.number);
  if (body < 0) return {};
  const BodyRow& row = tables.bodies[at(body)];
  if (name.quantity == "phi") return NamedInput{InputKind::coordinate, row.angle, 0};
  if (name.quantity == "phid") return NamedInput{InputKind::velocity, row.angle, 0};
  const auto place = of_place(name.quantity);
  if (!place) return {};
  return NamedInput{place->second ? InputKind::velocity : InputKind::coordinate, row.point,
                    place->first};
}

NamedInput of_body_point(int point, int angle, double xi, double eta, std::pair<int, bool> place) {
  NamedInput out{place.second ? InputKind::point_velocity : InputKind::point_position, point,
                 place.first, angle};
  out.xi = xi, out.eta = eta;
  return out;
}

std::optional<NamedInput> of_point(const Tables& tables, const Name& name) {
  const int k = index_of(tables.points, name.number);
  const auto place = of_place(name.quantity);
  if (k < 0 || !place) return {};
  const PointRow& row = tables.points[at(k)];
  return of_body_point(row.point, row.angle, row.xi, row.eta, *place);
}

// KABIOS reports number revolutes in their order, native ones have the number of the element.
std::optional<NamedInput> of_revolute(const Tables& tables, const Name& name) {
  if (name.quantity != "angle") return {};
  int place = 0;
  for (const ElementRow& row : tables.elements) {
    if (row.spec->keyword != "PLREV") continue;
    ++place;
    if ((tables.dialect == Dialect::kabios ? place : row.number) == name.number)
      return NamedInput{InputKind::angle, row.nodes[1], 0, row.nodes[3]};
  }
  return {};
}

std::optional<NamedInput> of_contact(const Tables& tables, const Name& name) {
  const bool gap = name.quantity == "gap", rate = name.quantity == "slipd";
  if (!gap && !rate && name.quantity != "slip") return {};
  const InputKind kind = rate ? InputKind::rate : InputKind::deformation;
  int place = 0;
  for (const ContactRow& row : tables.forces.contacts) {
    ++place;
    const int number =
        tables.dialect == Dialect::native ? tables.elements[at(row.element)].number : place;
    if (number == name.number) return NamedInput{kind, row.element, gap ? 0 : 1};
  }
  return {};
}

// The base of a chain lies on its first segment, behind the centre of gravity.
std::optional<NamedInput> of_chain(const Tables& tables, const Name& name) {
  const std::vector<ChainSegment>& segments = tables.chain.segments;
  if (name.number == 0 && name.quantity.empty()) {
    const auto place = of_place(name.letters);
    if (!place || segments.empty()) return {};
    const ChainSegment& first = segments.front();
    return of_body_point(first.point, first.angle, -first.d, 0, *place);
  }
  const bool rate = name.letters == "phid";
  if ((!rate && name.letters != "phi") || name.number < 1 || at(name.number) > segments.size() ||
      !name.quantity.empty())
    return {};
  return NamedInput{rate ? InputKind::velocity : InputKind::coordinate,
                    segments[at(name.number - 1)].angle, 0};
}

std::optional<NamedInput> of_own(std::string_view name, const LawPlace& place) {
  if (place.of_chain) return {};
  const bool on_e = place.target == Target::deformation;
  if (name == (on_e ? "e" : "x"))
    return NamedInput{on_e ? InputKind::deformation : InputKind::coordinate, place.owner,
                      place.component};
  if (name == (on_e ? "ed" : "v"))
    return NamedInput{on_e ? InputKind::rate : InputKind::velocity, place.owner, place.component};
  return {};
}

std::optional<NamedInput> of_channel(const Tables& tables, std::string_view lower) {
  const auto name = split(lower);
  if (!name) return {};
  if (!name->quantity.empty() && name->component == 0) {
    if (name->letters == "body") return of_body(tables, *name);
    if (name->letters == "point") return of_point(tables, *name);
    if (name->letters == "rev") return of_revolute(tables, *name);
    if (name->letters == "contact") return of_contact(tables, *name);
  }
  if (tables.dialect == Dialect::segdyn && name->component == 0) return of_chain(tables, *name);
  if (tables.dialect != Dialect::native || !name->quantity.empty()) return {};
  if (name->letters == "x" || name->letters == "v") return of_node(tables, *name);
  if (name->letters == "e" || name->letters == "ed") return of_element(tables, *name);
  return {};
}

template <class Words>
bool is_one_of(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Whether a name has the form of a channel that depends on accelerations or forces.
bool depends_on_law(const Tables& tables, std::string_view lower) {
  static constexpr std::string_view kNative[] = {"a", "f", "r", "edd", "s"};
  static constexpr std::string_view kChain[] = {"phidd", "frx",  "fry", "m",  "fextx",
                                                "fexty", "mext", "xdd", "ydd"};
  static constexpr std::string_view kGroups[] = {
      "body",   "point",   "rev",      "tran", "ground", "simple",  "driver", "guide",
      "motion", "sda",     "rsda",     "fix",  "lock",   "equal",   "m",      "e",
      "x",      "contact", "netjoint", "cm",   "energy", "momentum"};
  static constexpr std::string_view kReadable[] = {"x",    "y",     "phi", "xd",   "yd",
                                                   "phid", "angle", "gap", "slip", "slipd"};
  const auto name = split(lower);
  if (!name) return false;
  if (!name->quantity.empty())
    return is_one_of(name->letters, kGroups) &&
           (name->number == 0 || !is_one_of(name->quantity, kReadable));
  if (tables.dialect == Dialect::native)
    return name->number > 0 && name->component > 0 && is_one_of(name->letters, kNative);
  return tables.dialect == Dialect::segdyn && name->component == 0 &&
         is_one_of(name->letters, kChain);
}

// For "did you mean": all names of a deck that is not too large.
std::vector<std::string> all_names(const Tables& tables) {
  std::vector<std::string> out;
  const auto add = [&out](std::string_view group, int number, const auto& quantities) {
    for (const std::string_view quantity : quantities)
      if (out.size() < kMostNames) out.push_back(fmt::format("{}{}.{}", group, number, quantity));
  };
  static constexpr std::string_view kBody[] = {"x", "y", "phi", "xd", "yd", "phid"};
  static constexpr std::string_view kPoint[] = {"x", "y", "xd", "yd"};
  static constexpr std::string_view kAngle[] = {"angle"};
  static constexpr std::string_view kContact[] = {"gap", "slip", "slipd"};
  const bool native = tables.dialect == Dialect::native;
  for (const OdeRow& row : tables.odes) out.push_back(row.name);
  for (const BodyRow& row : tables.bodies) add("body", row.number, kBody);
  for (const PointRow& row : tables.points) add("point", row.number, kPoint);
  int revolutes = 0, contacts = 0;
  for (const ElementRow& row : tables.elements)
    if (row.spec->keyword == "PLREV" && tables.dialect != Dialect::segdyn)
      add("rev", ++revolutes, kAngle), revolutes = native ? row.number : revolutes;
  for (const ContactRow& row : tables.forces.contacts)
    add("contact", native ? tables.elements[at(row.element)].number : ++contacts, kContact);
  if (tables.dialect == Dialect::segdyn)
    for (std::string& name : chain_variable_names(tables.chain.segments.size()))
      out.push_back(std::move(name));
  if (!native) return out;
  const auto add_components = [&out](std::string_view letters, int number, int components) {
    for (int c = 1; c <= components && out.size() < kMostNames; ++c)
      out.push_back(fmt::format("{}{}_{}", letters, number, c));
  };
  for (const NodeRow& row : tables.nodes)
    for (const std::string_view letters : {"x", "v"})
      add_components(letters, row.number, coordinate_count(row.kind));
  for (const ElementRow& row : tables.elements)
    for (const std::string_view letters : {"e", "ed"})
      add_components(letters, row.number, static_cast<int>(row.spec->deformations.size()));
  return out;
}

std::string_view readable(Dialect dialect) {
  switch (dialect) {
    case Dialect::kabios:
      return "accelerations, forces and energies depend on laws; it reads t, positions and "
             "velocities: body2.x .y .phi .xd .yd .phid, point1.x .y "
             ".xd .yd, rev1.angle, contact1.gap .slip .slipd, and its own x v or e ed";
    case Dialect::segdyn:
      return "accelerations, forces and energies depend on laws; it reads t, positions and "
             "velocities: phi1 phid1, x y xd yd, contact1.gap .slip "
             ".slipd";
    case Dialect::native:
      break;
  }
  return "accelerations, forces and energies depend on laws; it reads t, positions and velocities: "
         "x3_1 v3_1, e2_1 ed2_1, point1.x .y .xd .yd, "
         "rev2.angle, contact2.gap .slip .slipd, and its own x v or e ed";
}

// The names of a text that mean neither a number nor a function.
std::vector<std::string_view> names_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (const std::string_view name : expression_names(text)) {
    const Builtin* builtin = find_builtin(lower_case(name));
    if (!builtin || builtin->law_variable) out.push_back(name);
  }
  return out;
}

std::span<const std::string_view> own_names(const LawPlace& place) {
  static constexpr std::string_view kTime[] = {"t"};
  return place.of_chain ? kTime : law_variable_names(place.target);
}

// What may have been meant by an unknown name, or what there is.
std::string suggestion(std::string_view name, std::span<const std::string_view> own,
                       const Tables& tables, const Parameters& parameters) {
  const std::vector<std::string> channels = all_names(tables);
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

}  // namespace

std::optional<NamedInput> find_input(const Tables& tables, std::string_view name,
                                     const LawPlace& place) {
  const std::string lower = lower_case(name);
  if (lower == "t") return NamedInput{};
  if (const auto own = of_own(lower, place)) return own;
  for (std::size_t k = 0; k < tables.odes.size(); ++k)
    if (lower_case(tables.odes[k].name) == lower)
      return NamedInput{InputKind::state, static_cast<int>(k)};
  return of_channel(tables, lower);
}

namespace {

// What is wrong with one name of an expression; empty where nothing is.
struct NameFault {
  std::string problem, expected;
};
using JudgeName =
    std::function<std::optional<NameFault>(std::string_view name, const std::string& lower)>;

// Reports the first thing that is wrong with the grammar, else with a name. `judge` sees the names
// that are not among `own`.
bool check(std::string_view text, SourceLocation where, std::span<const std::string_view> own,
           const JudgeName& judge, const Parameters& parameters, Diagnostics& diagnostics,
           std::string_view record) {
  std::vector<std::string_view> variables(own.begin(), own.end());
  std::optional<NameFault> fault;
  std::size_t at = 0;
  for (const std::string_view name : names_of(text)) {
    const std::string lower = lower_case(name);
    if (is_one_of(lower, own)) continue;
    if (!parameters.find(lower)) variables.push_back(name);
    if (fault) continue;
    fault = judge(name, lower);
    if (fault) at = static_cast<std::size_t>(name.data() - text.data());
  }
  if (!Expression::compile(text, where, variables, parameters, diagnostics, record)) return false;
  if (!fault) return true;
  diagnostics.error(location_of(text, at, where), std::string(record), std::move(fault->problem),
                    std::move(fault->expected));
  return false;
}

}  // namespace

bool check_inputs(std::string_view text, SourceLocation where, const Tables& tables,
                  const LawPlace& place, const Parameters& parameters, Diagnostics& diagnostics,
                  std::string_view record) {
  const auto own = own_names(place);
  const auto judge = [&](std::string_view name,
                         const std::string& lower) -> std::optional<NameFault> {
    const bool is_parameter = parameters.find(lower) != nullptr;
    // The ODE of a state may be wrong itself, and reported.
    const bool is_input =
        find_input(tables, lower, place).has_value() || parameters.state(lower) != nullptr;
    if (is_parameter && is_input && !place.of_chain)
      return NameFault{fmt::format("{} is a parameter and a channel", quoted(name)),
                       "expected another name for the parameter"};
    if (is_parameter || is_input) return {};
    if (find_builtin(lower))
      return NameFault{quoted(name) + " has no value here",
                       fmt::format("known here: {}", fmt::join(own, ", "))};
    if (depends_on_law(tables, lower))
      return NameFault{fmt::format("a law cannot read {}", quoted(name)),
                       std::string(readable(tables.dialect))};
    return NameFault{"unknown name " + quoted(name), suggestion(name, own, tables, parameters)};
  };
  return check(text, where, own, judge, parameters, diagnostics, record);
}

bool check_motion(std::string_view text, SourceLocation where, const Tables& tables,
                  const Parameters& parameters, Diagnostics& diagnostics, std::string_view record) {
  static constexpr std::string_view kTime[] = {"t"};
  const auto judge = [&](std::string_view name,
                         const std::string& lower) -> std::optional<NameFault> {
    if (parameters.find(lower)) return {};
    const LawPlace nothing{Target::coordinate, 0, 0, true};
    if (find_builtin(lower) || find_input(tables, lower, nothing) || depends_on_law(tables, lower))
      return NameFault{fmt::format("a motion cannot read {}", quoted(name)),
                       fmt::format("it is a function of t and parameters; {} read channels, and "
                                   "the SET of an EVENT puts the value of one into a parameter",
                                   tables.dialect == Dialect::kabios
                                       ? "a force by LAW and a state by ODE"
                                       : "a force by XLAW or ELAW and a state by ODE")};
    const std::string_view near = nearest_word(name, parameters.names_like(name));
    return NameFault{"unknown name " + quoted(name),
                     near.empty() ? std::string("expected t or a parameter defined above")
                                  : fmt::format("did you mean '{}'?", near)};
  };
  return check(text, where, kTime, judge, parameters, diagnostics, record);
}

InputNames input_names(std::string_view text, const Tables& tables, const LawPlace& place) {
  InputNames out;
  for (const std::string_view name : names_of(text)) {
    std::string lower = lower_case(name);
    if (is_one_of(lower, out.names)) continue;
    const auto input = find_input(tables, lower, place);
    if (!input) continue;  // a parameter
    out.names.push_back(std::move(lower));
    out.inputs.push_back(*input);
  }
  return out;
}

}  // namespace mbs
