// The head of a KABIOS deck of bodies of space: SPACE, the eight counts, and the records (b) to
// (j).
#include <fmt/format.h>

#include <array>

#include "base/index.h"
#include "deck/forms/element_fields.h"
#include "deck/forms/orientation_record.h"
#include "deck/kabios/head_lines.h"
#include "deck/kabios/space_reading.h"
#include "deck/names/input_names.h"
#include "deck/records/name_records.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::size_t kSpaceCounts = 8;
constexpr std::string_view kSpaceCountNames[kSpaceCounts] = {"NB", "NJ", "NG",   "NS",
                                                             "ND", "NP", "NGUI", "NDATA"};
constexpr std::string_view kUsualSequence = "zxy";
constexpr std::string_view kPlaces[] = {"x", "y", "z"};
constexpr const char* kBodyLayout =
    "i x y z q0 q1 q2 q3, or i x y z SEQ zxy a b c; i may be left out in all lines";

// Drivers, points and joints begin with numbers, or with these words.
std::vector<std::string_view> words_of_head() {
  std::vector<std::string_view> out = {"JOINT"};
  for (const SpaceJointWord& joint : space_joint_words()) out.push_back(joint.word);
  return out;
}

class SpaceHead {
 public:
  // sequence: of the angles of bodies that give none.
  SpaceHead(HeadLines& lines, SpaceReading& r, std::string sequence)
      : lines_(lines), r_(r), guides_(r), sequence_(std::move(sequence)) {}

  bool read() {
    if (!lines_.counts(kSpaceCountNames, counts_) ||
        !lines_.enough_records(counts_, words_of_head()))
      return false;
    const auto [nb, nj, ng, ns, nd, np, ngui, ndata] = counts_;
    each(nb, "body", "(b)", kBodyLayout, &SpaceHead::body);
    if (count_of(r_.tables.bodies) < nb) return false;  // all other records name bodies
    each(nj, "joint", "(c)", "TYPE i j and the fields of the joint", &SpaceHead::joint);
    if (count_of(r_.said->joints) < nj) return false;  // drivers name joints
    r_.said->head_joints = nj;
    each(ng, "ground constraint", "(e)", "i", &SpaceHead::ground);
    each(ns, "simple constraint", "(f)", "i k", &SpaceHead::simple);
    each(nd, "driver", "(g)",
         "i k position velocity acceleration, JOINT n d and these, or = expression in their place",
         &SpaceHead::driver);
    each(np, "point of interest", "(h)", "i XI-P-I ETA-P-I ZETA-P-I", &SpaceHead::point);
    each(ngui, "guide", "(i)", "i, or i Q", &SpaceHead::guide);
    guides_.begin_table();
    each(ndata, "guide table row", "(i)", fmt::format("time and {} values", guides_.columns()),
         &SpaceHead::table_row);
    lines_.times(r_.tables.time, ngui > 0 ? &guides_.table() : nullptr);
    if (ngui > 0) guides_.lead();
    return !lines_.given_up();
  }

 private:
  using Parse = void (SpaceHead::*)(RecordReader&, int);

  void each(int n, std::string_view what, std::string_view letter, const std::string& layout,
            Parse parse) {
    lines_.each(n, what, letter, layout, [this, parse](RecordReader& in, int k) {
      r_.where = lines_.where();
      (this->*parse)(in, k);
    });
  }

  // ---- (b) --------------------------------------------------------------------------------------

  void body(RecordReader& in, int k) {
    std::size_t numbers = 0;
    while (const Token* const token = in.peek(numbers)) {
      if (token->kind != TokenKind::number) break;
      ++numbers;
    }
    const bool has_word = in.peek(numbers) != nullptr;
    const std::size_t place = has_word && numbers < 7 ? 3 : 7;
    if (k == 0) numbered_ = numbers == place + 1;
    if (numbers + 1 < place && !has_word)
      return in.fail(in.here(), "a body of space needs x y z and an orientation",
                     fmt::format("expected: {}", kBodyLayout));
    if (numbered_) {
      const SourceLocation where = in.here();
      const auto number = in.integer("body number i", 1, counts_[0], "a body number");
      if (in.ok() && number != k + 1)
        in.fail(where, fmt::format("body number is {}", number),
                fmt::format("expected {}: bodies stand in their order", k + 1));
    }
    BodyOfSpace body;
    body.sequence = sequence_;
    for (std::size_t c = 0; c < 3; ++c) body.x[c] = in.number(kPlaces[c], unit::metre);
    take_turn(in, body);
    if (!in.ok()) return;
    const std::string label = fmt::format("body {}", k + 1);
    Tables& t = r_.tables;
    const int first = count_of(t.nodes);
    t.bodies.push_back({k + 1, first, first + 1, r_.where});
    t.nodes.push_back(
        {first + 1, NodeKind::space_point, {body.x[0], body.x[1], body.x[2]}, label, r_.where});
    t.nodes.push_back({first + 2,
                       NodeKind::orientation,
                       {body.q[0], body.q[1], body.q[2], body.q[3]},
                       label,
                       r_.where});
    t.rotations.push_back({first + 1, -1, body.sequence});
    r_.said->bodies.push_back(std::move(body));
  }

  void take_turn(RecordReader& in, BodyOfSpace& body) {
    const SourceLocation where = in.here();
    const std::string word = in.peek_word();
    if (word == "SEQ") {
      in.skip();
      const std::string sequence = in.peek_word();
      if (!is_turn_sequence(sequence))
        return in.fail(in.here(), fmt::format("'{}' is no sequence of axes", printable(sequence)),
                       "expected one such as zxy, xyz or zxz");
      body.sequence = lower_case(sequence);
      body.q = take_turns(in);
    } else if (is_orientation_word(word)) {
      body.q = take_orientation(in);
      take_sequence(in, body);
    } else if (!word.empty()) {
      return fail_unknown_word(in, where, word, "is no orientation",
                               {"SEQ", "ROT", "AXES", "MATRIX"},
                               fmt::format("expected: {}", kBodyLayout));
    } else {
      static constexpr std::string_view kFields[] = {"q0", "q1", "q2", "q3"};
      for (std::size_t c = 0; c < 4; ++c) body.q[c] = in.number(kFields[c], unit::number);
      if (in.ok()) {
        const NodeRemark remark = kOrientationNode.check_start(body.q.data());
        if (!remark.problem.empty())
          remark.is_error ? in.fail(where, remark.problem, remark.advice)
                          : in.warn(where, remark.problem, remark.advice);
      }
      take_sequence(in, body);
    }
  }

  // SEQ xyz behind an orientation that is given otherwise: the sequence of its angles.
  static void take_sequence(RecordReader& in, BodyOfSpace& body) {
    if (!in.ok() || in.peek_word() != "SEQ") return;
    in.skip();
    body.sequence = sequence_word(take_sequence_word(in));
    body.sequence = lower_case(body.sequence);
  }

  // ---- (c) --------------------------------------------------------------------------------------

  void joint(RecordReader& in, int k) {
    const SourceLocation at_word = in.here();
    std::vector<std::string_view> words;
    for (const SpaceJointWord& one : space_joint_words()) words.push_back(one.word);
    const std::string all = fmt::format("expected {}", fmt::join(words, ", "));
    const std::string word = in.word("joint", all + ", then i j");
    if (!in.ok()) return;
    const SpaceJointWord* const known = find_space_joint(word);
    if (!known) return refuse_joint(in, at_word, word, words, all);
    JointOfSpace said;
    said.word = known->word;
    ElementRow row;
    row.spec = find_spec(r_.specs, known->element);
    in.set_layout(fmt::format(
        "expected: {} i j {}", word,
        known->has_length ? "xi eta zeta xi eta zeta length"
                          : element_fields(*row.spec).substr(std::string("e p a q b ").size())));
    if (!r_.take_bodies(in, said.i, said.j)) return;
    row.nodes = r_.nodes_of(said.i, said.j);
    row.label = fmt::format("{} {}", word, k + 1);
    row.where = r_.where;
    if (known->has_length && in.peek_word() == "AT")
      return in.fail(in.here(), "a ROD has its length, and takes no places of space",
                     "expected xi eta zeta of both ends, and the length");
    r_.take_joint(in, row);
    if (known->has_length) said.length = read_positive(in, "length");
    in.finish();
    if (!in.ok()) return;
    said.element = r_.add_element(std::move(row));
    if (known->has_length)
      r_.tables.forces.rests.push_back(
          {said.element, {said.length}, r_.tables.elements.back().label, r_.where});
    r_.said->joints.push_back(std::move(said));
  }

  static void refuse_joint(RecordReader& in, SourceLocation where, const std::string& word,
                           const std::vector<std::string_view>& words, const std::string& all) {
    if (word == "TRANSLATIONAL")
      return in.fail(where, "TRANSLATIONAL is a joint of the plane", "in space it is PRISMATIC");
    if (word == "SDA" || word == "BUSHING" || word == "WHEEL" || word == "BALL" || word == "EGG")
      return in.fail(where, fmt::format("{} is no joint of (c)", word),
                     "it stands in the lines after the times");
    fail_unknown_word(in, where, word, "is no joint of space", words, all);
  }

  // ---- (e) to (h) -------------------------------------------------------------------------------

  void ground(RecordReader& in, int k) {
    const int body = r_.take_body(in, "body number i");
    in.finish();
    if (!in.ok()) return;
    r_.label = fmt::format("GROUND {}", k + 1);
    for (const int node : {r_.place_of(body), r_.turn_of(body)})
      for (int c = 0; c < 3; ++c)
        if (!r_.set_class(in,
                          {Target::coordinate, node, c, Class::fixed, -1, ClassSource::ground,
                           r_.label, r_.where},
                          fmt::format("body {}", body)))
          return;
    r_.said->grounds.push_back(body);
  }

  void simple(RecordReader& in, int k) {
    CoordinateOfSpace of;
    if (in.peek_word() == "JOINT")
      return in.fail(in.here(), "a simple constraint holds a coordinate of a body",
                     "a free motion of a joint is held by a driver: JOINT n d 0 0 0");
    if (!r_.take_coordinate(in, of)) return;
    in.finish();
    r_.label = fmt::format("SIMPLE {}", k + 1);
    if (in.ok() && r_.hold(in, of, ClassSource::simple)) r_.said->simples.push_back(of);
  }

  void driver(RecordReader& in, int) { r_.read_driver(in, false); }

  void point(RecordReader& in, int k) {
    PointOfSpace row;
    row.body = r_.take_body(in, "body number i");
    static constexpr std::string_view kFields[] = {"XI-P-I", "ETA-P-I", "ZETA-P-I"};
    for (std::size_t c = 0; c < 3; ++c) row.place[c] = in.number(kFields[c], unit::metre);
    in.finish();
    if (!in.ok()) return;
    const int node = add_carried_point(r_, row.body, row.place, fmt::format("POINT {}", k + 1));
    r_.tables.points.push_back({k + 1, node, r_.turn_of(row.body), 0, 0, r_.where});
    r_.said->points.push_back(row);
  }

  void guide(RecordReader& in, int k) { guides_.take(in, k); }
  void table_row(RecordReader& in, int) { guides_.take_row(in, lines_); }

  HeadLines& lines_;
  SpaceReading& r_;
  std::array<int, kSpaceCounts> counts_{};
  bool numbered_ = false;
  GuidesOfSpace guides_;
  std::string sequence_;
};

// Names of bodies, which are those of their nodes: "body2.q0" is x4_1.
void name_bodies(SpaceReading& r) {
  for (const BodyRow& body : r.tables.bodies) {
    NameRow row;
    row.kind = "BODY";
    row.number = r.tables.nodes[at(body.point)].number;
    row.angle = r.tables.nodes[at(body.angle)].number;
    row.of_dialect = true;
    row.name = fmt::format("body{}", body.number);
    r.tables.names.push_back(std::move(row));
  }
}

}  // namespace

void SpaceReading::take_joint(RecordReader& in, ElementRow& row, std::string_view stop) {
  row.columns.assign(row.spec->columns.size(), 0.0);
  bool in_space = false;
  if (row.spec->keyword == "SDA") {  // numbers may follow the places of its ends
    for (std::size_t c = 0; c < 6; ++c)
      row.columns[c] = in.number(row.spec->columns[c].name, unit::metre);
    return;
  }
  take_element_columns(in, row, in_space, stop);
  if (!in.ok() || !in_space) return;
  std::array<const double*, 4> x{};
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = tables.nodes[at(row.nodes[k])].x.data();
  put_in_bodies(x, row);
}

bool SpaceReading::read_driver(RecordReader& in, bool in_tail) {
  DriverOfSpace row;
  row.in_tail = in_tail;
  if (!take_coordinate(in, row.of)) return false;
  label = fmt::format("DRIVER {}", said->drivers.size() + 1);
  MotionRow motion;
  const Token* const next = in.peek();
  if (in_tail || (next && next->kind == TokenKind::expression)) {
    if (!in.expression(motion.text, motion.text_at)) return false;
    row.text = motion.text;
    if (!check_motion(motion.text, motion.text_at, tables, deck.parameters, diagnostics, label))
      in.give_up();
  } else {
    static constexpr std::string_view kFields[] = {"initial position", "initial velocity",
                                                   "acceleration"};
    const Unit unit = unit_of(row.of);
    for (std::size_t c = 0; c < 3; ++c)
      row.given[c] = in.number(kFields[c], rate_of(unit, static_cast<int>(c)));
    motion.coefficients = {row.given[0], row.given[1], 0.5 * row.given[2]};
  }
  in.finish();
  if (!in.ok() || !drive(in, row.of, ClassSource::driver, std::move(motion))) return false;
  said->drivers.push_back(std::move(row));
  return true;
}

Tables read_kabios_space(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                         Diagnostics& diagnostics) {
  Tables tables;
  tables.vocabulary = kKabiosVocabulary;
  // Its tables are those of a native deck, whose nodes and elements have their own numbers.
  tables.vocabulary.rows = RowsOf::nodes;
  tables.vocabulary.own_numbers = true;
  tables.vocabulary.contact = kNativeVocabulary.contact;
  declare_names(deck, tables);
  SpaceReading r(deck, specs, options, tables, diagnostics);
  tables.kabios.space = r.said;
  HeadLines lines(deck, 1, diagnostics);
  std::string sequence(kUsualSequence);
  RecordReader in(deck.records.front(), "SPACE", diagnostics, 1);
  in.set_layout("expected: SPACE, or SPACE SEQ zxy");
  if (!in.at_end()) {
    take_word(in, "word", {"SEQ"}, "is no word of SPACE", "expected SEQ zxy, or nothing");
    if (in.ok()) sequence = lower_case(sequence_word(take_sequence_word(in)));
  }
  in.finish();
  if (deck.records.size() < 2) {
    diagnostics.error(deck.records.front().end, "deck", "it ends behind SPACE",
                      "expected the eight counts NB NJ NG NS ND NP NGUI NDATA");
    return tables;
  }
  if (!SpaceHead(lines, r, sequence).read()) return tables;
  name_bodies(r);
  if (lines.is_followed()) read_space_tail(lines.next(), r);
  r.finish();
  finish_space_tail(r);
  return tables;
}

}  // namespace mbs
