#include "deck/friction_records.h"

#include <fmt/format.h>

#include "deck/run_records.h"
#include "deck/writing.h"

namespace mbs {

FrictionKind friction_kind(const RecordSpec& spec) {
  if (spec.keyword == "PLREV") return FrictionKind::pin;
  if (spec.keyword == "PLTRAN") return FrictionKind::guide;
  return spec.keyword == "PLSLOT" || spec.is_contact ? FrictionKind::face : FrictionKind::rope;
}

std::string_view friction_fields(const JointFriction& joint) {
  switch (joint.kind) {
    case FrictionKind::pin:
      return "radius mu_s [mu_k]";
    case FrictionKind::guide:
      return "length mu_s [mu_k]";
    case FrictionKind::rope:
      return "CAPSTAN angle mu_s [mu_k]";
    case FrictionKind::face:
    case FrictionKind::contact:
      break;
  }
  return joint.has_arm ? "b_s [b_k]" : "mu_s [mu_k]";
}

bool read_friction(RecordReader& in, ContactRow& row) {
  JointFriction& joint = row.joint;
  row.model = ContactModel::joint;
  if (joint.kind == FrictionKind::rope) {
    take_word(in, "CAPSTAN", {"CAPSTAN"}, "is not CAPSTAN", "expected CAPSTAN angle mu_s [mu_k]");
    joint.angle = read_not_negative(in, "angle");
  } else if (joint.kind == FrictionKind::pin) {
    joint.size = read_not_negative(in, "radius");
  } else if (joint.kind == FrictionKind::guide) {
    joint.size = read_not_negative(in, "length");
  }
  row.mu_s = row.mu_k =
      read_not_negative(in, joint.has_arm ? "arm at rest b_s" : "static friction mu_s");
  if (in.ok() && !in.at_end()) {
    const SourceLocation at = in.here();
    row.mu_k = read_not_negative(in, joint.has_arm ? "arm b_k" : "kinetic friction mu_k");
    if (in.ok() && row.mu_k > row.mu_s && joint.has_arm)
      in.fail(
          at,
          fmt::format("the arm {} while it turns is above that at rest, {}", row.mu_k, row.mu_s),
          "expected b_k not above b_s");
    else if (in.ok() && row.mu_k > row.mu_s)
      in.fail(at,
              fmt::format("kinetic friction {} is above static friction {}", row.mu_k, row.mu_s),
              "expected mu_k not above mu_s");
  }
  in.finish();
  return in.ok();
}

std::string write_friction(const ContactRow& row) {
  const JointFriction& joint = row.joint;
  std::string out;
  if (joint.kind == FrictionKind::rope) out = " CAPSTAN" + write_numbers({joint.angle});
  if (joint.kind == FrictionKind::pin || joint.kind == FrictionKind::guide)
    out = write_numbers({joint.size});
  out += write_numbers({row.mu_s});
  return row.mu_k == row.mu_s ? out : out + write_numbers({row.mu_k});
}

}  // namespace mbs
