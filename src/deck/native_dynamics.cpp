// The dynamics block: laws, initial values, motions, events. Masses and forces are
// native_forces.cpp, how to run is native_run.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/event_records.h"
#include "deck/measured.h"
#include "deck/muscle_records.h"
#include "deck/native.h"
#include "deck/ode_records.h"

namespace mbs {

namespace {

class DynamicsReader : LineReader {
 public:
  DynamicsReader(NativeContext& deck, Once& once)
      : LineReader(deck.deck, deck.tables, once, deck.diagnostics),
        deck_(deck),
        forces_(deck.tables.forces) {}

  void read(Records records) {
    for (const Record& record : records) line(record);
    read_events([this](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
      event_targets(in, n, targets);
    });
    if (!tables_.events.empty()) deck_.dynamic = true;
    if (says_dynamics(deck_.tables)) deck_.dynamic = true;
    if (!deck_.incomplete) check_laws(deck_.tables, deck_.deck.parameters, deck_.diagnostics);
  }

  static std::span<const Keyword<DynamicsReader>> keywords();

 private:
  void line(const Record& record) {
    const std::string keyword = upper_case(record.tokens[0].text);
    const auto* known = find_keyword(keywords(), keyword);
    begin(record, native_record_name(record));
    if (read_native_run(record, deck_, once_) || read_native_forces(record, deck_, once_)) return;
    if (!known) return unknown(record, keyword);
    RecordReader in(record, label_, deck_.diagnostics, 1);
    in.set_layout(keyword_layout(known->name, known->fields));
    (this->*known->parse)(in);
    in.finish();
  }

  void unknown(const Record& record, const std::string& keyword) {
    if (has_word(native_kinematics_keywords(deck_.specs), keyword))
      return RecordReader(record, "", deck_.diagnostics)
          .fail(record.where, fmt::format("{} belongs to the kinematics block", label_),
                "expected it before END HALT");
    fail_unknown_keyword(record, native_dynamics_keywords(),
                         {"the dynamics block", Dialect::native, "docs/native.md lists them"},
                         deck_.diagnostics);
  }

  int node(RecordReader& in) { return take_node(in, deck_, "node number n"); }
  int element(RecordReader& in) { return take_element(in, deck_); }

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
    if (with_value && target == Target::coordinate &&
        !node_type(deck_.tables.nodes[place.owner].kind).has_rates())
      return in.fail(at, fmt::format("{} has no value of its own", name(place)),
                     "X gives the orientation, STARTVX the angular velocities");
    StartRow start_row{target, place.owner, place.component, with_value, 0,
                       false,  0,           label_,          where_};
    if (with_value) start_row.value = in.number("value");
    start_row.has_velocity = !with_value || !in.at_end();
    if (start_row.has_velocity) start_row.velocity = in.number("velocity");
    if (first(in, fmt::format("start of {}", name(place)),
              fmt::format("the start of {}", name(place))))
      tables_.starts.push_back(std::move(start_row));
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
    row->motion = count_of(deck_.tables.motions);
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
    bool more = count != TargetCount::all || !in.at_end();
    while (in.ok() && more) {
      t.component = take_component(in, deck_, t.target, t.owner);
      if (in.ok()) targets.push_back(t);
      more = count == TargetCount::all && !in.at_end();
    }
  }
  void muscle(RecordReader& in) { read_native_muscle(in, deck_, where_); }
  void static_opt(RecordReader& in) { read_native_static_opt(in, deck_, once_, where_); }
  void muscle_start(RecordReader& in) { read_native_muscle_start(in, deck_, once_, where_); }

  NativeContext& deck_;
  Forces& forces_;
};

std::span<const Keyword<DynamicsReader>> DynamicsReader::keywords() {
  using R = DynamicsReader;
  static constexpr Keyword<DynamicsReader> kKeywords[] = {
      {"ELAW", "e d = expression", &R::stress_law},
      {"XLAW", "n c = expression", &R::load_law},
      {"EVENT", kEventFields, &R::event},
      {"ODE", kOdeFields, &R::ode},
      {"MUSCLE", kMuscleFields, &R::muscle},
      {"MUSCLESTART", kMuscleStartFields, &R::muscle_start},
      {"STATICOPT", kStaticOptFields, &R::static_opt},
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

std::vector<KeywordFields> native_dynamics_keywords() {
  std::vector<KeywordFields> out = {{"END", "END"}};
  for (const auto& part :
       {fields_of(DynamicsReader::keywords()), native_force_keywords(), native_run_keywords()})
    out.insert(out.end(), part.begin(), part.end());
  return out;
}

void read_native_dynamics(Records records, NativeContext& deck) {
  Once once(deck.diagnostics);
  DynamicsReader(deck, once).read(records);
}

}  // namespace mbs
