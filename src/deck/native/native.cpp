// Native decks: the two blocks, and the checks that need both.
#include "deck/native/native.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/lines/lexer.h"
#include "deck/records/name_records.h"
#include "deck/tables/tables.h"
#include "plan/friction_number.h"
#include "text/names.h"

namespace mbs {

namespace {

std::string keyword_of(const Record& record) {
  const Token& first = record.tokens.front();
  return first.kind == TokenKind::word ? upper_case(first.text) : "";
}

// ---- blocks ------------------------------------------------------------------------------------

class Blocks {
 public:
  explicit Blocks(NativeReading& deck) : deck_(deck), records_(deck.deck.records) {
    const auto of_first = native_kinematics_words(deck.specs);
    for (const KeywordFields& row : native_dynamics_keywords())
      if (!has(of_first, row.name)) dynamics_only_.push_back(row.name);
  }

  void split() {
    kinematics = take_block(true);
    if (!deck_.has_dynamics) return rest();
    dynamics = take_block(false);
    rest();
  }

  Records kinematics, dynamics;

 private:
  static bool has(const std::vector<std::string_view>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  // Takes the records up to END HALT or END END. A keyword of dynamics also ends the first block,
  // where END HALT is missing: one message is better than one for every later line.
  Records take_block(bool first) {
    const std::size_t begin = next_;
    for (; next_ < records_.size(); ++next_) {
      const std::string keyword = keyword_of(records_[next_]);
      if (keyword == "END") {
        const Records block = records_.subspan(begin, next_ - begin);
        close(first);
        return block;
      }
      if (first && has(dynamics_only_, keyword) && !halts_later()) {
        deck_.diagnostics.error(records_[next_].where, native_record_name(records_[next_]),
                                "belongs to the dynamics block", "expected END HALT before it");
        deck_.has_dynamics = true;
        return records_.subspan(begin, next_ - begin);
      }
    }
    deck_.diagnostics.error(
        records_.back().end, "deck",
        fmt::format("it ends within the {} block", first ? "kinematics" : "dynamics"),
        first ? "expected END HALT and a dynamics block, or END END" : "expected END END");
    deck_.dynamics_end = records_.back().end;
    if (first) deck_.has_time = true;  // suppresses further errors about missing records
    return records_.subspan(begin);
  }

  // Whether the next END belongs to END HALT.
  bool halts_later() const {
    for (std::size_t k = next_; k < records_.size(); ++k) {
      if (keyword_of(records_[k]) != "END") continue;
      if (records_[k].tokens.size() > 1) return upper_case(records_[k].tokens[1].text) == "HALT";
      return k + 1 < records_.size() && keyword_of(records_[k + 1]) == "HALT";
    }
    return false;
  }

  // Reads END HALT or END END, on one line or two.
  void close(bool first) {
    const Record& end = records_[next_++];
    deck_.dynamics_end = end.where;
    const Token* second = end.tokens.size() > 1 ? &end.tokens[1] : nullptr;
    std::size_t used = 2;
    if (!second && next_ < records_.size()) {
      const std::string word = keyword_of(records_[next_]);
      if (word == "HALT" || word == "END") {
        second = &records_[next_++].tokens[0];
        used = 1;
      }
    }
    const std::string word = second ? upper_case(second->text) : "";
    if (word != "HALT" && word != "END") {
      deck_.diagnostics.error(
          second ? second->where : end.end, "END",
          second ? fmt::format("'{}' follows it", printable(second->text))
                 : std::string("nothing follows it"),
          first ? "expected END HALT (dynamics follow) or END END" : "expected END END");
      deck_.has_dynamics = first && next_ < records_.size();
      return;
    }
    const Record& last = records_[next_ - 1];
    if (last.tokens.size() > used)
      deck_.diagnostics.error(
          last.tokens[used].where, "END " + word,
          fmt::format("'{}' is one field too many", printable(last.tokens[used].text)));
    if (first) deck_.has_dynamics = word == "HALT";
  }

  void rest() {
    if (next_ >= records_.size()) return;
    const Record& record = records_[next_];
    if (keyword_of(record) == "VISUALIZATION") {
      deck_.diagnostics.warning(record.where, "VISUALIZATION", "this block is skipped",
                                "mbsim draws nothing");
      return;
    }
    deck_.diagnostics.error(
        record.where, native_record_name(record), "stands after the end of the deck",
        deck_.has_dynamics ? "expected nothing after END END"
                           : "expected END HALT, not END END, where a dynamics block follows");
  }

  NativeReading& deck_;
  Records records_;
  std::size_t next_ = 0;
  std::vector<std::string_view> dynamics_only_;
};

// ---- after both blocks -------------------------------------------------------------------------

class Finisher {
 public:
  explicit Finisher(NativeReading& deck) : deck_(deck), t_(deck.tables) {}

  void finish() {
    still_motions();
    choose_job();
    check_time();
    put_in_order();
  }

 private:
  // A prescribed coordinate or deformation without a motion keeps its initial value.
  void still_motions() {
    for (ClassRow& row : t_.classes) {
      if (row.cls != Class::prescribed || row.motion >= 0) continue;
      MotionRow motion;
      motion.label = fmt::format("{} {}", row.label, row.component + 1);
      motion.where = row.where;
      motion.coefficients = {0.0};
      if (is_turn(row))
        stand_still(row.owner);
      else if (row.target == Target::coordinate)
        motion.coefficients[0] = t_.nodes[index(row.owner)].x[index(row.component)];
      else
        no_rest_values(row);
      row.motion = count_of(t_.motions);
      t_.motions.push_back(std::move(motion));
    }
  }

  bool is_turn(const ClassRow& row) const {
    return row.target == Target::coordinate &&
           !node_type(t_.nodes[index(row.owner)].kind).has_rates();
  }

  // An orientation without a motion stays as X gives it.
  void stand_still(int owner) {
    if (std::any_of(t_.turns.begin(), t_.turns.end(),
                    [owner](const TurnRow& row) { return row.node == owner; }))
      return;
    TurnRow turn{owner, "", {}};
    std::copy_n(t_.nodes[index(owner)].x.begin(), 4, turn.turn.last.begin());
    t_.turns.push_back(turn);
  }

  // A deformation without EREST is 0 in the initial configuration. With EREST only the element can
  // compute its value there, so a prescribed deformation with a rest value needs a motion.
  void no_rest_values(const ClassRow& row) {
    for (const RestRow& rest : t_.forces.rests)
      if (rest.element == row.owner && index(row.component) < rest.values.size())
        deck_.diagnostics.error(
            row.where, row.label,
            fmt::format("deformation {} has a rest value ({}, {}) but no motion", row.component + 1,
                        rest.label, line_text(rest.where, row.where, deck_.diagnostics)),
            fmt::format("expected '{} {} value' in the dynamics block", row.label,
                        row.component + 1));
  }

  void choose_job() {
    for (const ClassRow& row : t_.classes)
      if (row.cls == Class::dynamic) deck_.dynamic = true;
    if (t_.job == Job::kinematic && deck_.dynamic) t_.job = Job::dynamic;
  }

  void check_time() {
    const bool timeless = t_.job == Job::equilibrium || t_.job == Job::modes;
    if (!deck_.has_time) {
      t_.time = {0, 0, 1, {}};
      if (timeless || (!deck_.has_dynamics && t_.job == Job::kinematic)) return;
      deck_.diagnostics.error(deck_.dynamics_end, "deck", "TIMESTEP is missing",
                              deck_.has_dynamics
                                  ? "expected 'TIMESTEP T N' in the dynamics block"
                                  : "degrees of freedom need a dynamics block: END HALT, masses, "
                                    "TIMESTEP T N, END END");
    }
    for (const MotionRow& motion : t_.motions) check_cover(motion);
    for (const MeasuredForceRow& row : t_.forces.measured_forces) check_cover(row.motions[0]);
    for (const SpaceLoadRow& row : t_.forces.space_loads) check_cover(row.motions[0]);
    for (const NetJointRow& row : t_.forces.net_joints)
      if (!row.place.empty()) check_cover(row.place[0]);
  }

  void check_cover(const MotionRow& motion) {
    if (motion.table)
      mbs::check_cover(*motion.table, t_.time, motion.where, motion.label, deck_.diagnostics);
  }

  // Sorts rows by their nodes and elements, so that the order of the lines has no effect.
  void put_in_order() {
    auto by = [](auto& rows, auto key) {
      std::stable_sort(rows.begin(), rows.end(),
                       [&](const auto& a, const auto& b) { return key(a) < key(b); });
    };
    Forces& f = t_.forces;
    by(t_.classes, [](const ClassRow& r) { return std::tuple(r.target, r.owner, r.component); });
    by(t_.points, [](const PointRow& r) { return r.number; });
    by(f.masses,
       [](const MassRow& r) { return std::tuple(r.of_element, r.turning >= 0, r.owner); });
    by(f.stresses, [](const StressRow& r) { return std::tuple(r.element, r.kind); });
    by(f.rests, [](const RestRow& r) { return r.element; });
    by(t_.contacts, [](const ContactRow& r) { return r.element; });
    by(t_.frictions, [](const ContactRow& r) {
      return std::tuple(r.element, r.joint.kind == FrictionKind::constant, r.joint.component);
    });
    for (ContactRow& r : t_.frictions) {
      const int number = t_.elements[index(numbering_element(t_.frictions, r))].number;
      const bool is_arm = r.joint.kind == FrictionKind::cross;
      r.label = "FRICTION " +
                (is_arm ? friction_name(r, number, r.joint.component) : fmt::to_string(number));
    }
    for (std::size_t k = 0; k < t_.frictions.size(); ++k)
      for (std::size_t j = 0; j < k; ++j)
        if (t_.frictions[j].label == t_.frictions[k].label)
          deck_.diagnostics.error(t_.frictions[k].where, t_.frictions[k].label,
                                  "another friction has this number in the report",
                                  "beside the friction of its load, CONSTANT is numbered by its "
                                  "slip: expected another slip");
    by(f.laws, [](const LawRow& r) { return std::tuple(r.target, r.owner, r.component); });
    by(f.loads, [](const LoadRow& r) { return r.node; });
    by(f.point_forces, [](const PointForceRow& r) { return r.number; });
    by(f.measured_forces, [](const MeasuredForceRow& r) { return r.number; });
    by(f.space_loads, [](const SpaceLoadRow& r) { return std::tuple(r.point < 0, r.number); });
    by(f.net_joints, [](const NetJointRow& r) { return r.number; });
    by(t_.starts, [](const StartRow& r) { return std::tuple(r.target, r.owner, r.component); });
    std::vector<MotionRow> motions;
    for (ClassRow& row : t_.classes) {
      if (row.motion < 0) continue;
      motions.push_back(std::move(t_.motions[index(row.motion)]));
      row.motion = count_of(motions) - 1;
    }
    for (TurnRow& row : t_.turns)
      if (row.turn.scalar >= 0) {
        motions.push_back(std::move(t_.motions[index(row.turn.scalar)]));
        row.turn.scalar = count_of(motions) - 1;
      }
    t_.motions = std::move(motions);
    by(t_.turns, [](const TurnRow& r) { return r.node; });
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  NativeReading& deck_;
  Tables& t_;
};

}  // namespace

std::string native_record_name(const Record& record) {
  const std::string keyword = upper_case(printable(record.tokens[0].text));
  if (record.tokens.size() < 2 || !record.tokens[1].integral) return keyword;
  return fmt::format("{} {}", keyword, record.tokens[1].value);
}

namespace {

// Takes the next number; returns its index, -1 after an error.
int take_number(RecordReader& in, NativeReading& deck, const std::map<int, int>& numbers,
                std::string_view field, std::string_view what, std::string_view remedy) {
  const SourceLocation where = in.here();
  const int number = static_cast<int>(in.integer(
      field, 1, kLargestNumber, fmt::format("{} {} number", what == "element" ? "an" : "a", what)));
  if (!in.ok()) return -1;
  const auto it = numbers.find(number);
  if (it != numbers.end()) return it->second;
  if (deck.incomplete)
    in.give_up();
  else
    in.fail(where, fmt::format("{} {} is not defined", what, number), std::string(remedy));
  return -1;
}

}  // namespace

int take_node(RecordReader& in, NativeReading& deck, std::string_view field) {
  return take_number(in, deck, deck.nodes, field, "node",
                     "expected a node of an element, or one given by X");
}

int take_node(RecordReader& in, NativeReading& deck, std::string_view field, NodeKind kind) {
  const SourceLocation where = in.here();
  const int node = take_node(in, deck, field);
  if (node < 0) return node;
  const NodeRow& row = deck.tables.nodes[node];
  if (row.kind == kind) return node;
  const bool of_space = kind == NodeKind::point && node_type(row.kind).is_spatial;
  in.fail(where, fmt::format("node {} is {}", row.number, node_type(row.kind).text),
          fmt::format("expected {} node{}", node_type(kind).text, of_space ? " of the plane" : ""));
  return -1;
}

bool names_node_of_space(const RecordReader& in, const NativeReading& deck) {
  const Token* const next = in.peek();
  if (!next || !next->integral) return false;
  const auto it = deck.nodes.find(static_cast<int>(next->value));
  return it != deck.nodes.end() && node_type(deck.tables.nodes[at(it->second)].kind).is_spatial;
}

std::string_view take_field(std::string_view& layout) {
  const std::size_t end = std::min(layout.find(' '), layout.size());
  const std::string_view field = layout.substr(0, end);
  layout.remove_prefix(std::min(end + 1, layout.size()));
  return field;
}

void say(const NodeRemark& remark, RecordReader& in, SourceLocation at) {
  if (remark.problem.empty()) return;
  remark.is_error ? in.fail(at, remark.problem, remark.advice)
                  : in.warn(at, remark.problem, remark.advice);
}

int take_element(RecordReader& in, NativeReading& deck) {
  return take_number(in, deck, deck.elements, "element number e", "element",
                     "expected an element of the kinematics block");
}

int component_count(const NativeReading& deck, Target target, int owner) {
  return target == Target::coordinate ? coordinate_count(deck.tables.nodes[owner].kind)
                                      : count_of(deck.tables.elements[owner].spec->deformations);
}

std::string native_channel(const NativeReading& deck, Target target, int owner, int component) {
  return target == Target::coordinate
             ? fmt::format("x{}_{}", deck.tables.nodes[owner].number, component + 1)
             : fmt::format("e{}_{}", deck.tables.elements[owner].number, component + 1);
}

std::string component_name(const NativeReading& deck, Target target, int owner, int component) {
  return target == Target::coordinate ? fmt::format("coordinate {} of node {}", component + 1,
                                                    deck.tables.nodes[owner].number)
                                      : fmt::format("deformation {} of element {}", component + 1,
                                                    deck.tables.elements[owner].number);
}

int take_component(RecordReader& in, NativeReading& deck, Target target, int owner) {
  const int count = component_count(deck, target, owner);
  const bool on_x = target == Target::coordinate;
  return static_cast<int>(in.integer(on_x ? "coordinate" : "deformation", 1, count,
                                     on_x ? "a coordinate" : "a deformation")) -
         1;
}

NativeReading::NativeReading(const LexedDeck& lexed, ElementSpecs known, const Options& given,
                             Tables& out, Diagnostics& sink)
    : Reading(lexed, known, out, sink), options(given) {
  take_arm = [this](RecordReader& in, MuscleArm& arm) { take_native_arm(in, *this, arm); };
}

Tables read_native(const LexedDeck& lexed, ElementSpecs specs, const Options& options,
                   Diagnostics& diagnostics) {
  Tables tables;
  tables.dialect = Dialect::native;
  tables.vocabulary = kNativeVocabulary;
  declare_names(lexed, tables);
  NativeReading r(lexed, specs, options, tables, diagnostics);
  Blocks blocks(r);
  blocks.split();
  read_native_kinematics(blocks.kinematics, r);
  if (r.has_dynamics) read_native_dynamics(blocks.dynamics, r);
  Finisher(r).finish();
  return tables;
}

}  // namespace mbs
