// Doubts about the mass of a subject: that of no person, or less than that of the bodies of the
// joints.
#include <fmt/format.h>

#include <set>

#include "base/index.h"
#include "deck/records/subject_loads.h"
#include "deck/tables/tables.h"
#include "program/doubt.h"
#include "text/units.h"

namespace mbs {

namespace {

// [kg] A child that is born too early, and the heaviest person known (635 kg).
constexpr double kLeastMass = 0.5, kMostMass = 650;

double mass_of_bodies(const Tables& tables) {
  std::set<int> points;
  for (const SubjectJoint& row : tables.subject.joints)
    for (const SubjectBody& body : {row.proximal, row.distal})
      if (const int point = nodes_of(tables, body).point; point >= 0) points.insert(point);
  double out = 0;
  for (const MassRow& row : tables.forces.masses)
    if (!row.of_element && !row.values.empty() && points.count(row.owner) > 0) out += row.values[0];
  return out;
}

}  // namespace

std::vector<Doubt> doubts_of_subject(const Tables& tables) {
  const SubjectTables& subject = tables.subject;
  if (!(subject.mass > 0)) return {};
  const UnitSystem& units = tables.units();
  const double mass = conversion(unit::kilogram, units, UnitSystem{})(subject.mass);
  if (mass < kLeastMass || mass > kMostMass)
    return {{subject.mass_where, "SUBJECT MASS",
             fmt::format("nobody has a mass of {:.6g} kg", mass),
             "expected the mass of the whole subject; moments and powers are divided by it"}};
  const double bodies = mass_of_bodies(tables);
  if (!(bodies > subject.mass)) return {};
  return {{subject.mass_where, "SUBJECT MASS",
           fmt::format("the bodies of its joints have a mass of {:.6g} {}, the subject of {:.6g}",
                       bodies, units.mass, subject.mass),
           "expected the mass of the whole subject; moments and powers are divided by it"}};
}

}  // namespace mbs
