// The kinematics block: elements and nodes. They are read first, so that classes and observed
// points (native_classes.cpp) may stand before them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/index.h"
#include "deck/forms/element_fields.h"
#include "deck/forms/orientation_record.h"
#include "deck/forms/row_forms.h"
#include "deck/lines/field_units.h"
#include "deck/native/native.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

std::string line_fields(const RecordSpec& spec) {
  return has_row_form(spec) ? row_form(spec).fields(spec) : element_fields(spec);
}

struct LineForm {
  std::string_view name, fields;
};
constexpr LineForm kPosition{
    "X",
    "n x y for a point, X n phi for an angle; in space X n x y z for a point, "
    "X n q0 q1 q2 q3 for an orientation, or X n ROT, AXES or MATRIX and its numbers [FROM m], or X "
    "n LIKE m"};
constexpr LineForm kEnd{"END", "HALT, or END"};

class KinematicsReader {
 public:
  explicit KinematicsReader(NativeReading& deck) : deck_(deck) {}

  void read(Records records) {
    std::vector<const Record*> later;
    for (const Record& record : records)
      if (!define(record)) later.push_back(&record);
    for (const Position& position : positions_) place(position);
    turn_from_others();
    number_nodes();
    number_elements();
    read_native_classes(later, deck_);
  }

 private:
  // The position of a node in an X line.
  struct Position {
    int number;
    NodeKind kind;
    std::array<double, kMostPositions> x;
    SourceLocation where;
    int from = 0;  // the orientation is turned from that of this node
    SourceLocation from_at;
  };
  // The kind and position of a node, and the record that gives its kind.
  struct Known {
    NodeKind kind;
    std::string said_by;
    SourceLocation where;
    bool placed = false;
    std::array<double, kMostPositions> x{};
  };

  // Reads a record that defines an element or a position; false for another record.
  bool define(const Record& record) {
    const std::string keyword = upper_case(record.tokens[0].text);
    const RecordSpec* spec = find_spec(deck_.specs, keyword);
    if (!spec && keyword != kPosition.name) return false;
    RecordReader in(record, native_record_name(record), deck_.diagnostics, 1);
    spec ? element(record, *spec, in) : position(record, in);
    if (!in.ok()) deck_.incomplete = true;
    return true;
  }

  void element(const Record& record, const RecordSpec& spec, RecordReader& in) {
    in.set_layout(keyword_layout(spec.keyword, line_fields(spec)));
    if (const RecordSpec* twin = find_spec(deck_.specs, fmt::format("PL{}", spec.keyword)))
      in.set_hint(fmt::format("; bodies of the plane have {}", twin->keyword));
    ElementRow row;
    row.spec = &spec;
    row.where = record.where;
    row.number =
        static_cast<int>(in.integer("element number e", 1, kLargestNumber, "an element number"));
    row.label = fmt::format("{} {}", spec.keyword, row.number);
    bool in_space = false;
    has_row_form(spec) ? take_row(in, body_numbers, row) : take_element_fields(in, row, in_space);
    in.finish();
    if (!in.ok()) return;
    if (in_space) in_space_.insert(row.number);
    if (spec.arity == Arity::fixed) choose_type(row);
    const auto [first, is_new] = elements_.emplace(row.number, row);
    if (!is_new)
      return in.fail(record.where, fmt::format("element {} is defined twice", row.number),
                     fmt::format("the first is {} in {}", first->second.label,
                                 line(first->second.where, record.where)));
    if (joins_itself(row))
      return in.fail(record.where, "it joins a node to itself", "expected different nodes");
    for (std::size_t k = 0; k < row.nodes.size(); ++k)
      if (!kind_agrees(in, row.nodes[k], kind_of(*row.spec, k), row.label, row.where)) return;
  }

  // Two types may have one word and differ in their nodes: WHEEL on a plane of space or of a body.
  void choose_type(ElementRow& row) const {
    for (const RecordSpec* spec : deck_.specs)
      if (spec->keyword == row.spec->keyword && spec->nodes.size() == row.nodes.size()) {
        row.spec = spec;
        return;
      }
  }

  // The nodes of bodies alternate between point and angle.
  static NodeKind kind_of(const RecordSpec& spec, std::size_t k) {
    if (spec.arity == Arity::fixed) return spec.nodes[k];
    return k % 2 == 0 ? NodeKind::point : NodeKind::angle;
  }

  static std::array<int, 2> body_numbers(RecordReader& in) {
    const long long p = in.integer("node p", 1, kLargestNumber, "a node number");
    const long long a = in.integer("node a", 1, kLargestNumber, "a node number");
    return {static_cast<int>(p), static_cast<int>(a)};
  }

  // Whether an element joins a body to itself: PLTRUSS 1 2 2, PLREV 1 3 4 3 4 ....
  static bool joins_itself(const ElementRow& row) {
    // a path may return to a body, but must not have all places on one body
    if (row.spec->arity == Arity::bodies && row_form(*row.spec).bodies == 0) {
      bool stays = true;
      for (std::size_t k = 2; k < row.nodes.size(); ++k)
        stays = stays && row.nodes[k] == row.nodes[k - 2];
      return stays;
    }
    return !row.nodes.empty() && std::all_of(row.nodes.begin(), row.nodes.end(), [&](int node) {
      return std::count(row.nodes.begin(), row.nodes.end(), node) > 1;
    });
  }

  bool kind_agrees(RecordReader& in, int number, NodeKind kind, const std::string& who,
                   SourceLocation where) {
    const auto [it, is_new] = known_.try_emplace(number, Known{kind, who, where});
    if (it->second.kind == kind) return true;
    in.fail(where,
            fmt::format("node {} must be {} here, it is {} in {} ({})", number,
                        node_type(kind).text, node_type(it->second.kind).text, it->second.said_by,
                        line(it->second.where, where)),
            "expected one kind of node everywhere");
    return false;
  }

  void position(const Record& record, RecordReader& in) {
    in.set_layout(keyword_layout(kPosition.name, kPosition.fields));
    Position p{};
    p.where = record.where;
    p.number = static_cast<int>(in.integer("node number n", 1, kLargestNumber, "a node number"));
    if (in.peek_word() == "LIKE" || is_orientation_word(in.peek_word()))
      return worded_orientation(in, p);
    if (const std::string word = in.peek_word();
        is_turn_sequence(word) || word.starts_with("EULER") || word.starts_with("QUAT") ||
        word == "RPY" || word == "YPR")
      return in.fail(
          in.here(), fmt::format("'{}' is no position", word),
          fmt::format("expected numbers, or of an orientation {}, or LIKE m", kOrientationFields));
    const std::size_t numbers = in.remaining();
    p.kind = NodeKind::point;
    for (const NodeType* type : node_types())
      if (numbers == static_cast<std::size_t>(type->nq)) p.kind = {type};
    const NodeType& type = node_type(p.kind);
    const SourceLocation at = in.here();
    std::string_view fields = type.layout;
    for (std::size_t c = 0; c < static_cast<std::size_t>(type.nq); ++c)
      p.x[c] = in.number(take_field(fields),
                         type.nq == type.nv ? type.components[c].unit : unit::number);
    in.finish();
    if (in.ok() && type.check_start) say(type.check_start(p.x.data()), in, at);
    if (in.ok() && deck_.once(in, record.where, fmt::format("X {}", p.number)))
      positions_.push_back(p);
  }

  void worded_orientation(RecordReader& in, Position& p) {
    p.kind = NodeKind::orientation;
    p.x = in.peek_word() == "LIKE" ? kUnturned : take_orientation(in);
    if (in.ok() && !in.at_end()) {
      take_word(in, "word", {"LIKE", "FROM"}, "is no word of X", "expected FROM m, or nothing");
      p.from_at = in.here();
      p.from = static_cast<int>(in.integer("node m", 1, kLargestNumber, "a node number"));
    }
    in.finish();
    if (deck_.once(in, p.where, fmt::format("X {}", p.number))) positions_.push_back(p);
  }

  // Turns the orientations that X gives from those of other nodes, these first.
  void turn_from_others() {
    std::map<int, const Position*> waiting;
    for (const Position& p : positions_)
      if (p.from != 0) waiting.emplace(p.number, &p);
    std::vector<int> way;
    while (!waiting.empty() && way.empty()) settle(waiting.begin()->first, waiting, way);
  }
  void settle(int number, std::map<int, const Position*>& waiting, std::vector<int>& way) {
    const auto it = waiting.find(number);
    if (it == waiting.end()) return;
    const Position& p = *it->second;
    way.push_back(number);
    const auto fail = [&](const std::string& problem, const std::string& expected) {
      deck_.diagnostics.error(p.from_at, fmt::format("X {}", number), problem, expected);
      waiting.clear();
    };
    if (std::count(way.begin(), way.end(), number) > 1)
      return fail(
          fmt::format("orientations follow each other in a circle: nodes {}", fmt::join(way, ", ")),
          "expected one of them by itself");
    const auto known = known_.find(p.from);
    if (known == known_.end() || known->second.kind != NodeKind::orientation)
      return fail(known == known_.end()
                      ? fmt::format("node {} is not defined", p.from)
                      : fmt::format("node {} is {}", p.from, node_type(known->second.kind).text),
                  "expected an orientation");
    settle(p.from, waiting, way);
    if (waiting.empty()) return;
    const Known& from = known->second;
    known_[number].x = after(from.placed ? from.x : kUnturned, p.x);
    waiting.erase(number);
    way.pop_back();
  }

  // Called after all elements, so that a wrong number of coordinates is an error of the X line.
  void place(const Position& p) {
    const std::string label = fmt::format("X {}", p.number);
    const auto [it, is_new] = known_.try_emplace(p.number, Known{p.kind, label, p.where});
    Known& known = it->second;
    known.placed = true;
    known.x = p.x;
    if (known.kind == p.kind || is_other_start(p, known)) {
      known.where = p.where;  // messages about the node name its X line
      return;
    }
    deck_.diagnostics.error(
        p.where, label,
        fmt::format("{} for node {}, which is {} in {} ({})", node_type(p.kind).count_text,
                    p.number, node_type(known.kind).text, known.said_by,
                    line(known.where, p.where)),
        fmt::format("expected: X {} {}{}", p.number, node_type(known.kind).layout,
                    known.kind == NodeKind::orientation ? fmt::format(", or {}", kOrientationFields)
                                                        : std::string()));
    known.x = {};
  }

  // Whether the kind that an element gives the node also takes this number of coordinates.
  bool is_other_start(const Position& p, Known& known) {
    const NodeType& type = node_type(known.kind);
    if (type.nq != position_count(p.kind)) return false;
    const NodeRemark remark = type.check_start ? type.check_start(known.x.data()) : NodeRemark{};
    if (!remark.problem.empty())
      (remark.is_error ? deck_.diagnostics.error(p.where, fmt::format("X {}", p.number),
                                                 remark.problem, remark.advice)
                       : deck_.diagnostics.warning(p.where, fmt::format("X {}", p.number),
                                                   remark.problem, remark.advice));
    return true;
  }

  void number_nodes() {
    for (auto& [number, known] : known_) {
      if (number > kLargestNumber) {
        ground(number, known);
        continue;
      }
      const NodeType& type = node_type(known.kind);
      if (!known.placed) std::copy(type.start.begin(), type.start.end(), known.x.begin());
      deck_.nodes.emplace(number, count_of(deck_.tables.nodes));
      deck_.tables.nodes.push_back(
          {number, known.kind, known.x, fmt::format("node {}", number), known.where});
      if (known.placed || !type.start.empty() || deck_.incomplete) continue;
      deck_.diagnostics.error(known.where, known.said_by,
                              fmt::format("{} node {} has no position",
                                          type.text.substr(type.text.find(' ') + 1), number),
                              fmt::format("expected a line: X {} {}", number, type.layout));
    }
  }

  // A node that stays at the origin, or in the orientation of space.
  void ground(int number, const Known& known) {
    const NodeType& type = node_type(known.kind);
    const int owner = count_of(deck_.tables.nodes);
    deck_.nodes.emplace(number, owner);
    NodeRow row{0, known.kind, {}, "the ground", known.where};
    std::copy(type.start.begin(), type.start.end(), row.x.begin());
    deck_.tables.nodes.push_back(std::move(row));
    for (int c = 0; c < type.nv; ++c)
      deck_.tables.classes.push_back({Target::coordinate, owner, c, Class::fixed, -1,
                                      ClassSource::ground, "the ground", known.where});
  }

  void number_elements() {
    for (auto& [number, row] : elements_) {
      for (int& node : row.nodes) {
        const auto it = deck_.nodes.find(node);
        node = it == deck_.nodes.end() ? 0 : it->second;
      }
      if (in_space_.contains(number) && !deck_.incomplete) {
        std::array<const double*, 4> x{};
        for (std::size_t k = 0; k < x.size(); ++k) x[k] = deck_.tables.nodes[row.nodes[k]].x.data();
        put_in_bodies(x, row);
      }
      deck_.elements.emplace(number, count_of(deck_.tables.elements));
      deck_.tables.elements.push_back(std::move(row));
    }
  }

  std::string line(SourceLocation where, SourceLocation here) const {
    return line_text(where, here, deck_.diagnostics);
  }

  NativeReading& deck_;
  std::map<int, ElementRow> elements_;
  std::set<int> in_space_;  // joints whose columns are those of space
  std::map<int, Known> known_;
  std::vector<Position> positions_;
};

// The keywords of the block without the elements.
std::vector<KeywordFields> keywords_beside_elements() {
  std::vector<KeywordFields> out{{kPosition.name, std::string(kPosition.fields)}};
  for (KeywordFields& row : native_class_keywords()) out.push_back(std::move(row));
  out.push_back({kEnd.name, std::string(kEnd.fields)});
  return out;
}

}  // namespace

std::vector<KeywordFields> native_kinematics_keywords(ElementSpecs specs) {
  std::vector<KeywordFields> out;
  for (const RecordSpec* spec : specs)
    if (spec == find_spec(specs, spec->keyword))  // CAM has a second type, with a slip
      out.push_back({spec->keyword, line_fields(*spec)});
  for (KeywordFields& row : keywords_beside_elements()) out.push_back(std::move(row));
  return out;
}

std::vector<std::string_view> native_kinematics_words(ElementSpecs specs) {
  std::vector<std::string_view> out;
  for (const RecordSpec* spec : specs) out.push_back(spec->keyword);
  for (const KeywordFields& row : keywords_beside_elements()) out.push_back(row.name);
  return out;
}

void read_native_kinematics(Records records, NativeReading& r) {
  KinematicsReader(r).read(records);
}

}  // namespace mbs
