// Elements of the plane and their twins of space, for --convert space.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/index.h"
#include "deck/lines/dialects.h"
#include "deck/tables/tables.h"

namespace mbs {

class NewNames;

enum class TwinForm : std::uint8_t { same, nodes_alone, hinge, distance, pin, weld, slide, slot };

struct SpaceTwin {
  std::string_view keyword{};  // of space; empty: the same word, or none
  TwinForm form = TwinForm::same;
  std::array<int, 3> components{0, 1, 2};  // of the twin, one per deformation of the plane
  std::array<int, 2> tilts{-1, -1};        // deformations that hold the tilts, -1: none does
  int level = -1;                          // and the one that holds the height
  std::string_view refusal{};              // why there is no twin, and what to do
};

const SpaceTwin& space_twin(const RecordSpec& of_plane);
// Makes the row of the plane one of its twin. The angles of nodes are those of the X lines.
void make_twin(const Tables& plane, ElementSpecs specs, ElementRow& row);

// The deformation of the twin of element `element`.
int twin_component(const Tables& plane, int element, int deformation);
// Whether a deformation and its twin are the same number. A pin of PLREV is measured along x and y
// of space, that of REVOLUTE along axes of body i, which are the same where body i does not turn.
// The angles of PRISMATIC and WELD are sines.
bool is_same_deformation(const Tables& plane, int element, int deformation);
// Reports a deformation and a twin that are not the same number.
void need_same_deformation(const Tables& plane, int element, int deformation, SourceLocation where,
                           const std::string& label, Diagnostics& diagnostics);

inline constexpr double kFullTurn = 6.283185307179586;  // [rad]
// The angle of node j against node i from which its angle of space counts at the start of the run:
// that of the X lines, whole turns nearer to the start, since angles of space begin within half a
// turn. i < 0: against ground.
double angle_between(const Tables& plane, int i, int j);
inline double angle_of_node(const Tables& plane, int node) {
  return angle_between(plane, -1, node);
}
bool is_fixed_angle(const Tables& plane, int node);

// A deck of the plane that is written in space, as both writers of it see it.
class PlaneDeck {
 protected:
  PlaneDeck(const Tables& plane, Diagnostics& diagnostics)
      : plane_(plane), diagnostics_(diagnostics) {}

  bool is_angle(int node) const { return plane_.nodes[at(node)].kind == NodeKind::angle; }
  double angle_at(int node) const { return angle_of_node(plane_, node); }
  const SpaceTwin& twin(int element) const {
    return space_twin(*plane_.elements[at(element)].spec);
  }
  int component(int element, int deformation) const {
    return twin_component(plane_, element, deformation);
  }
  void need_same(int element, int deformation, SourceLocation where, const std::string& label) {
    need_same_deformation(plane_, element, deformation, where, label, diagnostics_);
  }
  void fail(SourceLocation where, const std::string& label, const std::string& problem,
            const std::string& expected) {
    diagnostics_.error(where, label, problem, expected);
  }

  const Tables& plane_;
  Diagnostics& diagnostics_;
};

// Masses, springs, loads and laws of `t`, which has elements of space.
void put_forces_in_space(const Tables& plane, Tables& t, Diagnostics& diagnostics);
// Muscles of `t`, and the joints of MUSCLESTART and STATICOPT.
void refuse_muscles_in_space(const Tables& plane, Diagnostics& diagnostics);
void put_muscles_in_space(const Tables& plane, Tables& t, Diagnostics& diagnostics);
// Their channels; those of joints that the path of a muscle crosses have no counterpart.
void name_muscles_of_space(const Tables& plane, NewNames& names);
// The channel that counts the turn of an angle of the plane from its X line.
using AngleReading = std::function<std::string(int angle)>;
// Gives channels in the texts of `t` their names of space. measured: of an angle that no joint on
// the ground has.
void use_space_channels(const Tables& plane, Tables& t, const AngleReading& measured,
                        Diagnostics& diagnostics);
// "knee_angle": the OUT line of what SUBJECT calls "knee.angle".
std::string name_of_subject_in_space(std::string name);
// A number in an expression; reading gives the same bits.
std::string number_text(double number);

}  // namespace mbs
