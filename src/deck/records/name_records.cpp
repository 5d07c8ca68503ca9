#include "deck/records/name_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/index.h"
#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/tokenizer.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/observation_records.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

// A kind of thing that NAME lines can name: its word and the start of its channel names.
struct Kind {
  std::string_view word, channels;
};
constexpr Kind kOfKabios[] = {{"BODY", "body"},         {"POINT", "point"},
                              {"REVOLUTE", "rev"},      {"TRANSLATIONAL", "tran"},
                              {"GROUND", "ground"},     {"SIMPLE", "simple"},
                              {"DRIVER", "driver"},     {"GUIDE", "guide"},
                              {"MOTION", "motion"},     {"SDA", "sda"},
                              {"RSDA", "rsda"},         {"CONTACT", "contact"},
                              {"FRICTION", "friction"}, {"NETJOINT", "netjoint"}};
constexpr Kind kOfNative[] = {
    {"BODY", ""}, {"NODE", ""}, {"ELEMENT", ""}, {"POINT", "point"}, {"NETJOINT", "netjoint"}};
// In decks of space bodies and points are nodes, and joints elements.
constexpr Kind kOfKabiosSpace[] = {
    {"BODY", ""}, {"POINT", ""}, {"JOINT", ""}, {"NETJOINT", "netjoint"}};
constexpr Kind kOfChain[] = {
    {"SEGMENT", ""},     {"JOINT", "joint"},        {"POINT", "point"},
    {"REVOLUTE", "rev"}, {"TRANSLATIONAL", "tran"}, {"SDA", "sda"},
    {"RSDA", "rsda"},    {"CONTACT", "contact"},    {"FRICTION", "friction"}};

// The kinds `own` and the joints of KABIOS tails and between segments; the channels of these begin
// with the word in lower case.
std::vector<Kind> with_joints(std::span<const Kind> own) {
  static const std::vector<std::string> channels = [] {
    std::vector<std::string> out;
    for (const KabiosJoint& joint : kabios_joints()) out.push_back(lower_case(joint.word));
    return out;
  }();
  std::vector<Kind> out(own.begin(), own.end());
  for (std::size_t k = 0; k < channels.size(); ++k)
    out.push_back({kabios_joints()[k].word, channels[k]});
  return out;
}

std::span<const Kind> all_of_kabios() {
  static const std::vector<Kind> all = with_joints(kOfKabios);
  return all;
}

std::span<const Kind> kinds_of(Dialect dialect) {
  static const std::vector<Kind> of_chain = with_joints(kOfChain);
  if (dialect == Dialect::kabios) return all_of_kabios();
  if (dialect == Dialect::native) return kOfNative;
  return of_chain;
}

bool is_space_place(NodeKind kind) { return kind == NodeKind::space_point; }
bool is_space_turn(NodeKind kind) { return kind == NodeKind::orientation; }

class NameReader {
 public:
  NameReader(const Record& record, Tables& tables, Diagnostics& diagnostics)
      : record_(record), tables_(tables), in_(record, "NAME", diagnostics, 1) {}

  bool read() {
    const bool of_kabios_space = tables_.kabios.space != nullptr;
    const auto kinds =
        of_kabios_space ? std::span<const Kind>(kOfKabiosSpace) : kinds_of(tables_.dialect);
    std::string forms = "expected ";
    std::vector<std::string_view> words;
    for (const Kind& kind : kinds) {
      words.push_back(kind.word);
      forms += fmt::format(
          "{}NAME {} {} name",
          &kind == &kinds.front()  ? ""
          : &kind == &kinds.back() ? " or "
                                   : ", ",
          kind.word,
          tables_.dialect == Dialect::native && !of_kabios_space && kind.word == "BODY" ? "p a"
                                                                                        : "k");
    }
    const SourceLocation at = in_.here();
    row_.where = record_.where;
    row_.kind = in_.word("what is named", forms);
    if (!in_.ok()) return false;
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const Kind& k) { return k.word == row_.kind; });
    if (kind == kinds.end()) {
      fail_unknown_word(in_, at, row_.kind, "cannot be named", words, forms);
      return false;
    }
    in_.set_layout(forms);
    row_.channels = kind->channels;
    const SourceLocation number_at = in_.here();
    row_.number = static_cast<int>(in_.integer("number", 1, kLargestNumber, "a number"));
    if (in_.ok() && of_kabios_space) use_nodes(number_at);
    const bool pair = tables_.dialect == Dialect::native && row_.kind == "BODY" && !of_kabios_space;
    if (in_.ok() && pair)
      row_.angle = static_cast<int>(in_.integer("angle node", 1, kLargestNumber, "a number"));
    if (!in_.ok() || !exists(number_at) || !take_name()) return false;
    in_.finish();
    if (!in_.ok()) return false;
    row_.label = "NAME " + row_.name;
    mark();
    tables_.named.insert(lower_case(row_.name));
    tables_.names.push_back(row_);
    return true;
  }

 private:
  // The nodes and elements behind the numbers of a KABIOS deck of space.
  void use_nodes(SourceLocation number_at) {
    const int number = row_.number, bodies = count_of(tables_.bodies);
    const std::string label = fmt::format("{} {}", row_.kind, number);
    if (row_.kind == "BODY") row_.number = 2 * number - 1, row_.angle = 2 * number;
    if (row_.kind == "POINT") row_.kind = "NODE", row_.number = 2 * bodies + number;
    const bool is_joint = row_.kind == "JOINT";
    if (is_joint) row_.kind = "ELEMENT";
    const bool is_point =
        row_.kind != "NODE" ||
        std::any_of(tables_.nodes.begin(), tables_.nodes.end(),
                    [&label](const NodeRow& node) { return node.label == label; });
    if ((row_.kind == "BODY" && number > bodies) || !is_point ||
        (is_joint && number > count_of(tables_.elements)))
      in_.fail(number_at, fmt::format("there is no {}", label), "expected one of this deck");
  }

  bool take_name() {
    const SourceLocation at = in_.here();
    if (in_.at_end()) return in_.word("name", "expected a name"), false;
    const Token& token = *in_.peek();
    in_.skip();
    row_.name = token.text;
    auto fail = [&](std::string problem, std::string expected) {
      in_.fail(at, std::move(problem), std::move(expected));
      return false;
    };
    if (token.kind != TokenKind::word || !is_name(row_.name))
      return fail(fmt::format("'{}' is not a name", printable(row_.name)),
                  "expected a letter, then letters, digits and underscores");
    if (std::string problem = name_problem(row_.name, tables_); !problem.empty())
      return fail(std::move(problem), "choose another name");
    const std::string lower = lower_case(row_.name);
    for (const NameRow& other : tables_.names)
      if (other.kind == row_.kind && other.number == row_.number && other.angle == row_.angle &&
          !other.of_dialect)
        return fail(fmt::format("it has the name '{}' already", other.name), "expected one name");
    // A name such as "body4" would be the start of the channels of body 4.
    const std::size_t digits = lower.find_first_of("0123456789");
    for (const auto kinds : {all_of_kabios(), std::span<const Kind>(kOfChain)})
      for (const Kind& kind : kinds)
        if (digits != lower.npos && lower.substr(0, digits) == kind.channels &&
            lower.find_first_not_of("0123456789", digits) == lower.npos)
          return fail(fmt::format("'{}' is a name of channels", row_.name), "choose another name");
    for (std::string_view taken : {"energy", "cm", "momentum"})
      if (lower == taken)
        return fail(fmt::format("'{}' is a name of channels", row_.name), "choose another name");
    return true;
  }

  bool exists(SourceLocation at) {
    if (!known())
      in_.fail(at,
               fmt::format("there is no {} {}{}", row_.kind, row_.number,
                           row_.angle > 0 ? fmt::format(" {}", row_.angle) : ""),
               "expected one of this deck");
    return in_.ok();
  }

  // Writes the name into the named rows, for messages.
  void mark() {
    const bool kabios = tables_.dialect == Dialect::kabios, body = row_.kind == "BODY";
    for (NodeRow& node : tables_.nodes) {
      const bool own = node.number == row_.number || node.number == row_.angle;
      if (tables_.dialect == Dialect::native && (body || row_.kind == "NODE") && own)
        node.name = row_.name;
    }
    if (kabios && body) {
      const BodyRow& row = tables_.bodies[row_.number - 1];
      for (int node : {row.point, row.angle}) tables_.nodes[node].name = row_.name;
    }
    const std::string label =
        fmt::format("{} {}", row_.kind == "JOINT" ? "joint" : row_.kind, row_.number);
    for (ElementRow& element : tables_.elements)
      if (tables_.dialect == Dialect::native
              ? row_.kind == "ELEMENT" && element.number == row_.number
              : element.label == label)
        element.name = row_.name;
    if (tables_.dialect != Dialect::segdyn || row_.kind != "SEGMENT") return;
    const ChainSegment& segment = tables_.chain.segments[row_.number - 1];
    for (int node : {segment.point, segment.angle})
      if (node >= 0 && node < count_of(tables_.nodes)) tables_.nodes[node].name = row_.name;
  }

  bool node_is(int number, bool (*is)(NodeKind)) const {
    return std::any_of(tables_.nodes.begin(), tables_.nodes.end(),
                       [&](const NodeRow& row) { return row.number == number && is(row.kind); });
  }

  bool known() const {
    const int n = row_.number;
    const auto count = count_of(tables_.bodies);
    const std::string label = fmt::format("{} {}", row_.kind, n);
    auto labelled = [&](const auto& rows) {
      return std::any_of(rows.begin(), rows.end(),
                         [&](const auto& row) { return row.label == label; });
    };
    if (tables_.dialect == Dialect::segdyn) {
      const Chain& chain = tables_.chain;
      if (row_.kind == "POINT") return n <= count_of(chain.points);
      if (row_.kind == "SEGMENT") return n <= count_of(chain.segments);
      if (row_.kind == "JOINT") return n <= count_of(chain.segments) + 1;
      return labelled(tables_.elements) || labelled(tables_.frictions);
    }
    if (row_.kind == "POINT")
      return std::any_of(tables_.points.begin(), tables_.points.end(),
                         [n](const PointRow& row) { return row.number == n; });
    if (tables_.dialect == Dialect::native) {
      if (row_.kind == "BODY")
        return (node_is(n, is_planar_place) && node_is(row_.angle, is_planar_turn)) ||
               (node_is(n, is_space_place) && node_is(row_.angle, is_space_turn));
      const auto numbered = [n](const auto& rows) {
        return std::any_of(rows.begin(), rows.end(),
                           [n](const auto& row) { return row.number == n; });
      };
      if (row_.kind == "NODE") return numbered(tables_.nodes);
      return row_.kind == "NETJOINT" ? numbered(tables_.forces.net_joints)
                                     : numbered(tables_.elements);
    }
    if (row_.kind == "BODY") return n <= count;
    return labelled(tables_.elements) || labelled(tables_.classes) || labelled(tables_.contacts) ||
           labelled(tables_.frictions) || labelled(tables_.forces.net_joints);
  }

  const Record& record_;
  Tables& tables_;
  RecordReader in_;
  NameRow row_;
};

}  // namespace

bool read_name(const Record& record, Tables& tables, Diagnostics& diagnostics) {
  return NameReader(record, tables, diagnostics).read();
}

void declare_names(const LexedDeck& deck, Tables& tables) {
  for (const Record& record : deck.observations) {
    if (!has_keyword(record, "name") || !is_name(record.tokens.back().text)) continue;
    NameRow row;
    row.name = record.tokens.back().text;
    tables.named.insert(lower_case(row.name));
    tables.names.push_back(std::move(row));
  }
}

std::string write_name(const NameRow& row) {
  return fmt::format("NAME {} {}{} {}\n", row.kind, row.number,
                     row.angle > 0 ? fmt::format(" {}", row.angle) : "", row.name);
}

}  // namespace mbs
