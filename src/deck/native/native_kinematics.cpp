// The kinematics block: elements, nodes, classes, observed points. Elements and positions are read
// first, so that other records may stand before them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "deck/lines/field_units.h"
#include "deck/native/native.h"
#include "deck/records/orientation_record.h"
#include "deck/records/row_forms.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

// The letters of nodes in "PLBEAM e p a q b xi eta": points are p, q, ..., angles a, b, ...
std::vector<std::string> node_letters(const RecordSpec& spec) {
  std::vector<std::string> out;
  int points = 0, angles = 0;
  for (NodeKind kind : spec.nodes) {
    int& before = node_type(kind).letter == 'p' ? points : angles;
    out.emplace_back(1, static_cast<char>(node_type(kind).letter + before++));
  }
  return out;
}

std::string element_fields(const RecordSpec& spec) {
  if (spec.arity != Arity::fixed) return row_form(spec).fields(spec);
  std::string out = fmt::format("e {}", fmt::join(node_letters(spec), " "));
  const std::size_t needed = spec.columns.size() - spec.optional_columns;
  for (std::size_t k = 0; k < spec.columns.size(); ++k)
    out += fmt::format(" {}{}", k > 0 && k == needed ? "[" : "", spec.columns[k].name);
  return spec.optional_columns > 0 ? out + "]" : out;
}

struct LineForm {
  std::string_view name, fields;
};
constexpr LineForm kPosition{
    "X",
    "n x y for a point, X n phi for an angle; in space X n x y z for a point, "
    "X n q0 q1 q2 q3 for an orientation, or X n ROT, AXES or MATRIX and its numbers"};
constexpr LineForm kPoint{"POINT", "k p a xi eta"};
constexpr LineForm kEnd{"END", "HALT, or END"};

struct ClassWord {
  std::string_view name, fields;
  Target target;
  Class cls;
};
constexpr ClassWord kClassWords[] = {
    {"FIX", "n [coordinates]", Target::coordinate, Class::fixed},
    {"INPUTX", "n [coordinates]", Target::coordinate, Class::prescribed},
    {"DYNX", "n [coordinates]", Target::coordinate, Class::dynamic},
    {"INPUTE", "e [deformations]", Target::deformation, Class::prescribed},
    {"DYNE", "e [deformations]", Target::deformation, Class::dynamic},
    {"FIXE", "e [deformations]", Target::deformation, Class::fixed},
    {"RLSE", "e [deformations]", Target::deformation, Class::calculable},
};

class KinematicsReader {
 public:
  explicit KinematicsReader(NativeReading& deck) : deck_(deck) {}

  void read(Records records) {
    std::vector<const Record*> later;
    for (const Record& record : records)
      if (!define(record)) later.push_back(&record);
    for (const Position& position : positions_) place(position);
    number_nodes();
    number_elements();
    for (const Record* record : later) refer(*record);
    free_joints();
  }

 private:
  // The position of a node in an X line.
  struct Position {
    int number;
    NodeKind kind;
    std::array<double, kMostPositions> x;
    SourceLocation where;
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
    in.set_layout(keyword_layout(spec.keyword, element_fields(spec)));
    ElementRow row;
    row.spec = &spec;
    row.where = record.where;
    row.number =
        static_cast<int>(in.integer("element number e", 1, kLargestNumber, "an element number"));
    row.label = fmt::format("{} {}", spec.keyword, row.number);
    spec.arity == Arity::fixed ? take_fields(in, row) : take_row(in, body_numbers, row);
    in.finish();
    if (!in.ok()) return;
    const auto [first, is_new] = elements_.emplace(row.number, row);
    if (!is_new)
      return in.fail(record.where, fmt::format("element {} is defined twice", row.number),
                     fmt::format("the first is {} in {}", first->second.label,
                                 line(first->second.where, record.where)));
    if (joins_itself(row))
      return in.fail(record.where, "it joins a node to itself", "expected different nodes");
    for (std::size_t k = 0; k < row.nodes.size(); ++k)
      if (!kind_agrees(in, row.nodes[k], kind_of(spec, k), row.label, row.where)) return;
  }

  static void take_fields(RecordReader& in, ElementRow& row) {
    for (const std::string& letter : node_letters(*row.spec))
      row.nodes.push_back(
          static_cast<int>(in.integer("node " + letter, 1, kLargestNumber, "a node number")));
    const std::size_t count = row.spec->columns.size();
    for (std::size_t k = 0; k < count; ++k) {
      if (k == count - row.spec->optional_columns && in.at_end()) break;
      const Column& column = row.spec->columns[k];
      row.columns.push_back(in.number(column.name, unit_of_column(column.unit)));
    }
    row.columns.resize(count);
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
    if (is_orientation_word(in.peek_word())) return worded_orientation(in, p);
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
    p.x = take_orientation(in);
    in.finish();
    if (deck_.once(in, p.where, fmt::format("X {}", p.number))) positions_.push_back(p);
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
        fmt::format("expected: X {} {}", p.number, node_type(known.kind).layout));
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

  void number_elements() {
    for (auto& [number, row] : elements_) {
      for (int& node : row.nodes) {
        const auto it = deck_.nodes.find(node);
        node = it == deck_.nodes.end() ? 0 : it->second;
      }
      deck_.elements.emplace(number, count_of(deck_.tables.elements));
      deck_.tables.elements.push_back(std::move(row));
    }
  }

  // ---- records that refer to nodes and elements -------------------------------------------------

  void refer(const Record& record) {
    RecordReader in(record, native_record_name(record), deck_.diagnostics, 1);
    const std::string keyword = upper_case(record.tokens[0].text);
    if (const auto* word = find_keyword(std::span<const ClassWord>(kClassWords), keyword))
      return classes(record, *word, in);
    if (keyword == kPoint.name) return point(record, in);
    unknown(record, keyword);
  }

  void unknown(const Record& record, const std::string& keyword) {
    const Token& first = record.tokens[0];
    RecordReader in(record, "", deck_.diagnostics);
    if (first.kind != TokenKind::word)
      return in.fail(first.where, fmt::format("'{}' is no keyword", printable(first.text)),
                     "expected a line that starts with a keyword");
    if (has_word(native_dynamics_keywords(), keyword))
      return in.fail(first.where,
                     fmt::format("{} belongs to the dynamics block", native_record_name(record)),
                     "expected it after END HALT");
    fail_unknown_keyword(record, native_kinematics_keywords(deck_.specs),
                         {"the kinematics block", Dialect::native, "docs/native.md lists them"},
                         deck_.diagnostics);
  }

  void classes(const Record& record, const ClassWord& word, RecordReader& in) {
    const bool on_x = word.target == Target::coordinate;
    in.set_layout(keyword_layout(word.name, word.fields));
    const int owner = on_x ? take_node(in, deck_, "node number n") : take_element(in, deck_);
    if (owner < 0) return;
    std::vector<int> components;
    if (in.at_end()) {
      for (int c = 0; c < component_count(deck_, word.target, owner); ++c) components.push_back(c);
    }
    while (in.ok() && !in.at_end()) {
      const SourceLocation where = in.here();
      if (in.peek()->kind == TokenKind::expression)
        return in.fail(where, "a motion stands in the kinematics block",
                       "expected it after END HALT; here without '=' and what follows");
      components.push_back(take_component(in, deck_, word.target, owner));
      if (in.ok() && std::count(components.begin(), components.end(), components.back()) > 1)
        in.fail(where, fmt::format("{} is named twice", components.back() + 1));
    }
    for (int component : components)
      if (in.ok()) set_class(record, word, owner, component, in);
  }

  void set_class(const Record& record, const ClassWord& word, int owner, int component,
                 RecordReader& in) {
    std::vector<ClassRow>& rows = deck_.tables.classes;
    const auto [it, is_new] =
        deck_.taken.emplace(std::tuple(word.target, owner, component), rows.size());
    if (!is_new) {
      const ClassRow& first = rows[it->second];
      return in.fail(record.where,
                     fmt::format("{} is already taken by {} ({})",
                                 component_name(deck_, word.target, owner, component), first.label,
                                 line(first.where, record.where)),
                     "each may be named once; remove one of the two");
    }
    rows.push_back({word.target, owner, component, word.cls, -1, ClassSource::keyword,
                    native_record_name(record), record.where});
  }

  // Releases the free deformations of joints that no record names.
  void free_joints() {
    std::vector<ClassRow>& rows = deck_.tables.classes;
    for (int owner = 0; owner < count_of(deck_.tables.elements); ++owner) {
      const ElementRow& row = deck_.tables.elements[at(owner)];
      for (int component = 0; component < row.spec->free_deformations; ++component)
        if (deck_.taken.emplace(std::tuple(Target::deformation, owner, component), rows.size())
                .second)
          rows.push_back({Target::deformation, owner, component, Class::calculable, -1,
                          ClassSource::keyword, row.label, row.where});
    }
  }

  void point(const Record& record, RecordReader& in) {
    in.set_layout(keyword_layout(kPoint.name, kPoint.fields));
    PointRow row;
    row.where = record.where;
    row.number =
        static_cast<int>(in.integer("point number k", 1, kLargestNumber, "a point number"));
    row.point = take_node(in, deck_, "node p", NodeKind::point);
    row.angle = take_node(in, deck_, "node a", NodeKind::angle);
    row.xi = in.number("xi");
    row.eta = in.number("eta");
    in.finish();
    if (in.ok() && deck_.once(in, record.where, fmt::format("POINT {}", row.number)))
      deck_.tables.points.push_back(row);
  }

  std::string line(SourceLocation where, SourceLocation here) const {
    return line_text(where, here, deck_.diagnostics);
  }

  NativeReading& deck_;
  std::map<int, ElementRow> elements_;
  std::map<int, Known> known_;
  std::vector<Position> positions_;
};

}  // namespace

std::vector<KeywordFields> native_kinematics_keywords(ElementSpecs specs) {
  std::vector<KeywordFields> out;
  for (const RecordSpec* spec : specs)
    if (spec == find_spec(specs, spec->keyword))  // CAM has a second type, with a slip
      out.push_back({spec->keyword, element_fields(*spec)});
  for (const LineForm& line : {kPosition, kPoint})
    out.push_back({line.name, std::string(line.fields)});
  for (const KeywordFields& row : fields_of(std::span<const ClassWord>(kClassWords)))
    out.push_back(row);
  out.push_back({kEnd.name, std::string(kEnd.fields)});
  return out;
}

void read_native_kinematics(Records records, NativeReading& r) {
  KinematicsReader(r).read(records);
}

}  // namespace mbs
