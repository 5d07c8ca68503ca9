// New names for the channels in the texts of tables.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/diagnostics.h"

namespace mbs {

struct LawRow;
struct NameRow;
struct Tables;

// The names of channels in the other deck by those in this one, in lower case.
class NewNames {
 public:
  // "body4.phid" is "v8_1" there; an empty name: it has none. A name keeps the first one given.
  void add(std::string name, std::string there) {
    names_.emplace(std::move(name), std::move(there));
  }
  // All other channels of an owner: "contact2.n" is "contact7.n". Empty: they have none.
  void add_owner(const std::string& owner, std::string there) {
    owners_.emplace(owner, std::move(there));
  }
  // "rocker.phi" is what "body4.phi" is, by the NAME lines of joints and bodies.
  void add_aliases(const std::vector<NameRow>& rows);

  // Empty where neither the name nor its owner is known.
  std::optional<std::string> find(std::string_view name) const;

 private:
  std::unordered_map<std::string, std::string> names_, owners_, aliases_;
};

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
