#include "deck/contact_records.h"

#include <fmt/format.h>

#include "deck/run_records.h"
#include "deck/writing.h"

namespace mbs {

namespace {

// A softer law than linear has an infinite stiffness where it begins.
constexpr double kLeastExponent = 1, kGreatestExponent = 5;

void read_penalty(RecordReader& in, ContactRow& row) {
  row.k = read_positive(in, "stiffness k");
  row.n = read_within(in, "exponent n", kLeastExponent, kGreatestExponent);
  row.d = read_not_negative(in, "damping d");
  if (in.at_end()) return;
  row.mu = read_not_negative(in, "friction coefficient mu");
  row.vs = read_positive(in, "slip velocity vs");
}

}  // namespace

bool read_contact_model(RecordReader& in, ContactRow& row) {
  const SourceLocation at = in.here();
  const std::string all = "expected PENALTY";
  const std::string word = in.word("contact model", all);
  if (!in.ok()) return false;
  if (word == "PENALTY")
    read_penalty(in, row);
  else
    fail_unknown_word(in, at, word, "is no contact model", {"PENALTY"}, all);
  in.finish();
  return in.ok();
}

std::string write_contact_model(const ContactRow& row) {
  std::string out = " PENALTY" + write_numbers({row.k, row.n, row.d});
  if (row.vs > 0) out += write_numbers({row.mu, row.vs});
  return out;
}

}  // namespace mbs
