// The dynamics block: masses, forces, laws, initial values, motions; how to run is native_run.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "deck/event_records.h"
#include "deck/measured.h"
#include "deck/native.h"
#include "deck/ode_records.h"

namespace mbs {

namespace {

class DynamicsReader {
 public:
  explicit DynamicsReader(NativeContext& deck)
      : deck_(deck), forces_(deck.tables.forces), once_(deck) {}

  void read(Records records) {
    for (const Record& record : records) line(record);
    if (says_dynamics(deck_.tables)) deck_.dynamic = true;
    if (!deck_.incomplete) check_laws(deck_.tables, deck_.deck.parameters, deck_.diagnostics);
  }

  using Parse = void (DynamicsReader::*)(RecordReader&);
  struct Keyword {
    std::string_view name, fields;
    Parse parse;
  };
  static std::span<const Keyword> keywords();

 private:
  void line(const Record& record) {
    const std::string keyword = upper_case(record.tokens[0].text);
    const Keyword* known = find_keyword(keywords(), keyword);
    where_ = record.where;
    label_ = keyword == "GRAVITY" ? keyword : native_record_name(record);
    if (read_native_run(record, deck_, once_)) return;
    if (!known && keyword != "EVENT") return unknown(record, keyword);
    RecordReader in(record, label_, deck_.diagnostics, 1);
    if (keyword == "EVENT") return event(record, in);
    in.set_layout(keyword_layout(known->name, known->fields));
    (this->*known->parse)(in);
    in.finish();
  }

  void unknown(const Record& record, const std::string& keyword) {
    const Token& first = record.tokens[0];
    RecordReader in(record, "", deck_.diagnostics);
    const auto kinematics = native_kinematics_keywords(deck_.specs);
    if (std::find(kinematics.begin(), kinematics.end(), keyword) != kinematics.end())
      return in.fail(first.where, fmt::format("{} belongs to the kinematics block", label_),
                     "expected it before END HALT");
    fail_unknown_word(in, first.where, first.text, "is no keyword of the dynamics block",
                      with_observations(native_dynamics_keywords()), "docs/native.md lists them");
  }

  // True if this record, of the present keyword and number, is the first of its kind.
  bool first(RecordReader& in) { return in.ok() && once_(in, where_, label_); }
  int node(RecordReader& in) { return take_node(in, deck_, "node number n"); }
  int element(RecordReader& in) { return take_element(in, deck_); }
  const RecordSpec& spec(int i) const {
    return *deck_.tables.elements[static_cast<std::size_t>(i)].spec;
  }

  // ---- masses and forces ------------------------------------------------------------------------

  void node_mass(RecordReader& in) {
    const int n = node(in);
    const double mass = read_not_negative(in, "mass m");
    in.finish();
    if (first(in)) forces_.masses.push_back({false, n, {mass}, label_, where_});
  }

  // As many numbers as the deck gives, at least one; the rest are 0.
  std::vector<double> values(RecordReader& in, std::span<const Column> columns) {
    std::vector<double> out;
    for (const Column& column : columns)
      out.push_back(out.empty() || !in.at_end() ? in.number(column.name) : 0.0);
    in.finish();
    return out;
  }
  void set_layout(RecordReader& in, std::string_view keyword, std::span<const Column> columns) {
    std::string layout = fmt::format("expected: {} e", keyword);
    for (const Column& column : columns) layout += fmt::format(" {}", column.name);
    in.set_layout(layout);
  }

  void element_mass(RecordReader& in) {
    const SourceLocation at = in.here();
    const int e = element(in);
    if (!in.ok()) return;
    const auto columns = spec(e).mass_columns;
    if (columns.empty())
      return in.fail(at, fmt::format("a {} has no mass of its own", spec(e).keyword),
                     "give the mass to its nodes (XM)");
    set_layout(in, "EM", columns);
    const SourceLocation values_at = in.here();
    std::vector<double> mass = values(in, columns);
    if (in.ok() && std::any_of(mass.begin(), mass.end(), [](double m) { return m < 0; }))
      in.fail(values_at, "a mass is negative", "expected numbers that are not negative");
    if (first(in)) forces_.masses.push_back({true, e, std::move(mass), label_, where_});
  }

  void linear(RecordReader& in, std::string_view keyword, StressKind kind) {
    const int e = element(in);
    if (!in.ok()) return;
    set_layout(in, keyword, spec(e).stiffness_columns);
    std::vector<double> numbers = values(in, spec(e).stiffness_columns);
    if (first(in)) forces_.stresses.push_back({kind, e, std::move(numbers), label_, where_});
  }
  void stiffness(RecordReader& in) { linear(in, "ESTIFF", StressKind::stiffness); }
  void damping(RecordReader& in) { linear(in, "EDAMP", StressKind::damping); }

  void prestress(RecordReader& in) {
    const int e = element(in);
    if (!in.ok()) return;
    std::vector<double> stress = per_deformation(in, e, "stress");
    stress.resize(spec(e).deformations.size());
    if (first(in))
      forces_.stresses.push_back({StressKind::prestress, e, std::move(stress), label_, where_});
  }

  void rest(RecordReader& in) {
    const int e = element(in);
    if (!in.ok()) return;
    const SourceLocation values_at = in.here();
    std::vector<double> reference = per_deformation(in, e, "rest value");
    if (in.ok() && spec(e).divides_by_length && !(reference[0] > 0))
      in.fail(values_at, fmt::format("the rest length is {}", reference[0]),
              "expected a positive length; stiffness and mass are counted per rest length");
    if (first(in)) forces_.rests.push_back({e, std::move(reference), label_, where_});
  }

  std::vector<double> per_deformation(RecordReader& in, int e, std::string_view what) {
    std::vector<double> out;
    for (std::string_view name : spec(e).deformations)
      if (out.empty() || !in.at_end())
        out.push_back(in.number(fmt::format("{} of {}", what, name)));
    in.finish();
    return out;
  }

  void contact(RecordReader& in) { read_native_contact(in, deck_, once_, label_, where_); }

  void load(RecordReader& in) {
    const int n = node(in);
    if (!in.ok()) return;
    LoadRow row{n, {}, label_, where_};
    const bool is_point = component_count(deck_, Target::coordinate, n) == 2;
    in.set_layout(is_point ? "expected: XF n fx fy (a point)" : "expected: XF n moment (an angle)");
    row.value[0] = in.number(is_point ? "fx" : "moment");
    if (is_point) row.value[1] = in.number("fy");
    in.finish();
    if (first(in)) forces_.loads.push_back(std::move(row));
  }

  void point_force(RecordReader& in) {
    PointForceRow row;
    row.number =
        static_cast<int>(in.integer("force number k", 1, kLargestNumber, "a force number"));
    row.point = take_node(in, deck_, "node p", NodeKind::point);
    row.angle = take_node(in, deck_, "node a", NodeKind::angle);
    if (in.ok() && !in.peek_word().empty()) return measured_force(in, row);
    row.xi = in.number("xi");
    row.eta = in.number("eta");
    row.fx = in.number("fx");
    row.fy = in.number("fy");
    row.label = label_;
    row.where = where_;
    in.finish();
    if (first(in)) forces_.point_forces.push_back(std::move(row));
  }

  void measured_force(RecordReader& in, const PointForceRow& at) {
    const std::string word = in.peek_word();
    if (word != "AT" && word != "TABLE")
      return fail_unknown_word(in, in.here(), word, "is no kind of force", {"AT", "TABLE"},
                               "expected xi eta fx fy, AT x y fx fy, or TABLE");
    MeasuredForceRow row;
    row.number = at.number;
    row.point = at.point;
    row.angle = at.angle;
    row.label = label_;
    row.where = where_;
    if (!read_measured_force(in, deck_.deck, {}, deck_.diagnostics, row)) return;
    in.finish();
    if (first(in)) forces_.measured_forces.push_back(std::move(row));
  }

  void net_joint(RecordReader& in) {
    NetJointRow row;
    row.number =
        static_cast<int>(in.integer("joint number k", 1, kLargestNumber, "a joint number"));
    row.point_i = take_node(in, deck_, "node p", NodeKind::point);
    row.angle_i = take_node(in, deck_, "node a", NodeKind::angle);
    const Token* next = in.peek();
    if (in.ok() && next && next->integral && next->value == 0) {  // 0 0: no other body
      in.skip();
      in.integer("node b", 0, 0, "0 after the 0 of node q");
    } else {
      row.point_j = take_node(in, deck_, "node q", NodeKind::point);
      row.angle_j = take_node(in, deck_, "node b", NodeKind::angle);
    }
    row.label = label_;
    row.where = where_;
    if (!in.ok() || !read_net_joint(in, deck_.deck, {}, deck_.diagnostics, row)) return;
    in.finish();
    if (first(in)) forces_.net_joints.push_back(std::move(row));
  }

  void gravity(RecordReader& in) {
    const double gx = in.number("gx"), gy = in.number("gy");
    in.finish();
    if (!in.ok() || !once_(in, where_, "GRAVITY")) return;
    forces_.gravity = {gx, gy};
    deck_.dynamic = true;
  }

  // ---- laws and initial values ------------------------------------------------------------------

  // n c or e d: owner and component; false after an error.
  struct Place {
    Target target;
    int owner = -1;
    int component = -1;
  };
  bool take_place(RecordReader& in, Place& place) {
    place.owner = place.target == Target::coordinate ? node(in) : element(in);
    if (!in.ok()) return false;
    place.component = take_component(in, deck_, place.target, place.owner);
    if (!in.ok()) return false;
    label_ += fmt::format(" {}", place.component + 1);
    return true;
  }
  // Null if no record names its class.
  ClassRow* class_of(const Place& place) {
    const auto it = deck_.taken.find({place.target, place.owner, place.component});
    return it == deck_.taken.end() ? nullptr : &deck_.tables.classes[it->second];
  }
  std::string name(const Place& p) const {
    return component_name(deck_, p.target, p.owner, p.component);
  }
  std::string line_of(const ClassRow& row) const {
    return fmt::format("{}, {}", row.label, line_text(row.where, where_, deck_.diagnostics));
  }

  void law(RecordReader& in, Target target) {
    const SourceLocation at = in.here();
    Place place{target};
    if (!take_place(in, place)) return;
    const ClassRow* row = class_of(place);
    if (target == Target::deformation &&
        (!row || row->cls == Class::fixed || row->cls == Class::prescribed))
      return in.fail(at,
                     row ? fmt::format("{} is prescribed ({})", name(place), line_of(*row))
                         : fmt::format("{} is rigid", name(place)),
                     "a law acts on a deformation named by RLSE or DYNE");
    LawRow law_row;
    law_row.target = target;
    law_row.owner = place.owner;
    law_row.component = place.component;
    law_row.label = label_;
    law_row.where = where_;
    if (!read_law(in, law_row)) return;
    in.finish();
    if (first(in)) forces_.laws.push_back(std::move(law_row));
  }
  void stress_law(RecordReader& in) { law(in, Target::deformation); }
  void load_law(RecordReader& in) { law(in, Target::coordinate); }

  void start(RecordReader& in, Target target, bool with_value) {
    const SourceLocation at = in.here();
    Place place{target};
    if (!take_place(in, place)) return;
    const ClassRow* row = class_of(place);
    const bool fixed = row ? row->cls == Class::fixed || row->cls == Class::prescribed
                           : target == Target::deformation;
    if (fixed)
      return in.fail(
          at,
          row ? fmt::format("{} is {} ({})", name(place),
                            row->cls == Class::fixed ? "fixed" : "prescribed", line_of(*row))
              : fmt::format("{} is rigid", name(place)),
          "expected one that is free to move");
    StartRow start_row;
    start_row.target = target;
    start_row.owner = place.owner;
    start_row.component = place.component;
    start_row.label = label_;
    start_row.where = where_;
    start_row.has_value = with_value;
    if (with_value) start_row.value = in.number("value");
    start_row.has_velocity = !with_value || !in.at_end();
    if (start_row.has_velocity) start_row.velocity = in.number("velocity");
    in.finish();
    if (in.ok() && once_(in, where_, fmt::format("start of {}", name(place)),
                         fmt::format("the start of {}", name(place))))
      forces_.starts.push_back(std::move(start_row));
  }
  void start_coordinate(RecordReader& in) { start(in, Target::coordinate, true); }
  void start_velocity(RecordReader& in) { start(in, Target::coordinate, false); }
  void start_deformation(RecordReader& in) { start(in, Target::deformation, true); }

  void motion(RecordReader& in, Target target) {
    const SourceLocation at = in.here();
    Place place{target};
    if (!take_place(in, place)) return;
    ClassRow* row = class_of(place);
    if (!row || row->cls != Class::prescribed)
      return in.fail(at, fmt::format("{} is not prescribed", name(place)),
                     fmt::format("expected '{}' in the kinematics block", label_));
    MotionRow motion_row;
    motion_row.label = label_;
    motion_row.where = where_;
    if (!read_native_motion(in, deck_, motion_row) || !first(in)) return;
    row->motion = static_cast<int>(deck_.tables.motions.size());
    deck_.tables.motions.push_back(std::move(motion_row));
  }
  void coordinate_motion(RecordReader& in) { motion(in, Target::coordinate); }
  void deformation_motion(RecordReader& in) { motion(in, Target::deformation); }

  // X n c ... or E e d ...; without c or d all of them.
  void event_targets(RecordReader& in, TargetCount count, std::vector<EventTarget>& targets) {
    const SourceLocation at = in.here();
    const std::string word = in.word("X or E", "expected X n c or E e d");
    if (in.ok() && word != "X" && word != "E")
      in.fail(at, fmt::format("'{}' is neither X nor E", word), "expected X n c or E e d");
    if (!in.ok()) return;
    EventTarget t{word == "X" ? Target::coordinate : Target::deformation};
    t.owner = t.target == Target::coordinate ? node(in) : element(in);
    if (!in.ok()) return;
    if (count == TargetCount::all && in.at_end())
      for (; t.component < component_count(deck_, t.target, t.owner); ++t.component)
        targets.push_back(t);
    bool more = count == TargetCount::one || !in.at_end();
    while (in.ok() && more) {
      t.component = take_component(in, deck_, t.target, t.owner);
      if (in.ok()) targets.push_back(t);
      more = count == TargetCount::all && !in.at_end();
    }
  }
  void event(const Record& record, RecordReader& in) {
    EventRow row;
    const auto take = [this](RecordReader& r, TargetCount n, std::vector<EventTarget>& t) {
      event_targets(r, n, t);
    };
    if (!read_event(in, record, deck_.deck.parameters, deck_.diagnostics, take, row)) return;
    if (once_(in, where_, upper_case(row.label), row.label))
      deck_.tables.events.push_back(std::move(row));
    deck_.dynamic = true;
  }

  void ode(RecordReader& in) {
    OdeRow row;
    row.where = where_;
    if (read_ode(in, deck_.deck.parameters, row)) deck_.tables.odes.push_back(std::move(row));
  }

  NativeContext& deck_;
  Forces& forces_;
  Once once_;
  SourceLocation where_;
  std::string label_;
};

std::span<const DynamicsReader::Keyword> DynamicsReader::keywords() {
  using R = DynamicsReader;
  static constexpr Keyword kKeywords[] = {
      {"XM", "n m", &R::node_mass},
      {"EM", "e values", &R::element_mass},
      {"ESTIFF", "e values", &R::stiffness},
      {"EDAMP", "e values", &R::damping},
      {"ESIG", "e stresses", &R::prestress},
      {"EREST", "e values", &R::rest},
      {"XF", "n values", &R::load},
      {"CONTACT", "e, then PENALTY, RIGID or IMPULSES and its numbers", &R::contact},
      {"PFORCE", "k p a and xi eta fx fy, AT x y fx fy, or TABLE", &R::point_force},
      {"NETJOINT", "k p a q b and xi eta, AT x y, or TABLE", &R::net_joint},
      {"GRAVITY", "gx gy", &R::gravity},
      {"ELAW", "e d = expression", &R::stress_law},
      {"XLAW", "n c = expression", &R::load_law},
      {"ODE", kOdeFields, &R::ode},
      {"STARTDX", "n c value [velocity]", &R::start_coordinate},
      {"STARTVX", "n c velocity", &R::start_velocity},
      {"STARTDE", "e d value [velocity]", &R::start_deformation},
      {"INPUTX",
       "n c position [velocity [acceleration]], n c POLY ..., n c TABLE ... or n c = expression",
       &R::coordinate_motion},
      {"INPUTE",
       "e d position [velocity [acceleration]], e d POLY ..., e d TABLE ... or e d = expression",
       &R::deformation_motion},
  };
  return kKeywords;
}

}  // namespace

std::vector<std::string_view> native_dynamics_keywords() {
  std::vector<std::string_view> out = {"END", "EVENT"};
  for (const auto& keyword : DynamicsReader::keywords()) out.push_back(keyword.name);
  for (std::string_view keyword : native_run_keywords()) out.push_back(keyword);
  return out;
}

void read_native_dynamics(Records records, NativeContext& deck) {
  DynamicsReader(deck).read(records);
}

}  // namespace mbs
