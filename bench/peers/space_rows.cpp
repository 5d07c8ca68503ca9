// Rigid bodies of space beside the peers: chains of balls and of hinges, a human, a closed loop.
// Chains and loops are compared with Simbody's accelerations, the human with those of its
// reference (tests/data/R26_human40.json).
#include <cstdlib>
#include <sstream>

#include "peers/mbsim_space.h"
#include "peers/table.h"
#include "support/mbsim_run.h"

namespace mbs::bench {
namespace {

// exact: the accelerations that both are compared with; empty: Simbody's.
void compare(Table& table, const std::string& job, const SpaceTree& tree,
             std::vector<double> exact = {}) {
  MbsimSpace mbsim(tree);
  const std::unique_ptr<SpacePeer> simbody = simbody_space(mbsim.tree());
  if (exact.empty()) exact = simbody->accelerations();
  Side own, other;
  own.error = largest_difference(mbsim.accelerations(), exact);
  if (!(own.error < kAgreement))
    throw std::runtime_error(fmt::format("{}: wrong by {:.1e}", job, own.error));
  const auto row = [&](const char* name, SpacePeer& peer) {
    other.error = largest_difference(peer.accelerations(), exact);
    if (!(other.error < kAgreement))
      return table.no_ratio(job, name, fmt::format("its error is {:.1e}", other.error));
    table.row(job, name, measure_pair([&] { mbsim.evaluate(); }, [&] { peer.evaluate(); }), own,
              other);
  };
  row("Simbody", *simbody);
  if (tree.closures.empty()) row("MuJoCo", *mujoco_space(mbsim.tree()));
}

// n rods (1 m, 1 kg) from the origin; hinges askew, each about another axis.
SpaceTree chain(int n, SpaceJoint joint) {
  SpaceTree out;
  Numbers3 end{}, speed{};
  for (int k = 0; k < n; ++k) {
    SpaceSegment s;
    s.parent = k - 1;
    s.joint = joint;
    if (k > 0) s.in_parent = {0.5, 0, 0};
    s.own = {-0.5, 0, 0};
    s.inertia = {0.005, 0, 0, 1.0 / 12, 0, 1.0 / 12};
    Numbers3 turn{0.05 * std::sin(3. * k), 0.1 * std::cos(2. * k), 0.1 * std::sin(k + 1.)};
    Numbers3 rate{0.1 * std::sin(3. * k + 1), 0.1 * std::sin(3. * k + 2), 0.1 * std::sin(3. * k)};
    if (joint == SpaceJoint::hinge) {
      const Numbers3 askew{0.3 * std::sin(2. * k), 0.4 * std::cos(k), 1};
      const double size = std::sqrt(askew[0] * askew[0] + askew[1] * askew[1] + 1);
      for (std::size_t c = 0; c < 3; ++c) {
        s.axis[c] = askew[c] / size;
        turn[c] = 0.1 * std::sin(k + 1.) * s.axis[c];
        rate[c] = 0.1 * std::cos(k + 1.) * s.axis[c];
      }
    }
    const SpaceSegment* const parent = k > 0 ? &out.segments.back() : nullptr;
    s.q = turned_by(parent ? parent->q : s.q, turn);
    s.w = rate;
    const Rotation R = rotation_of(s.q);
    if (parent) {
      const Numbers3 w = turned_back(R, turned(rotation_of(parent->q), parent->w));
      for (std::size_t c = 0; c < 3; ++c) s.w[c] += w[c];
    }
    // The middle is half a metre on, and moves with w x (0.5, 0, 0).
    const Numbers3 half = turned(R, {0.5, 0, 0}),
                   moves = turned(R, {0, 0.5 * s.w[2], -0.5 * s.w[1]});
    for (std::size_t c = 0; c < 3; ++c) {
      s.x[c] = end[c] + half[c], s.v[c] = speed[c] + moves[c];
      end[c] = s.x[c] + half[c], speed[c] = s.v[c] + moves[c];
    }
    out.segments.push_back(s);
  }
  return out;
}

// Two hinges askew on the ground, a rod between them on two balls.
SpaceTree closed_loop() {
  const Numbers3 pivot[] = {{0, 0, 0}, {1, 0, 0.1}}, tip[] = {{0.3, 0.1, 0.1}, {0.9, 0.7, 0.3}};
  const auto between = [](const Numbers3& a, const Numbers3& b, double part) {
    Numbers3 out;
    for (std::size_t c = 0; c < 3; ++c) out[c] = part * (b[c] - a[c]);
    return out;
  };
  const auto link = [&](int parent, SpaceJoint joint, const Numbers3& from, const Numbers3& to) {
    SpaceSegment s;
    s.parent = parent;
    s.joint = joint;
    s.own = between(from, to, -0.5);
    for (std::size_t c = 0; c < 3; ++c) s.x[c] = (from[c] + to[c]) / 2;
    s.inertia = {0.02, 0.001, -0.002, 0.03, 0.0015, 0.025};
    return s;
  };
  SpaceTree out;
  SpaceSegment crank = link(-1, SpaceJoint::hinge, pivot[0], tip[0]);
  crank.in_parent = pivot[0];
  crank.axis = {0.36, 0.48, 0.8};
  SpaceSegment rod = link(0, SpaceJoint::ball, tip[0], tip[1]);
  rod.in_parent = between(pivot[0], tip[0], 0.5);
  SpaceSegment rocker = link(-1, SpaceJoint::hinge, pivot[1], tip[1]);
  rocker.in_parent = pivot[1];
  rocker.axis = {0.6, 0.64, 0.48};
  for (std::size_t c = 0; c < 3; ++c) crank.w[c] = 2 * crank.axis[c];
  rod.w = {0.3, 0.2, -0.4};
  out.segments = {crank, rod, rocker};
  out.closures = {{1, 2, between(tip[0], tip[1], 0.5), between(pivot[1], tip[1], 0.5)}};
  return out;
}

// The numbers of a line from its second word on.
std::vector<double> numbers_of(std::istringstream& line) {
  std::vector<double> out;
  for (std::string word; line >> word && word[0] != '#';)
    if (word != "=") out.push_back(std::strtod(word.c_str(), nullptr));
  return out;
}

// decks/space/human.dat: segment k is the body (2 k - 1, 2 k). The force on its foot stands at a
// point of its own there, and is a force and a moment here.
SpaceTree human() {
  SpaceTree out;
  out.segments.resize(15);
  out.segments[0].joint = SpaceJoint::free;
  const auto segment = [&](double node) -> SpaceSegment& {
    return out.segments[(static_cast<std::size_t>(node) - 1) / 2];
  };
  const auto three = [](const std::vector<double>& n, std::size_t from) {
    return Numbers3{n[from], n[from + 1], n[from + 2]};
  };
  std::vector<std::size_t> child_of(20);
  std::vector<double> rate(15, 0.0);
  Numbers3 foot{};
  std::istringstream deck(read_text(MBSIM_ROOT "/decks/space/human.dat"));
  for (std::string text; std::getline(deck, text);) {
    std::istringstream line(text);
    std::string word;
    line >> word;
    const std::vector<double> n = numbers_of(line);
    const bool turns = !n.empty() && static_cast<int>(n[0]) % 2 == 0;
    if (word == "SPHERICAL" || word == "REVOLUTE") {
      SpaceSegment& s = segment(n[3]);
      s.parent = static_cast<int>(n[1] - 1) / 2;
      s.in_parent = three(n, 5), s.own = three(n, 8);
      child_of[static_cast<std::size_t>(n[0])] = (static_cast<std::size_t>(n[3]) - 1) / 2;
      if (word == "REVOLUTE") s.joint = SpaceJoint::hinge, s.axis = three(n, 11);
    } else if (word == "X" && n[0] == 31) {
      foot = three(n, 1);
    } else if (word == "X" && turns) {
      segment(n[0]).q = {n[1], n[2], n[3], n[4]};
    } else if (word == "X") {
      segment(n[0]).x = three(n, 1);
    } else if (word == "XM" && turns) {
      segment(n[0]).inertia = {n[1], n[2], n[3], n[4], n[5], n[6]};
    } else if (word == "XM") {
      segment(n[0]).mass = n[1];
    } else if (word == "XF" && n[0] == 31) {
      SpaceSegment& s = segment(19);
      s.force = three(n, 1);
      Numbers3 arm;
      for (std::size_t c = 0; c < 3; ++c) arm[c] = foot[c] - s.x[c];
      const Numbers3 moment = turned_back(rotation_of(s.q), crossed(arm, s.force));
      for (std::size_t c = 0; c < 3; ++c) s.moment[c] += moment[c];
    } else if (word == "XF") {
      segment(n[0]).moment = three(n, 1);
    } else if (word == "ELAW") {
      out.segments[child_of[static_cast<std::size_t>(n[0])]].torque = -n[2];
    } else if (word == "STARTDE") {
      rate[child_of[static_cast<std::size_t>(n[0])]] = n[3];
    } else if (word == "STARTVX" && turns) {
      segment(n[0]).w = three(n, 1);
    } else if (word == "STARTVX") {
      segment(n[0]).v[static_cast<std::size_t>(n[1]) - 1] = n[2];
    }
  }
  for (std::size_t k = 1; k < out.segments.size(); ++k) follow(out, k, rate[k]);
  return out;
}

// The forward accelerations of the reference.
std::vector<double> human_accelerations() {
  const std::string text = read_text(MBSIM_ROOT "/tests/data/R26_human40.json");
  const std::size_t name = text.find("\"accelerations\"", text.find("\"forward\""));
  const std::size_t begin = text.find('[', name) + 1;
  std::string list = text.substr(begin, text.find(']', begin) - begin);
  std::replace(list.begin(), list.end(), ',', ' ');
  std::istringstream in(list);
  std::vector<double> out;
  for (double a = 0; in >> a;) out.push_back(a);
  return out;
}

}  // namespace

void space_rows(Table& table, int largest) {
  for (int n : {10, 40, 100}) {
    if (n > largest) break;
    compare(table, fmt::format("chain of {} balls, evaluation", n), chain(n, SpaceJoint::ball));
    compare(table, fmt::format("chain of {} hinges, evaluation", n), chain(n, SpaceJoint::hinge));
  }
  compare(table, "human of 15 segments, forward", human(), human_accelerations());
  compare(table, "closed loop of space, forward", closed_loop());
}

}  // namespace mbs::bench
