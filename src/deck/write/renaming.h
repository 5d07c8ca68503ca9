// New names for the channels in the texts of tables.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace mbs {

struct LawRow;
struct Tables;

using Rename = std::function<std::string(std::string_view)>;

// name: returns an empty name where the other deck has none.
struct Renaming {
  Rename name;
  std::string_view lack = "no name in native reports";
  std::string_view expected =
      "expected channels of bodies, revolutes, points, contacts, the centre of mass, energies or "
      "momentum";
};

// The text with all names renamed.
std::string renamed(const std::string& text, const Renaming& rename, SourceLocation where,
                    const std::string& label, Diagnostics& diagnostics);
// Renames the channels in EVENT rows.
void rename_events(Tables& tables, const Renaming& rename, Diagnostics& diagnostics);
// Renames the channels in OUT, MEASURE and REPORT rows.
void rename_reports(Tables& tables, const Renaming& rename, Diagnostics& diagnostics);
// Renames the inputs of formulas of elements, point forces, ODE rows and muscles; laws are not
// included.
void rename_forces(Tables& tables, const Renaming& rename, Diagnostics& diagnostics);
// All of these, and laws. of_own: of x, v or e, ed of the law's own place.
void rename_channels(Tables& tables, const Renaming& of_report, const Renaming& of_law,
                     const std::function<std::string(const LawRow&, std::string_view)>& of_own,
                     Diagnostics& diagnostics);

}  // namespace mbs
