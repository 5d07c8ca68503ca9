#include "deck/contact_records.h"

#include <fmt/format.h>

#include "deck/run_records.h"
#include "deck/writing.h"

namespace mbs {

namespace {

// A softer law than linear has an infinite stiffness where it begins.
constexpr double kLeastExponent = 1, kGreatestExponent = 5;

void read_penalty(RecordReader& in, ContactRow& row) {
  in.set_layout("expected: PENALTY k n d [mu vs]");
  row.k = read_positive(in, "stiffness k");
  row.n = read_within(in, "exponent n", kLeastExponent, kGreatestExponent);
  row.d = read_not_negative(in, "damping d");
  if (in.at_end()) return;
  row.mu = read_not_negative(in, "friction coefficient mu");
  row.vs = read_positive(in, "slip velocity vs");
}

void read_rigid(RecordReader& in, ContactRow& row) {
  in.set_layout("expected: RIGID e [mu_s mu_k] [BOUNCES n]");
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
  if (!in.ok() || in.at_end()) return;
  take_word(in, "BOUNCES", {"BOUNCES"}, "is not BOUNCES", "expected BOUNCES n");
  row.bounces = static_cast<int>(in.integer("number of bounces n", 1, kMostBounces));
}

void read_impulses(RecordReader& in, ContactRow& row) {
  in.set_layout("expected: IMPULSES e tau [mu]");
  row.restitution = read_within(in, "restitution e", 0, 1);
  row.tau = read_positive(in, "interval tau");
  if (!in.at_end()) row.mu_s = row.mu_k = read_not_negative(in, "friction coefficient mu");
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

bool read_contact_model(RecordReader& in, ContactRow& row) {
  const std::string word = take_word(in, "contact model", {"PENALTY", "RIGID", "IMPULSES"},
                                     "is no contact model", "expected PENALTY, RIGID or IMPULSES");
  row.model = word == "RIGID"      ? ContactModel::rigid
              : word == "IMPULSES" ? ContactModel::impulses
                                   : ContactModel::penalty;
  if (word == "PENALTY")
    read_penalty(in, row);
  else if (word == "RIGID")
    read_rigid(in, row);
  else if (word == "IMPULSES")
    read_impulses(in, row);
  in.finish();
  return in.ok();
}

bool takes_contact(const RecordSpec& spec) { return spec.is_contact || spec.arity == Arity::cam; }

bool read_contact_model(RecordReader& in, ContactRow& row, const RecordSpec& spec) {
  const SourceLocation at = in.here();
  if (!read_contact_model(in, row)) return false;
  if (spec.arity == Arity::cam && (row.vs > 0 || row.mu_s > 0))
    in.fail(at, "a cam has a gap and no slip to rub along",
            "expected no friction; PLCCIRC, PLCPOLY and CURVES have it");
  return in.ok();
}

std::string write_contact_model(const ContactRow& row) {
  if (row.model == ContactModel::rigid) {
    std::string out = " RIGID" + write_numbers({row.restitution});
    if (row.mu_s > 0) out += write_numbers({row.mu_s, row.mu_k});
    return out +
           (row.bounces == ContactRow{}.bounces ? "" : fmt::format(" BOUNCES {}", row.bounces));
  }
  if (row.model == ContactModel::impulses) {
    std::string out = " IMPULSES" + write_numbers({row.restitution, row.tau});
    return row.mu_s > 0 ? out + write_numbers({row.mu_s}) : out;
  }
  std::string out = " PENALTY" + write_numbers({row.k, row.n, row.d});
  if (row.vs > 0) out += write_numbers({row.mu, row.vs});
  return out;
}

}  // namespace mbs
