#include <cmath>

#include "peers/mujoco_model.h"
#include "peers/space_tree.h"

namespace mbs::bench {
namespace {

// Principal moments and axes (columns) by Jacobi's turns: MuJoCo's `fullinertia` costs six digits.
void principal(const std::array<double, 6>& J, Numbers3& moments, Rotation& axes) {
  Rotation A{{{J[0], J[1], J[2]}, {J[1], J[3], J[4]}, {J[2], J[4], J[5]}}};
  axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < 50; ++sweep)
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t q = p + 1; q < 3; ++q) {
        if (A[p][q] == 0) continue;
        const double angle = 0.5 * std::atan2(2 * A[p][q], A[q][q] - A[p][p]);
        const double c = std::cos(angle), s = std::sin(angle);
        for (std::size_t k = 0; k < 3; ++k) {
          const double a = A[k][p], b = A[k][q];
          A[k][p] = c * a - s * b, A[k][q] = s * a + c * b;
        }
        for (std::size_t k = 0; k < 3; ++k) {
          const double a = A[p][k], b = A[q][k];
          A[p][k] = c * a - s * b, A[q][k] = s * a + c * b;
        }
        for (Numbers3& row : axes) {
          const double a = row[p], b = row[q];
          row[p] = c * a - s * b, row[q] = s * a + c * b;
        }
        A[p][q] = A[q][p] = 0;
      }
  moments = {A[0][0], A[1][1], A[2][2]};
}

std::string text(const Numbers3& a) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", a[0], a[1], a[2]);
}

class MujocoSpace : public SpacePeer {
 public:
  explicit MujocoSpace(const SpaceTree& tree) : tree_(tree), model_(content()) {
    // In the order of the file, which goes down each branch first.
    place(-1);
  }
  ~MujocoSpace() override {
    for (const std::string& path : included_) unlink(path.c_str());
  }
  void evaluate() override { mj_forward(model_.model, model_.data); }
  std::vector<double> accelerations() override {
    evaluate();
    std::vector<double> out;
    for (std::size_t k = 0; k < tree_.segments.size(); ++k)
      out.insert(out.end(), model_.data->qacc + first_[k], model_.data->qacc + first_[k] + size(k));
    return out;
  }

 private:
  static constexpr int kDeep = 60;  // elements that one file nests

  int size(std::size_t k) const {
    const SpaceJoint joint = tree_.segments[k].joint;
    return joint == SpaceJoint::free ? 6 : joint == SpaceJoint::ball ? 3 : 1;
  }

  std::string content() {
    return fmt::format(
        "<option integrator='RK4' gravity='{}'><flag contact='disable' "
        "constraint='disable'/></option><worldbody>{}</worldbody>",
        text(tree_.gravity), children(-1, 0));
  }
  std::string children(int parent, int depth) {
    std::string out;
    for (std::size_t k = 0; k < tree_.segments.size(); ++k)
      if (tree_.segments[k].parent == parent) out += body(k, depth + 1);
    if (out.empty() || depth == 0 || depth % kDeep != 0) return out;
    const std::string path = temporary_file("<mujocoinclude>" + out + "</mujocoinclude>");
    included_.push_back(path);
    return fmt::format("<include file='{}'/>", path.substr(path.rfind('/') + 1));
  }
  std::string body(std::size_t k, int depth) {
    const SpaceSegment& s = tree_.segments[k];
    Numbers3 place, moments;
    Rotation axes;
    for (std::size_t c = 0; c < 3; ++c) place[c] = s.in_parent[c] - s.own[c];
    principal(s.inertia, moments, axes);
    const std::string joint =
        s.joint == SpaceJoint::free ? "<freejoint/>"
        : s.joint == SpaceJoint::ball
            ? fmt::format("<joint type='ball' pos='{}'/>", text(s.own))
            : fmt::format("<joint type='hinge' pos='{}' axis='{}'/>", text(s.own), text(s.axis));
    Numbers3 x, y;
    for (std::size_t c = 0; c < 3; ++c) x[c] = axes[c][0], y[c] = axes[c][1];
    return fmt::format(
        "<body pos='{}'>{}<inertial pos='0 0 0' xyaxes='{} {}' mass='{:.17g}' "
        "diaginertia='{}'/>{}</body>",
        text(place), joint, text(x), text(y), s.mass, text(moments),
        children(static_cast<int>(k), depth));
  }

  void place(int parent) {
    if (first_.empty()) first_.resize(tree_.segments.size());
    for (std::size_t k = 0; k < tree_.segments.size(); ++k) {
      if (tree_.segments[k].parent != parent) continue;
      set(k);
      place(static_cast<int>(k));
    }
  }
  void set(std::size_t k) {
    const SpaceSegment& s = tree_.segments[k];
    mjData& d = *model_.data;
    const std::array<double, 4> q = relative_turn(tree_, k);
    const Numbers3 rate = relative_rate(tree_, k);
    first_[k] = velocities_;
    double *qpos = d.qpos + positions_, *qvel = d.qvel + velocities_;
    if (s.joint == SpaceJoint::hinge) {
      double along = 0, sine = 0;
      for (std::size_t c = 0; c < 3; ++c)
        along += rate[c] * s.axis[c], sine += q[c + 1] * s.axis[c];
      *qpos = 2 * std::atan2(sine, q[0]);
      *qvel = along;
      d.qfrc_applied[velocities_] = s.torque;
      ++positions_;
    } else {
      if (s.joint == SpaceJoint::free)
        for (const double x : s.x) *qpos++ = x, ++positions_;
      if (s.joint == SpaceJoint::free)
        for (const double v : s.v) *qvel++ = v;
      for (const double e : q) *qpos++ = e, ++positions_;
      for (const double w : rate) *qvel++ = w;
    }
    velocities_ += size(k);
    const Numbers3 moment = turned(rotation_of(s.q), s.moment);
    double* load = d.xfrc_applied + 6 * ++body_;
    for (const double f : s.force) *load++ = f;
    for (const double m : moment) *load++ = m;
  }

  const SpaceTree tree_;
  std::vector<std::string> included_;
  MujocoModel model_;
  std::vector<int> first_;  // velocity of each segment
  int positions_ = 0, velocities_ = 0, body_ = 0;
};

}  // namespace

std::unique_ptr<SpacePeer> mujoco_space(const SpaceTree& tree) {
  return std::make_unique<MujocoSpace>(tree);
}

}  // namespace mbs::bench
