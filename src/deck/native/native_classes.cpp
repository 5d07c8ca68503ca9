// The classes of coordinates and deformations, and observed points: the records of the kinematics
// block that refer to its nodes and elements.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/names/channel_name.h"
#include "deck/names/input_names.h"
#include "deck/native/native.h"
#include "deck/tables/tables.h"
#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::string_view kPoint = "POINT", kPointFields = "k p a xi eta";

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

class ClassesReader {
 public:
  explicit ClassesReader(NativeReading& deck) : deck_(deck) {}

  void read(std::span<const Record* const> records) {
    for (const Record* record : records) refer(*record);
    free_joints();
  }

 private:
  // Advice for a line of this block that gives `text` as a motion: a motion belongs to the other
  // block, and what reads a channel is no motion.
  std::string in_place_of_motion(const ClassWord& word, int owner, std::vector<int> components,
                                 std::string_view text) const {
    const auto names = input_words(text);
    const bool of_time = std::all_of(names.begin(), names.end(), [this](std::string_view name) {
      return is_same_name(name, "t") || deck_.deck.parameters.find(name);
    });
    const bool has_name = word.target == Target::deformation ||
                          node_type(deck_.tables.nodes[at(owner)].kind).has_rates();
    if (components.empty() && component_count(deck_, word.target, owner) == 1) components = {0};
    if (of_time || !has_name || components.size() != 1 || word.cls != Class::prescribed)
      return "expected it after END HALT; here without '=' and what follows";
    const std::string driven = native_channel(deck_, word.target, owner, components.front());
    return fmt::format(
        "a motion is a function of t after END HALT; expected {} in its place, which ties the two",
        tying_record(free_element_number(), driven, text));
  }

  // A number above those that begin the lines of the deck.
  int free_element_number() const {
    double largest = 0;
    for (const Record& record : deck_.deck.records)
      if (record.tokens.size() > 1 && record.tokens[1].integral)
        largest = std::max(largest, record.tokens[1].value);
    return largest < kLargestNumber ? static_cast<int>(largest) + 1 : kLargestNumber;
  }

  void refer(const Record& record) {
    RecordReader in(record, native_record_name(record), deck_.diagnostics, 1);
    const std::string keyword = upper_case(record.tokens[0].text);
    if (const auto* word = find_keyword(std::span<const ClassWord>(kClassWords), keyword))
      return classes(record, *word, in);
    if (keyword == kPoint) return point(record, in);
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
    // SPACAR names an orientation by the last three of its four coordinates, and so may a deck.
    const bool by_four = on_x && !node_type(deck_.tables.nodes[at(owner)].kind).has_rates();
    SourceLocation fourth_at;
    if (in.at_end()) {
      for (int c = 0; c < component_count(deck_, word.target, owner); ++c) components.push_back(c);
    }
    while (in.ok() && !in.at_end()) {
      const SourceLocation where = in.here();
      if (in.peek()->kind == TokenKind::expression)
        return in.fail(where, "a motion stands in the kinematics block",
                       in_place_of_motion(word, owner, components, in.peek()->text));
      components.push_back(by_four ? static_cast<int>(in.integer("coordinate", 1, 4, "1 to 3")) - 1
                                   : take_component(in, deck_, word.target, owner));
      if (components.back() == 3) fourth_at = where;
      if (in.ok() && std::count(components.begin(), components.end(), components.back()) > 1)
        in.fail(where, fmt::format("{} is named twice", components.back() + 1));
    }
    if (in.ok() && by_four && std::count(components.begin(), components.end(), 3) > 0) {
      std::sort(components.begin(), components.end());
      if (components != std::vector<int>{1, 2, 3})
        return in.fail(fourth_at,
                       fmt::format("node {} is an orientation: its velocities are 1 2 3 (w1 w2 w3)",
                                   deck_.tables.nodes[at(owner)].number),
                       "expected some of these; 2 3 4, as SPACAR counts, names all of it");
      components = {0, 1, 2};
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
    in.set_layout(keyword_layout(kPoint, kPointFields));
    PointRow row;
    row.where = record.where;
    row.number =
        static_cast<int>(in.integer("point number k", 1, kLargestNumber, "a point number"));
    const bool in_space = in.ok() && names_node_of_space(in, deck_);
    if (in_space) in.set_layout("expected: POINT k p a xi eta zeta (a body of space)");
    row.point = take_node(in, deck_, "node p", in_space ? NodeKind::space_point : NodeKind::point);
    row.angle = take_node(in, deck_, "node a", in_space ? NodeKind::orientation : NodeKind::angle);
    row.xi = in.number("xi");
    row.eta = in.number("eta");
    if (in_space) row.zeta = in.number("zeta");
    in.finish();
    if (in.ok() && deck_.once(in, record.where, fmt::format("POINT {}", row.number)))
      deck_.tables.points.push_back(row);
  }

  std::string line(SourceLocation where, SourceLocation here) const {
    return line_text(where, here, deck_.diagnostics);
  }

  NativeReading& deck_;
};

}  // namespace

std::vector<KeywordFields> native_class_keywords() {
  std::vector<KeywordFields> out = {{kPoint, std::string(kPointFields)}};
  for (const KeywordFields& row : fields_of(std::span<const ClassWord>(kClassWords)))
    out.push_back(row);
  return out;
}

void read_native_classes(std::span<const Record* const> records, NativeReading& r) {
  ClassesReader(r).read(records);
}

}  // namespace mbs
