#include "deck/records/friction_records.h"

#include <fmt/format.h>

#include <cmath>

#include "deck/forms/cam_record.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr double kRightAngle = kPi / 2;
constexpr int kLead = 4, kRadiusA = 2, kRadiusB = 5;  // columns of PLSCREW, PLGEAR and PLRACK

// Names of two coefficients, arms or values; the second is optional and not above the first.
struct Pair {
  const char *first, *second, *above, *expected;
};

void read_pair(RecordReader& in, ContactRow& row, const Pair& names) {
  row.mu_s = row.mu_k = read_not_negative(in, names.first);
  if (!in.ok() || in.at_end()) return;
  const SourceLocation at = in.here();
  row.mu_k = read_not_negative(in, names.second);
  if (in.ok() && row.mu_k > row.mu_s)
    in.fail(at, fmt::format(fmt::runtime(names.above), row.mu_k, row.mu_s), names.expected);
}

constexpr Pair kCoefficients = {"static friction mu_s", "kinetic friction mu_k",
                                "kinetic friction {} is above static friction {}",
                                "expected mu_k not above mu_s"};
constexpr Pair kArms = {"arm at rest b_s", "arm b_k",
                        "the arm {} while it turns is above that at rest, {}",
                        "expected b_k not above b_s"};
constexpr Pair kValues = {"break-away value b", "running value k",
                          "the running value {} is above the break-away value {}",
                          "expected k not above b"};

double read_acute(RecordReader& in, std::string_view field) {
  const SourceLocation at = in.here();
  const double angle = read_not_negative(in, field);
  if (in.ok() && !(angle < kRightAngle))
    in.fail(at, fmt::format("the {} is {} rad", field, angle),
            "expected less than a right angle; write 20deg, if degrees are meant");
  return angle;
}

// Efficiency if wheel a drives wheel b or the rack. M = b |S| resists the turning of a against b,
// so T_a = S r_a + M, T_b = S r_b - M and efficiency = (1 - b/r_b)/(1 + b/r_a).
void read_efficiency(RecordReader& in, ContactRow& row, const ElementRow& gear) {
  in.skip();
  const SourceLocation at = in.here();
  const double e = row.joint.efficiency = read_within(in, "efficiency", 0, 1);
  if (!in.ok()) return;
  const double r_a = std::fabs(gear.columns[kRadiusA]);
  const double per_b = gear.spec->keyword == "PLRACK" ? 0 : 1 / gear.columns[kRadiusB];
  const double sum = e / r_a + per_b;
  if (!(e > 0) || !(sum > 0))
    return in.fail(at, fmt::format("no friction of its teeth gives an efficiency of {}", e),
                   per_b < 0 ? fmt::format("expected more than {:.6g}, r_a over r_b", -per_b * r_a)
                             : "expected more than 0");
  row.mu_s = row.mu_k = (1 - e) / sum;
}

void read_teeth(RecordReader& in, ContactRow& row, const ElementRow& gear) {
  if (in.peek_word() == "EFFICIENCY") return read_efficiency(in, row, gear);
  row.joint.size = read_not_negative(in, "mean sliding g");
  row.joint.angle = read_acute(in, "pressure angle");
  row.joint.factor = row.joint.size / std::cos(row.joint.angle);
  read_pair(in, row, kCoefficients);
}

void read_thread(RecordReader& in, ContactRow& row, const ElementRow& screw) {
  row.joint.size = read_positive(in, "mean radius of the thread");
  row.joint.angle = read_acute(in, "flank angle");
  row.joint.factor =
      std::fabs(screw.columns[kLead]) / (2 * kPi * row.joint.size * std::cos(row.joint.angle));
  read_pair(in, row, kCoefficients);
}

}  // namespace

bool is_gap_with_slips(const RecordSpec& spec) { return spec.first_rate == 1; }

FrictionKind friction_kind(const RecordSpec& spec, std::string_view next) {
  if (next == "CONSTANT") return FrictionKind::constant;
  if (spec.keyword == "PLREV") return FrictionKind::pin;
  if (spec.keyword == "PLTRAN") return FrictionKind::guide;
  if (spec.keyword == "REVOLUTE") return FrictionKind::bearing;
  if (spec.keyword == "PRISMATIC") return FrictionKind::carriage;
  if (spec.keyword == "UNIVERSAL") return FrictionKind::cross;
  if (spec.keyword == "CYLINDRICAL") return FrictionKind::journal;
  if (spec.keyword == "SPHERICAL") return FrictionKind::socket;
  if (spec.keyword == "PLANAR") return FrictionKind::pads;
  if (is_gap_with_slips(spec)) return FrictionKind::contact;
  if (spec.keyword == "PLSLOT" || spec.is_contact || spec.is_gap) return FrictionKind::face;
  if (next == "CAPSTAN" || next == "OVER") return FrictionKind::rope;
  if (spec.keyword == "PLGEAR" || spec.keyword == "PLRACK") return FrictionKind::tooth;
  if (spec.keyword == "PLSCREW") return FrictionKind::thread;
  return spec.keyword == "PLBELT" ? FrictionKind::belt : FrictionKind::rope;
}

void choose_slips(ContactRow& row, ElementRow& joint, ElementSpecs specs) {
  if (joint.spec->is_gap && joint.spec->arity == Arity::fixed) let_rub(joint, specs);
  row.joint.kind = friction_kind(*joint.spec, {});
  row.joint.component = row.joint.kind == FrictionKind::contact ? 1 : 0;
}

std::string_view friction_fields(const JointFriction& joint) {
  switch (joint.kind) {
    case FrictionKind::pin:
    case FrictionKind::bearing:
      return "radius mu_s [mu_k]";
    case FrictionKind::guide:
    case FrictionKind::carriage:
      return "length mu_s [mu_k]";
    case FrictionKind::cross:
      return "radius length mu_s [mu_k]";
    case FrictionKind::journal:
      return "radius length mu vs";
    case FrictionKind::socket:
    case FrictionKind::pads:
      return "radius mu vs";
    case FrictionKind::rope:
      return "CAPSTAN angle mu_s [mu_k]";
    case FrictionKind::tooth:
      return "g alpha mu_s [mu_k] or EFFICIENCY eta";
    case FrictionKind::thread:
      return "radius beta mu_s [mu_k]";
    case FrictionKind::belt:
      return "TENSION pull angle mu_s [mu_k]";
    case FrictionKind::constant:
      return "CONSTANT b [k]";
    case FrictionKind::contact:
      return "mu vs";
    case FrictionKind::face:
      break;
  }
  return joint.has_arm ? "b_s [b_k]" : "mu_s [mu_k]";
}

bool read_friction(RecordReader& in, ContactRow& row, const ElementRow& element, Unit along) {
  JointFriction& joint = row.joint;
  row.model = ContactModel::joint;
  if (joint.kind == FrictionKind::rope) {
    take_word(in, "CAPSTAN", {"CAPSTAN"}, "is not CAPSTAN", "expected CAPSTAN angle mu_s [mu_k]");
    joint.angle = read_not_negative(in, "angle");
  } else if (joint.kind == FrictionKind::belt) {
    take_word(in, "TENSION", {"TENSION", "CONSTANT", "OVER"}, "is not TENSION",
              "expected TENSION pull angle mu_s [mu_k]");
    joint.size = read_not_negative(in, "pull at rest");
    joint.angle = read_not_negative(in, "angle");
  } else if (joint.kind == FrictionKind::pin || joint.kind == FrictionKind::bearing) {
    joint.size = read_not_negative(in, "radius");
  } else if (joint.kind == FrictionKind::cross || joint.kind == FrictionKind::journal) {
    joint.size = read_not_negative(in, "radius");
    joint.length = read_positive(in, "length");
  } else if (joint.kind == FrictionKind::socket) {
    joint.size = read_not_negative(in, "radius");
  } else if (joint.kind == FrictionKind::pads) {
    joint.size = read_positive(in, "radius");
  } else if (joint.kind == FrictionKind::carriage) {
    joint.size = read_positive(in, "length");
  } else if (joint.kind == FrictionKind::guide) {
    joint.size = read_not_negative(in, "length");
  }
  if (joint.kind == FrictionKind::constant) {
    in.skip();
    // A moment counts no angle: N mm in a file in degrees, too.
    const Unit value = !along.known            ? along
                       : along == unit::radian ? unit::joule
                                               : unit::effort_along(along);
    in.say_unit(kValues.first, value);
    in.say_unit(kValues.second, value);
    read_pair(in, row, kValues);
  } else if (joint.kind == FrictionKind::tooth) {
    read_teeth(in, row, element);
  } else if (joint.kind == FrictionKind::thread) {
    read_thread(in, row, element);
  } else if (slip_has_direction(joint.kind)) {
    row.mu = row.mu_s = row.mu_k = read_not_negative(in, "friction coefficient mu");
    row.vs = read_positive(in, "slip velocity vs");
  } else {
    read_pair(in, row, joint.has_arm ? kArms : kCoefficients);
  }
  in.finish();
  return in.ok();
}

std::string write_friction(const ContactRow& row) {
  const JointFriction& joint = row.joint;
  if (joint.efficiency > 0) return " EFFICIENCY" + write_numbers({joint.efficiency});
  std::string out;
  switch (joint.kind) {
    case FrictionKind::constant:
      out = " CONSTANT";
      break;
    case FrictionKind::rope:
      out = " CAPSTAN" + write_numbers({joint.angle});
      break;
    case FrictionKind::belt:
      out = " TENSION" + write_numbers({joint.size, joint.angle});
      break;
    case FrictionKind::tooth:
    case FrictionKind::thread:
      out = write_numbers({joint.size, joint.angle});
      break;
    case FrictionKind::pin:
    case FrictionKind::guide:
    case FrictionKind::bearing:
    case FrictionKind::carriage:
    case FrictionKind::socket:
    case FrictionKind::pads:
      out = write_numbers({joint.size});
      break;
    case FrictionKind::cross:
    case FrictionKind::journal:
      out = write_numbers({joint.size, joint.length});
      break;
    case FrictionKind::face:
    case FrictionKind::contact:
      break;
  }
  if (row.has_direction()) return out + write_numbers({row.mu, row.vs});
  out += write_numbers({row.mu_s});
  return row.mu_k == row.mu_s ? out : out + write_numbers({row.mu_k});
}

double lead_of_slip(double radius, double lead) {
  const double round = 2 * kPi * radius;
  return -round * round / lead;
}

// With the lead angle lambda and tan rho = mu/cos beta, M = F r tan(lambda + rho) lifts the load F
// and F r tan(lambda - rho) holds it.
std::string describe_thread(const ContactRow& row, double lead) {
  const double lambda = std::atan(std::fabs(lead) / (2 * kPi * row.joint.size));
  const auto rho = [&row](double mu) { return std::atan(mu / std::cos(row.joint.angle)); };
  std::string out;
  if (const double angle = lambda + rho(row.mu_k); angle < kRightAngle)
    out = fmt::format("; efficiency of the screw that drives its nut {:.6g}",
                      std::tan(lambda) / std::tan(angle));
  return out + (lambda <= rho(row.mu_s) ? ", it locks itself" : "");
}

}  // namespace mbs
