// Finds the joints between the bodies of a path or spring that a muscle lies over.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "base/index.h"
#include "build/build_steps.h"
#include "deck/records/muscle_records.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

// Two bodies, by their angle nodes, that a joint holds together. A path turns only at a revolute
// joint, not at a rigid or sliding one.
struct Link {
  int a = 0, b = 0;
  int element = -1;  // of a revolute joint: row of the table of elements
  std::string name;  // "2", as ARM names it
};

constexpr int kGround = -1;

class CrossedJointsBuilder {
 public:
  CrossedJointsBuilder(const Tables& tables, Model& model) : tables_(tables), model_(model) {}

  void build() {
    find_bodies();
    find_links();
    all(tables_.muscles, model_.forces.muscles, model_.parts.muscles, model_.muscle_crossings);
    all(tables_.shared_muscles, model_.shared_muscles, model_.parts.shared_muscles,
        model_.shared_crossings);
  }

 private:
  int first(int node) const { return model_.nodes[node].first; }
  NodeKind kind(int node) const { return model_.nodes[node].kind; }

  // Whether nodes k and k + 1 are a place of the element: a point node and the angle node of its
  // body.
  bool is_place(const ElementRow& row, std::size_t k) const {
    return k + 1 < row.nodes.size() && is_planar_place(kind(row.nodes[k])) &&
           is_planar_turn(kind(row.nodes[k + 1]));
  }

  bool is_between_bodies(const ElementRow& row) const {
    return row.nodes.size() == 4 && is_place(row, 0) && is_place(row, 2);
  }

  // Finds the body of each point node. A point of several bodies is a pin and has no body.
  void find_bodies() {
    for (const ElementRow& row : tables_.elements)
      for (std::size_t k = 0; is_place(row, k); k += 2) {
        const auto [known, is_new] = body_.emplace(row.nodes[k], row.nodes[k + 1]);
        if (!is_new && known->second != row.nodes[k + 1]) shared_points_.insert(row.nodes[k]);
      }
  }

  void find_links() {
    int revolutes = 0;
    for (std::size_t e = 0; e < tables_.elements.size(); ++e) {
      const ElementRow& row = tables_.elements[e];
      if (!is_between_bodies(row)) continue;
      const std::string_view keyword = row.spec->keyword;
      Link link{row.nodes[1], row.nodes[3], -1, {}};
      if (keyword == "PLREV") {
        ++revolutes;
        link.element = static_cast<int>(e);
        link.name = name_of(row, link.element, revolutes);
        if (!link.name.empty()) links_.push_back(link);
      } else if (keyword == "PLTRAN" || keyword == "PLWELD" ||
                 (keyword.starts_with("PLBEAM") && is_rigid(link.element = static_cast<int>(e)))) {
        link.element = -1;
        links_.push_back(link);
      }
    }
    for (const ClassRow& row : tables_.classes)
      if (row.target == Target::coordinate && row.cls == Class::fixed &&
          is_planar_turn(kind(row.owner)))
        links_.push_back({kGround, row.owner, -1, {}});
  }

  // Name of a joint. In a chain only joints between segments have one, not a joint that holds the
  // end.
  std::string name_of(const ElementRow& row, int element, int number) const {
    if (tables_.vocabulary.own_numbers) return fmt::format("{}", row.number);
    if (tables_.vocabulary.rows != RowsOf::segments) return fmt::format("{}", number);
    const std::vector<ChainSegment>& segments = tables_.chain.segments;
    for (std::size_t k = 0; k < segments.size(); ++k)
      if (segments[k].joint == element) return fmt::format("{}", k + 1);
    return {};
  }

  bool is_rigid(int element) const {
    return std::none_of(tables_.classes.begin(), tables_.classes.end(), [=](const ClassRow& row) {
      return row.target == Target::deformation && row.owner == element;
    });
  }

  void all(const std::vector<MuscleRow>& rows, const std::vector<Muscle>& muscles,
           std::vector<Parts::Arms>& arms, std::vector<CrossedJoints>& out) const {
    for (std::size_t k = 0; k < rows.size() && k < muscles.size(); ++k) {
      CrossedJoints& crossings = out.emplace_back();
      for (std::size_t t = 0; t < rows[k].arms.size(); ++t)
        cross(rows[k].arms[t], muscles[k], static_cast<int>(t), crossings, arms[k]);
    }
  }

  // Whether the element is a length between bodies: a rigid motion of all bodies does not change
  // it.
  bool is_length(const ElementRow& row) const {
    const std::string_view keyword = row.spec->keyword;
    return (keyword == "PATH" || keyword == "PLSDA") &&
           std::none_of(row.nodes.begin(), row.nodes.end(),
                        [this](int node) { return shared_points_.contains(node); });
  }

  void cross(const MuscleArm& arm, const Muscle& muscle, int t, CrossedJoints& out,
             Parts::Arms& arms) const {
    const ElementRow& row = tables_.elements[arm.element];
    if (!arm.over || !is_length(row)) return;
    // Shortest way (fewest joints) from the first body to every other one.
    std::vector<int> bodies;
    for (std::size_t k = 1; k < row.nodes.size(); k += 2)
      if (std::find(bodies.begin(), bodies.end(), row.nodes[k]) == bodies.end())
        bodies.push_back(row.nodes[k]);
    std::map<int, const Link*> before;  // the link by which a body was reached
    std::deque<int> open = {bodies.front()};
    before.emplace(bodies.front(), nullptr);
    for (; !open.empty(); open.pop_front())
      for (const Link& link : links_)
        for (const auto& [from, to] : {std::pair(link.a, link.b), std::pair(link.b, link.a)})
          if (from == open.front() && before.emplace(to, &link).second) open.push_back(to);
    std::map<const Link*, std::set<int>> beyond;  // the bodies of the path behind a joint
    std::map<const Link*, int> near_end;
    for (const int body : bodies) {
      if (!before.contains(body)) return;  // no joints connect it with the first body
      for (int at = body; const Link* link = before.at(at);) {
        beyond[link].insert(body);
        near_end[link] = at;
        at = link->a == at ? link->b : link->a;
      }
    }
    for (const Link& link : links_)
      if (link.element >= 0 && beyond.contains(&link))
        add(link, near_end.at(&link) == link.b, beyond.at(&link), row, muscle, t, out, arms);
  }

  void add(const Link& link, bool with_plus, const std::set<int>& bodies, const ElementRow& row,
           const Muscle& muscle, int t, CrossedJoints& out, Parts::Arms& arms) const {
    const ElementRow& joint = tables_.elements[link.element];
    CrossedJoint crossing;
    crossing.term = t;
    crossing.plus = first(link.b), crossing.minus = first(link.a);
    crossing.joint = {first(joint.nodes[0]), first(joint.nodes[1]), joint.columns[0],
                      joint.columns[1]};
    crossing.side = with_plus ? 1 : -1;
    const int deformation = muscle.terms[t].i;
    for (std::size_t k = 0; k + 1 < row.nodes.size(); k += 2) {
      if (!bodies.contains(row.nodes[k + 1])) continue;
      const int x = first(row.nodes[k]), phi = first(row.nodes[k + 1]);
      for (const auto& [c, lever] : {std::pair(x, Lever::Kind::x), std::pair(x + 1, Lever::Kind::y),
                                     std::pair(phi, Lever::Kind::angle)})
        take_lever(deformation, c, lever, crossing.levers);
    }
    // The channel of an ARM over the same joint or of another crossing of this muscle; else a new
    // one.
    const int terms = count_of(muscle.terms);
    crossing.channel = count_of(arms);
    for (int k = 0; k < terms; ++k) {
      const MuscleTerm& term = muscle.terms[k];
      // a hinge with the opposite sign
      if (term.plus == crossing.minus && term.minus == crossing.plus) {
        std::swap(crossing.plus, crossing.minus);
        crossing.side = -crossing.side;
      }
      if (term.plus == crossing.plus && term.minus == crossing.minus) crossing.channel = k;
    }
    for (const CrossedJoint& other : out)
      if (other.plus == crossing.plus && other.minus == crossing.minus)
        crossing.channel = other.channel;
    if (crossing.channel == count_of(arms)) arms.push_back({link.name, unit::radian});
    out.push_back(std::move(crossing));
  }

  // Takes each coordinate once: a path may touch a body several times.
  void take_lever(int deformation, int coordinate, Lever::Kind kind,
                  std::vector<Lever>& levers) const {
    for (const Lever& known : levers)
      if (known.coordinate == coordinate) return;
    for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
      if (model_.entry_row[k] == deformation && model_.entry_column[k] == coordinate)
        levers.push_back({kind, static_cast<int>(k), coordinate});
  }

  const Tables& tables_;
  Model& model_;
  std::map<int, int> body_;  // point node -> angle node of its body
  std::set<int> shared_points_;
  std::vector<Link> links_;
};

}  // namespace

void find_crossed_joints(const Tables& tables, Model& model) {
  if (tables.muscles.empty() && tables.shared_muscles.empty()) return;
  CrossedJointsBuilder(tables, model).build();
}

}  // namespace mbs
