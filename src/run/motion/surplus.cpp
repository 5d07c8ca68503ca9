#include "run/motion/surplus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/few_names.h"
#include "base/index.h"
#include "model/owner.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

// With more drivers than these an audit of each would take too long.
constexpr std::size_t kMostDrivers = 30;
// The same of degrees of freedom.
constexpr std::size_t kMostFreedoms = 100;
// How far coordinates are moved to see whether equations repeat others there, too [m, rad].
constexpr double kMovedBeside = 0.3;

// A coordinate or a deformation that a motion of the deck drives.
struct Driven {
  int motion = -1, coordinate = -1, deformation = -1;
};

std::vector<Driven> driven_by_motions(const Model& model, const Phase& phase) {
  std::vector<Driven> out;
  const int motions = count_of(model.motion_origin);
  for (int i = 0; i < count_of(phase.x_motion); ++i)
    if (i != model.clock && phase.x_motion[at(i)] >= 0 && phase.x_motion[at(i)] < motions)
      out.push_back({phase.x_motion[at(i)], i, -1});
  for (int e = 0; e < count_of(phase.e_motion); ++e)
    if (phase.e_motion[at(e)] >= 0 && phase.e_motion[at(e)] < motions)
      out.push_back({phase.e_motion[at(e)], -1, e});
  std::stable_sort(out.begin(), out.end(),
                   [](const Driven& a, const Driven& b) { return a.motion < b.motion; });
  return out;
}

const Origin& origin_of(const Phase& phase, const Driven& of) {
  return of.coordinate >= 0 ? phase.x_origin[at(of.coordinate)]
                            : phase.e_origin[at(of.deformation)];
}

void set_driven(Phase& phase, const Driven& of, bool driven) {
  const Class now = driven ? Class::prescribed : Class::calculable;
  (of.coordinate >= 0 ? phase.x_class[at(of.coordinate)] : phase.e_class[at(of.deformation)]) = now;
}

// A position a little beside x: it is no dead position where x is one.
std::vector<double> moved_beside(const std::vector<int>& coordinates, ConstVector x) {
  std::vector<double> out(x.begin(), x.end());
  for (const int i : coordinates) out[at(i)] += kMovedBeside * std::sin(1.0 + 7.0 * i);
  return out;
}

// Whether no equation of this phase repeats others at a position.
bool is_sound_at(const Model& model, const Phase& phase, ConstVector x, double rank) {
  return audit_rank(model, constrained_deformations(phase), free_coordinates(phase), x, rank)
      .redundant.empty();
}

// Whether no equation repeats others at a position or a little beside it.
bool is_sound(const Model& model, const Phase& phase, ConstVector x, double rank) {
  return is_sound_at(model, phase, x, rank) ||
         is_sound_at(model, phase, moved_beside(free_coordinates(phase), x), rank);
}

std::string name_of_driven(const Model& model, const Driven& of) {
  return of.coordinate >= 0 ? model.coordinate_name(of.coordinate)
                            : model.deformation_name(of.deformation);
}

// The orientation that the motion turns, as an index; -1: none.
int turned_by(const Model& model, const Driven& of) {
  const bool turns = of.coordinate >= 0 && model.is_orientation(of.coordinate);
  return turns ? model.orientation_of[at(of.coordinate)] : -1;
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// "INPUTX 13 1 (line 17)".
std::string name_with_line(const Model& model, const Origin& origin) {
  const auto file = static_cast<std::size_t>(origin.where.file);
  return file > 0 && file < model.files.size()
             ? fmt::format("{} ({}:{})", origin.label, model.files[file], origin.where.line)
             : fmt::format("{} (line {})", origin.label, origin.where.line);
}

SourceLocation line_of(const Model& model, const std::vector<int>& motion) {
  return model.coordinate_origin[motion.front()].where;
}

SourceLocation line_of(const Model& model, int row) {
  return row < 0 ? SourceLocation{} : model.deformation_origin[row].where;
}

// The coordinates that a deck counts: of bodies of space alone, without the points that they carry.
int counted(const Model& model) {
  const bool in_space = !model.bodies.empty() && model.bodies.front().in_space;
  return in_space ? 6 * count_of(model.bodies) : model.nx;
}

// More equations than coordinates. At rough estimates of the positions any equation may seem
// redundant. In the closed mechanism only equations that repeat others are redundant.
void report_repeated(const Model& model, const Phase& phase, const Kinematics& kinematics,
                     const State& start, const RankAudit& rough, int surplus,
                     const Options& options, Diagnostics& diagnostics) {
  const JacobianBlock& block = kinematics.jacobian().block();
  Phase fewer = phase;
  for (const RankAudit::Redundancy& redundancy : rough.redundant)
    fewer.e_class[redundancy.row] = Class::calculable;
  const Partition partition = named_partition(fewer);
  RankAudit closed = rough;
  std::vector<double> x = start.x;
  if (partition.square()) {
    Kinematics closing(model, fewer, partition, options);
    State state = start;
    if (closing.assemble(state).ok()) {
      const Evaluation where = evaluated(model, state.x);
      closed = audit_rank(model, block, where, options.rank);
      x = state.x;
    }
  }
  const std::string counts = fmt::format("M = {} constraint equations for N = {} coordinates",
                                         counted(model) + surplus, counted(model));
  if (report_idle_drivers(model, phase, x, counts, options.rank, diagnostics)) return;
  std::vector<std::string> drivers;
  for (const int motion : phase.x_motion)
    if (motion >= 0 && motion < count_of(model.motion_origin))
      drivers.push_back(model.motion_origin[motion].label);
  const std::string choice = drivers.empty() ? "" : fmt::format(", or of {}", few_names(drivers));
  for (const RankAudit::Redundancy& redundancy : closed.redundant)
    diagnostics.error(line_of(model, redundancy.row), {},
                      fmt::format("{}: {}", describe(redundancy, model), counts),
                      fmt::format("expected M = N; remove one of them{}", choice));
  if (closed.redundant.empty())
    diagnostics.error({}, "counts", counts, "expected M = N; remove constraints or drivers");
}

// The coordinates and deformations that the deck names as degrees of freedom, in the order of its
// lines.
std::vector<Driven> named_freedoms(const Model& model, const Phase& phase) {
  std::vector<Driven> out;
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[at(i)] == Class::dynamic) out.push_back({-1, i, -1});
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[at(r)] == Class::dynamic) out.push_back({-1, -1, r});
  std::stable_sort(out.begin(), out.end(), [&phase](const Driven& a, const Driven& b) {
    const SourceLocation one = origin_of(phase, a).where, other = origin_of(phase, b).where;
    return std::pair(one.file, one.line) < std::pair(other.file, other.line);
  });
  return out;
}

// The number of a coordinate of its node, or of a deformation of its element.
int component_of(const Model& model, const Driven& of) {
  if (of.deformation >= 0) return of.deformation - owner_of(model, of.deformation).first + 1;
  const auto node = std::find_if(model.nodes.begin(), model.nodes.end(), [&of](const Node& one) {
    return of.coordinate >= one.first && of.coordinate < one.first + coordinate_count(one.kind);
  });
  return of.coordinate - node->first + 1;
}

// A line that names degrees of freedom: those that are, and the names of those that follow.
struct NamedLine {
  const Origin* origin;
  std::vector<int> kept;
  std::vector<std::string> idle;
};

// An orientation is prescribed as a whole; the joints determine some of its turns.
void report_idle_turn(const Model& model, const std::vector<Driven>& idle,
                      const std::string& counts, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const Driven& one : idle) names.push_back(name_of_driven(model, one));
  const Origin& origin = model.motion_origin[idle.front().motion];
  diagnostics.error(
      origin.where, origin.label,
      fmt::format("it prescribes a whole orientation, of which the joints determine {} already{}{}",
                  few_names(names, " and "), counts.empty() ? "" : ": ", counts),
      "prescribe the angle of a joint in its place (INPUTE), or let the joints go what they need "
      "not hold (RLSE), as 2 and 3 of a REVOLUTE");
}

}  // namespace

bool report_idle_drivers(const Model& model, const Phase& phase, ConstVector x,
                         const std::string& counts, double rank, Diagnostics& diagnostics) {
  const std::vector<Driven> all = driven_by_motions(model, phase);
  if (all.empty() || all.size() > kMostDrivers) return false;
  Phase tried = phase;
  for (const Driven& one : all) set_driven(tried, one, false);
  if (!is_sound_at(model, tried, x, rank)) return false;
  std::vector<Driven> kept;
  std::map<int, std::vector<Driven>> turns;  // the idle ones of orientations
  bool said = false;
  for (const Driven& one : all) {
    set_driven(tried, one, true);
    if (is_sound(model, tried, x, rank)) {
      kept.push_back(one);
      continue;
    }
    // An orientation is driven as a whole: it is named once, and cannot be removed by one turn.
    // What helps beside the start alone cannot be removed either.
    std::vector<std::string> others, removable;
    for (const Driven& other : kept) {
      set_driven(tried, other, false);
      const bool decides = is_sound(model, tried, x, rank);
      const bool decides_here = decides && is_sound_at(model, tried, x, rank);
      set_driven(tried, other, true);
      const Origin& by = model.motion_origin[at(other.motion)];
      const std::string name = name_with_line(model, by);
      if (!decides || contains(others, name)) continue;
      others.push_back(name);
      if (turned_by(model, other) < 0 && decides_here) removable.push_back(by.label);
    }
    set_driven(tried, one, false);
    // At a dead position joints hold to first order what a driver moves.
    if (others.empty() && counts.empty()) continue;
    const Origin& origin = model.motion_origin[one.motion];
    const std::string by = others.empty() ? "the joints" : few_names(others, " and ");
    const bool several = others.size() > 1;
    said = true;
    if (const int orientation = turned_by(model, one); orientation >= 0) {
      turns[orientation].push_back(one);
      continue;
    }
    diagnostics.error(
        origin.where, origin.label,
        fmt::format("it drives {}, which {} determine{} already{}{}", name_of_driven(model, one),
                    by, several || others.empty() ? "" : "s", counts.empty() ? "" : ": ", counts),
        fmt::format("remove it{}{}", removable.empty() ? "" : " or " + few_names(removable, " or "),
                    counts.empty() ? ", or start away from a singular position" : ""));
  }
  for (const auto& [orientation, idle] : turns) report_idle_turn(model, idle, counts, diagnostics);
  return said;
}

bool report_idle_freedoms(const Model& model, const Phase& phase, ConstVector x,
                          const std::string& counts, double rank, Diagnostics& diagnostics) {
  const std::vector<Driven> all = named_freedoms(model, phase);
  if (all.empty() || all.size() > kMostFreedoms) return false;
  Phase tried = phase;
  const auto name = [&tried](const Driven& of, bool named) {
    (of.coordinate >= 0 ? tried.x_class[at(of.coordinate)] : tried.e_class[at(of.deformation)]) =
        named ? Class::dynamic : Class::calculable;
  };
  const auto is_independent = [&] {
    const Partition partition = named_partition(tried);
    return audit_rank(model, partition.rows, partition.columns, x, rank).redundant.empty();
  };
  for (const Driven& one : all) name(one, false);
  if (!is_independent()) return false;
  std::vector<NamedLine> lines;
  for (const Driven& one : all) {
    const Origin& origin = origin_of(phase, one);
    if (lines.empty() || lines.back().origin->label != origin.label ||
        lines.back().origin->where.line != origin.where.line)
      lines.push_back({&origin, {}, {}});
    name(one, true);
    const bool kept = is_independent();
    if (!kept) name(one, false);
    if (kept)
      lines.back().kept.push_back(component_of(model, one));
    else
      lines.back().idle.push_back(name_of_driven(model, one));
  }
  bool said = false;
  for (const NamedLine& line : lines) {
    if (line.idle.empty()) continue;
    said = true;
    const bool several = line.idle.size() > 1;
    diagnostics.error(line.origin->where, line.origin->label,
                      fmt::format("{} follow{} from the degrees of freedom named before: {}",
                                  few_names(line.idle, " and "), several ? "" : "s", counts),
                      line.kept.empty() ? "remove this line"
                                        : fmt::format("expected {} {}", line.origin->label,
                                                      fmt::join(line.kept, " ")));
  }
  return said;
}

std::vector<RankAudit::Redundancy> repeated_beside(const Model& model, const std::vector<int>& rows,
                                                   const std::vector<int>& columns, ConstVector x,
                                                   double rank) {
  RankAudit here = audit_rank(model, rows, columns, x, rank);
  if (here.redundant.empty()) return {};
  const RankAudit there = audit_rank(model, rows, columns, moved_beside(columns, x), rank);
  std::erase_if(here.redundant, [&](const RankAudit::Redundancy& one) {
    return std::none_of(there.redundant.begin(), there.redundant.end(),
                        [&](const RankAudit::Redundancy& other) { return other.row == one.row; });
  });
  return std::move(here.redundant);
}

bool equations_suffice(const Model& model, const Phase& phase, const Kinematics& kinematics,
                       const State& state, const Options& options, Diagnostics& diagnostics) {
  const JacobianBlock& block = kinematics.jacobian().block();
  if (block.row_count() == block.column_count()) return true;
  const Evaluation where = evaluated(model, state.x);
  const RankAudit audit = audit_rank(model, block, where, options.rank);
  const int missing = block.column_count() - block.row_count();
  if (missing < 0)
    return report_repeated(model, phase, kinematics, state, audit, -missing, options, diagnostics),
           false;
  if (!audit.redundant.empty())
    for (const RankAudit::Redundancy& found :
         repeated_beside(model, constrained_deformations(phase), free_coordinates(phase), state.x,
                         options.rank))
      diagnostics.error(line_of(model, found.row), {}, describe(found, model),
                        "remove one of them");
  // The hint names the first angle that moves: users would most likely drive it.
  int driven = -1;
  for (const std::vector<int>& motion : audit.free_motions)
    for (const int i : motion)
      if ((driven < 0 || i < driven) && turns(model, i)) driven = i;
  const std::size_t motions =
      std::min(audit.free_motions.size(), static_cast<std::size_t>(missing));
  std::vector<std::string> free;
  for (const std::vector<int>& motion : audit.free_motions)
    if (free.size() < std::min(motions, kMostNames))
      free.push_back(describe_free_motion(motion, model));
  diagnostics.error(
      audit.free_motions.empty() ? SourceLocation{} : line_of(model, audit.free_motions.front()),
      "counts",
      fmt::format("M = {} constraint equations for N = {} coordinates leave {} motion(s) free: {}",
                  counted(model) - missing, counted(model), missing,
                  few_names(free, "; ", motions)),
      fmt::format("expected M = N; add drivers{}, guides or constraints",
                  driven < 0 ? "" : fmt::format(" ({}, say)", model.coordinate_name(driven))));
  return false;
}

void report_dependent(const Model& model, const Phase& phase, const Kinematics& kinematics,
                      const State& state, double tolerance, Diagnostics& diagnostics) {
  const RankAudit audit =
      audit_rank(model, kinematics.jacobian().block(), kinematics.evaluation(), tolerance);
  if (!audit.redundant.empty() &&
      report_idle_drivers(model, phase, state.x, "", tolerance, diagnostics))
    return;
  for (const RankAudit::Redundancy& redundancy : audit.redundant)
    diagnostics.error(line_of(model, redundancy.row), {}, describe(redundancy, model),
                      "remove one of them, or start away from a singular position");
  for (const std::vector<int>& motion : audit.free_motions)
    diagnostics.error(line_of(model, motion), "mechanism",
                      fmt::format("at t = {} {}", state.t, describe_free_motion(motion, model)),
                      audit.redundant.empty() ? "start away from a singular position"
                                              : "drive or constrain it instead");
}

}  // namespace mbs
