// The part of build_model() that names the parts of the mechanism for the report.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/index.h"
#include "build/build_steps.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/muscle_records.h"
#include "deck/tables/tables.h"
#include "elements/cam.h"
#include "elements/curves.h"

namespace mbs {

namespace {

class PartsBuilder {
 public:
  PartsBuilder(const Tables& tables, Model& model)
      : tables_(tables), model_(model), parts_(model.parts) {}

  void build() {
    const RowsOf rows = tables_.vocabulary.rows;
    if (rows == RowsOf::segments) {
      add_chain();
    } else {
      for (std::size_t k = 0; k < tables_.elements.size(); ++k) add_joint(k);
      if (rows == RowsOf::bodies) add_holders();
    }
    add_cams();
    add_arms();
  }

 private:
  int first(int node) const { return model_.nodes[node].first; }
  int deformation(int element) const { return model_.elements[element].first; }
  // The body of the angle node `place` of a row.
  int body(const ElementRow& row, int place) const {
    const std::vector<ChainSegment>& segments = tables_.chain.segments;
    const auto segment =
        std::find_if(segments.begin(), segments.end(),
                     [node = row.nodes[place]](const ChainSegment& s) { return s.angle == node; });
    if (segment != segments.end()) return static_cast<int>(segment - segments.begin()) + 1;
    return body_of(model_, first(row.nodes[place]));
  }
  // The point of columns[column], columns[column + 1] in the body of nodes[of], nodes[of + 1].
  PlaceInBody place_of(const ElementRow& row, int of, int column) const {
    return {first(row.nodes[of]), first(row.nodes[of + 1]), row.columns[column],
            row.columns[column + 1]};
  }

  void add_chain() {
    const Chain& chain = tables_.chain;
    int number = 0;
    for (const ChainSegment& s : chain.segments)
      parts_.places.push_back(
          {fmt::format("joint{}", ++number), place_of(tables_.elements[s.joint], 2, 2)});
    const ChainSegment& last = chain.segments.back();
    parts_.places.push_back({fmt::format("joint{}", ++number),
                             {first(last.point), first(last.angle), last.l - last.d, 0}});
    for (const SpringRecord& s : chain.springs)
      add_spring(tables_.elements[s.element], deformation(s.element), s.i, s.j);
    for (const ChainBeam& b : chain.beams)
      parts_.beams.push_back({b.word, deformation(b.element), b.i, b.j});
    for (const ChainPath& p : chain.paths) parts_.paths.push_back(deformation(p.element));
    for (std::size_t k = 0; k < tables_.elements.size(); ++k)
      if (joint_of(tables_, tables_.elements[k])) add_joint(k);
  }

  // An SDA or RSDA between two bodies, or segments of a chain.
  void add_spring(const ElementRow& row, int index, int body_i, int body_j) {
    if (row.nodes.size() == 2)
      parts_.hinges.push_back({fmt::format("rsda{}", parts_.hinges.size() + 1), index, body_i,
                               body_j, first(row.nodes[0]), first(row.nodes[1])});
    else
      parts_.springs.push_back({fmt::format("sda{}", parts_.springs.size() + 1), index, body_i,
                                body_j, place_of(row, 0, 0), place_of(row, 2, 2)});
  }

  // Adds joints and, in reports with rows of bodies, springs.
  void add_joint(std::size_t k) {
    const ElementRow& row = tables_.elements[k];
    const bool revolute = row.spec->keyword == "PLREV";
    const bool joins = revolute || row.spec->keyword == "PLTRAN";
    const bool bodies = tables_.vocabulary.rows != RowsOf::nodes;
    if (joins) {
      int number = revolute ? ++revolutes_ : ++translationals_;
      if (tables_.vocabulary.own_numbers) number = row.number;
      // Columns of a translational joint: P and Q of body i, then P of body j.
      parts_.places.push_back({fmt::format("{}{}", revolute ? "rev" : "tran", number),
                               revolute ? place_of(row, 0, 0) : place_of(row, 2, 4)});
    }
    if (!bodies && revolute)
      parts_.angles.push_back(
          {fmt::format("rev{}.angle", row.number), first(row.nodes[1]), first(row.nodes[3])});
    if (!bodies) return;
    if (row.label.starts_with("SDA ") || row.label.starts_with("RSDA ")) {
      const bool turns = row.nodes.size() == 2;
      add_spring(row, model_.elements[k].first, body(row, turns ? 0 : 1), body(row, turns ? 1 : 3));
    }
    if (kabios_joint_of(tables_, row))
      add_further(k);
    else if (joins)
      parts_.joints.push_back({row.label, parts_.places.back().name, static_cast<int>(k), revolute,
                               first(row.nodes[1]), first(row.nodes[3]), body(row, 1),
                               body(row, 3)});
  }

  void add_further(std::size_t k) {
    const ElementRow& row = tables_.elements[k];
    const bool between = row.spec->arity == Arity::fixed;
    const int last = count_of(row.nodes) - 1;  // an angle, as is the first or the second
    for (int d = 0; d < static_cast<int>(named_deformations(*row.spec)); ++d)
      parts_.further.push_back(
          {row.label,
           {joint_channel(row, "e", d), joint_channel(row, "ed", d), joint_channel(row, "s", d)},
           model_.elements[k].first + d,
           d,
           between ? body(row, last % 2) : 0,
           between ? body(row, last) : 0,
           row.spec->deformations[d].unit});
  }

  void add_holders() {
    std::vector<Parts::Holder>& holders = parts_.holders;
    for (const ClassRow& row : tables_.classes) {
      if (row.source == ClassSource::keyword) continue;
      const int coordinate = first(row.owner) + row.component;
      if (!holders.empty() && holders.back().label == row.label) {
        holders.back().coordinates.push_back(coordinate);
        continue;
      }
      std::string name = row.label;  // "DRIVER 2" -> "driver2"
      std::erase(name, ' ');
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      holders.push_back(
          {row.label,
           name,
           {coordinate},
           row.cls == Class::prescribed,
           unit::effort_along(coordinate_unit(model_.nodes[row.owner].kind, row.component))});
    }
  }

  // Adds cams and curves; each kind is counted from 1.
  void add_cams() {
    for (std::size_t k = 0; k < tables_.elements.size(); ++k) {
      if (tables_.elements[k].spec->is_gap && tables_.elements[k].spec->arity != Arity::fixed)
        add_cam<CamRow>(k, "cam", parts_.cams);
      else if (tables_.elements[k].spec == &kCurves.spec)
        add_cam<CurvesRow>(k, "curves", parts_.curves);
    }
  }

  template <class Row>
  void add_cam(std::size_t k, std::string_view word, std::vector<Parts::CamPart>& parts) {
    const ElementBatch* batch = nullptr;
    for (const ElementBatch& b : model_.batches)
      if (b.first_deformation == model_.elements[k].first) batch = &b;
    const int number =
        tables_.vocabulary.own_numbers ? tables_.elements[k].number : count_of(parts) + 1;
    Parts::CamPart part{fmt::format("{}{}", word, number), batch->row, {}};
    const auto& row = *static_cast<const Row*>(batch->row.get());
    for (std::size_t c = 0; c < 6; ++c) part.coordinates[c] = batch->gather[row.column[c]];
    parts.push_back(std::move(part));
  }

  void add_arms() {
    const auto arms_of = [this](const std::vector<MuscleArm>& rows) {
      Parts::Arms arms;
      for (const MuscleArm& arm : rows) {
        const RecordSpec& spec = *tables_.elements[arm.element].spec;
        arms.push_back({arm_channel(tables_, arm),
                        arm.over ? spec.deformations[arm.component].unit : unit::radian});
      }
      return arms;
    };
    for (const MuscleRow& row : tables_.muscles) parts_.muscles.push_back(arms_of(row.arms));
    for (const MuscleRow& row : tables_.shared_muscles)
      parts_.shared_muscles.push_back(arms_of(row.arms));
    parts_.shared_joints = arms_of(tables_.static_opt.joints);
  }

  const Tables& tables_;
  const Model& model_;
  Parts& parts_;
  int revolutes_ = 0, translationals_ = 0;
};

}  // namespace

int body_of(const Model& model, int phi) {
  const auto body = std::find_if(model.bodies.begin(), model.bodies.end(),
                                 [phi](const Body& b) { return b.phi == phi; });
  return body == model.bodies.end() ? 0 : body->number;
}

void build_parts(const Tables& tables, Model& model) { PartsBuilder(tables, model).build(); }

}  // namespace mbs
