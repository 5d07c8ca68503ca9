#include "deck/records/contact_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "deck/forms/cam_record.h"
#include "deck/lines/field_units.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"
#include "text/names.h"
#include "text/units.h"

namespace mbs {

namespace {

// An exponent below 1 would give an infinite stiffness at the first touch.
constexpr double kLeastExponent = 1, kGreatestExponent = 5;

bool is_whole(double n) { return n == std::trunc(n); }

// Reads k of the effort k s^n. If n is not whole, k is read as an effort and then divided by the
// n-th power of the unit of the gap.
double read_stiffness(RecordReader& in, Unit gap, double n) {
  constexpr std::string_view kField = "stiffness k";
  const Token* const token = in.peek();
  in.say_unit(kField, stiffness_unit(gap, gap, is_whole(n) ? static_cast<int>(n) : 0));
  const double k = read_positive(in, kField);
  if (!in.ok() || is_whole(n)) return k;
  if (token->suffix)
    in.fail(token->where,
            fmt::format("{} is '{}', and the exponent is {}", kField, printable(token->text), n),
            "expected a number without a unit: no unit has such a power");
  return token->coherent ? k : k * std::pow(in.factor(gap).value(), -n);
}

void read_penalty(RecordReader& in, ContactRow& row, Unit gap) {
  in.set_layout("expected: PENALTY k n d [mu vs]");
  const Token* exponent = in.peek(1);
  const double n = exponent && exponent->kind == TokenKind::number
                       ? std::clamp(exponent->value, kLeastExponent, kGreatestExponent)
                       : kLeastExponent;
  row.k = read_stiffness(in, gap, n);
  row.n = read_within(in, "exponent n", kLeastExponent, kGreatestExponent);
  row.d = read_not_negative(in, "damping d");
  if (in.at_end() || !in.peek_word().empty()) return;
  row.mu = read_not_negative(in, "friction coefficient mu");
  row.vs = read_positive(in, "slip velocity vs");
}

void read_rigid(RecordReader& in, ContactRow& row) {
  in.set_layout("expected: RIGID e [mu_s mu_k] [SEQUENTIAL] [BOUNCES n] [CLOSED [d]]");
  row.restitution = read_within(in, "restitution e", 0, 1);
  if (in.ok() && in.peek() && in.peek_word().empty()) {
    row.mu_s = read_not_negative(in, "static friction mu_s");
    const SourceLocation at = in.here();
    row.mu_k = read_not_negative(in, "kinetic friction mu_k");
    if (in.ok() && row.mu_k > row.mu_s)
      in.fail(at,
              fmt::format("kinetic friction {} is above static friction {}", row.mu_k, row.mu_s),
              "expected mu_k not above mu_s");
  }
}

void read_impulses(RecordReader& in, ContactRow& row) {
  in.set_layout("expected: IMPULSES e tau [mu] [CLOSED [d]]");
  row.restitution = read_within(in, "restitution e", 0, 1);
  row.tau = read_positive(in, "interval tau");
  if (!in.at_end() && in.peek_word().empty())
    row.mu_s = row.mu_k = read_not_negative(in, "friction coefficient mu");
}

// Reads SEQUENTIAL and BOUNCES n (rigid contacts only) and CLOSED [d], in any order.
void read_options(RecordReader& in, ContactRow& row) {
  const bool rigid = row.model == ContactModel::rigid;
  const std::vector<std::string_view> words =
      rigid ? std::vector<std::string_view>{"SEQUENTIAL", "BOUNCES", "CLOSED"}
            : std::vector<std::string_view>{"CLOSED"};
  const std::string expected =
      rigid ? "expected SEQUENTIAL, BOUNCES n or CLOSED [d]" : "expected CLOSED [d]";
  std::vector<std::string> taken;
  while (in.ok() && !in.at_end()) {
    if (in.peek_word().empty()) return;  // finish() reports fields left over
    const SourceLocation at = in.here();
    const std::string word = take_word(in, words.front(), words,
                                       fmt::format("is not {}", fmt::join(words, ", ")), expected);
    if (!in.ok()) return;
    if (std::find(taken.begin(), taken.end(), word) != taken.end())
      return in.fail(at, fmt::format("{} stands here twice", word), "expected it once");
    taken.push_back(word);
    if (word == "SEQUENTIAL") row.sequential = true;
    if (word == "BOUNCES")
      row.bounces = static_cast<int>(in.integer("number of bounces n", 1, kMostBounces));
    if (word != "CLOSED") continue;
    row.starts_closed = true;
    if (!in.at_end() && in.peek_word().empty()) row.reach = read_positive(in, "distance d");
  }
}

}  // namespace

bool read_circle(RecordReader& in, bool or_outline) {
  std::vector<std::string_view> words = {"LINE", "CIRCLE"};
  if (or_outline) words.insert(words.end(), {"SEGMENT", "POLYLINE", "POLYGON"});
  const std::string all = or_outline ? "expected LINE, CIRCLE, SEGMENT, POLYLINE or POLYGON"
                                     : "expected LINE or CIRCLE";
  const SourceLocation at = in.here();
  const std::string shape = in.word("shape", all);
  if (in.ok() && shape != "LINE" && shape != "CIRCLE")
    fail_unknown_word(in, at, shape, "is no shape", words, all);
  return shape == "CIRCLE";
}

bool read_contact_model(RecordReader& in, ContactRow& row, Unit gap) {
  in.say_unit("damping d", unit::second / gap);
  in.say_unit("distance d", gap);
  const std::string word = take_word(in, "contact model", {"PENALTY", "RIGID", "IMPULSES"},
                                     "is no contact model", "expected PENALTY, RIGID or IMPULSES");
  row.model = word == "RIGID"      ? ContactModel::rigid
              : word == "IMPULSES" ? ContactModel::impulses
                                   : ContactModel::penalty;
  if (word == "PENALTY")
    read_penalty(in, row, gap);
  else if (word == "RIGID")
    read_rigid(in, row);
  else if (word == "IMPULSES")
    read_impulses(in, row);
  read_options(in, row);
  in.finish();
  return in.ok();
}

namespace {

// FORMULA: its value is a gap.
bool is_gap_by_formula(const RecordSpec& spec) {
  return spec.arity == Arity::expression && !spec.is_linear && !spec.of_rates;
}

// WHEEL, BALL, EGG: a gap, and a slip with two rates.
bool rolls(const RecordSpec& spec) { return spec.first_rate == 1; }

}  // namespace

bool takes_contact(const RecordSpec& spec) {
  return spec.is_contact || spec.is_gap || rolls(spec) || is_gap_by_formula(spec);
}

bool read_contact_model(RecordReader& in, ContactRow& row, ElementRow& element,
                        ElementSpecs specs) {
  if (!read_contact_model(in, row, element.spec->deformations[0].unit)) return false;
  if (!(row.vs > 0 || row.mu_s > 0)) return true;
  if (is_gap_by_formula(*element.spec)) {
    in.fail(row.where, "a FORMULA is a gap without a slip: it has no friction", "expected mu 0");
    return false;
  }
  if (rolls(*element.spec)) {
    if (row.mu_s == 0) return true;
    in.fail(row.where, fmt::format("a {} has friction by PENALTY alone", element.spec->keyword),
            "expected PENALTY k n d mu vs, or RIGID without mu and a line FRICTION k k ALL mu vs; "
            "RELEASE "
            "and FIX of events let it slide and grip");
    return false;
  }
  if (!element.spec->is_gap) return true;
  const bool by_penalty = row.model == ContactModel::penalty;
  if (element.spec->arity != Arity::fixed || by_penalty) return let_rub(element, specs), true;
  in.fail(row.where, fmt::format("the friction of a {} has a direction", element.spec->keyword),
          "expected no mu here, and a line FRICTION k k ALL mu vs");
  return false;
}

std::string write_contact_model(const ContactRow& row) {
  std::string closed = row.starts_closed ? " CLOSED" : "";
  if (row.reach > 0) closed += write_numbers({row.reach});
  if (row.model == ContactModel::rigid) {
    std::string out = " RIGID" + write_numbers({row.restitution});
    if (row.mu_s > 0) out += write_numbers({row.mu_s, row.mu_k});
    if (row.sequential) out += " SEQUENTIAL";
    if (row.bounces != ContactRow{}.bounces) out += fmt::format(" BOUNCES {}", row.bounces);
    return out + closed;
  }
  if (row.model == ContactModel::impulses) {
    std::string out = " IMPULSES" + write_numbers({row.restitution, row.tau});
    if (row.mu_s > 0) out += write_numbers({row.mu_s});
    return out + closed;
  }
  std::string out = " PENALTY" + write_numbers({row.k, row.n, row.d});
  if (row.vs > 0) out += write_numbers({row.mu, row.vs});
  return out + closed;
}

}  // namespace mbs
