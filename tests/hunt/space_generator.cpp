// Draws random mechanisms of space.
//
// One file above 400 lines: each part of a mechanism is drawn beside the parts before it, which it
// must fit.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "row_span.h"
#include "space_events.h"
#include "space_kabios.h"
#include "space_oracle.h"
#include "space_random.h"
#include "space_rolling.h"

namespace hunt {

namespace {

// What is new of a row beside those before it: of what is held, and of rows that may follow.
constexpr double kIndependent = 0.05, kRounding = 1e-9;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The axis of the body that is least along u.
Vector3 least_axis(const SpaceBody& body, const Vector3& u) {
  const Matrix3 R = matrix_of(body.q);
  const Vector3 own = transposed_times(R, u);
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::fabs(own[k]) < std::fabs(own[least]) - 1e-6) least = k;
  return {R[0][least], R[1][least], R[2][least]};
}

class Generator {
 public:
  Generator(Random& random, SpaceMechanism& m, SpacePrey prey)
      : random_(random), m_(m), may_roll_(prey == SpacePrey::rolling) {
    m_.kabios = prey == SpacePrey::kabios;
  }

  bool make() {
    ground();
    may_roll_ = may_roll_ || random_.chance(0.45);
    if (!may_roll_ && random_.chance(0.15))
      planar_loop();
    else
      tree(1 + random_.below(4));
    if (!m_.redundant && m_.bodies.size() > 2 && random_.chance(0.5)) close();
    if (!m_.kabios && random_.chance(0.4)) points();
    if (random_.chance(0.4)) gear();
    for (int n = may_roll_ ? 2 + random_.below(4) : 0; n > 0; --n) roll();
    if (m_.kabios && random_.chance(0.5)) coordinates();
    for (SpaceElement& e : m_.elements) motions(e);
    choose_drives();
    return freedoms() && run() && (events(), true);
  }

 private:
  int bodies() const { return static_cast<int>(m_.bodies.size()); }
  void ground() {
    SpaceBody b;
    b.fixed = true;
    m_.ground_is_zero = !m_.kabios && random_.chance(0.5);
    if (!m_.ground_is_zero) {
      b.x = random_place(random_, 1);
      if (!m_.kabios || random_.chance(0.5)) b.q = random_orientation(random_);
    }
    m_.bodies.push_back(b);
  }
  // Coordinates of a body, some of which will be held or driven.
  void coordinates() {
    const int k = 1 + random_.below(bodies() - 1);
    add(Joint::coordinates, 0, k, m_.bodies[at(k)].x);
    if (m_.bodies[0].q[0] != 1) return;
    SpaceElement& e = add(Joint::cardan, 0, k, m_.bodies[at(k)].x);
    const std::string sequence = sequence_of(m_, at(k));
    for (std::size_t c = 0; c < 3; ++c) e.sequence[c] = sequence[c] - 'x';
  }
  static bool is_of_body(const SpaceMechanism& m, const SpaceElement& e) {
    return m.kabios && (e.joint == Joint::coordinates || e.joint == Joint::cardan);
  }
  int add_body(const Vector3& x) {
    SpaceBody b;
    b.x = x;
    b.q = random_orientation(random_);
    b.mass = random_.rough(0.5, 3);
    if (random_.chance(0.5)) b.centre = random_place(random_, 0.3);
    // A box, turned in the body.
    const Vector3 size{random_.uniform(0.1, 0.6), random_.uniform(0.1, 0.6),
                       random_.uniform(0.1, 0.6)};
    const Matrix3 R = matrix_of(random_orientation(random_));
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < 3; ++k)
          b.inertia[r][c] +=
              R[r][k] * R[c][k] * b.mass / 12 * (dot(size, size) - size[k] * size[k]);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < r; ++c) b.inertia[c][r] = b.inertia[r][c];
    if (random_.chance(0.2)) b.force = random_place(random_, 5);
    if (random_.chance(0.2)) b.moment = random_place(random_, 2);
    if (random_.chance(0.2)) b.drag = random_.rough(0, 0.3);
    m_.bodies.push_back(b);
    return bodies() - 1;
  }
  SpaceElement& add(Joint joint, int i, int j, const Vector3& place) {
    SpaceElement e;
    e.joint = joint;
    e.i = i;
    e.j = j;
    e.place = place;
    const Vector3 u = random_direction(random_);
    e.says_v = joint == Joint::planar || joint == Joint::universal || joint == Joint::bushing ||
               joint == Joint::rbeam || random_.chance(0.3);
    if (joint == Joint::cv) e.says_v = false;
    e.axes = axes_of(u, e.says_v ? random_direction(random_) : least_axis(m_.bodies[at(i)], u));
    e.way = random_.below(3);
    if (joint == Joint::screw) e.lead = random_.rough(-0.5, 0.5);
    if (joint == Joint::cardan) {
      const int a = random_.below(3), b = (a + 1 + random_.below(2)) % 3;
      e.sequence = {a, b, random_.chance(0.5) ? a : 3 - a - b};
    }
    m_.elements.push_back(e);
    return m_.elements.back();
  }
  Vector3 between(int i, int j) {
    Vector3 out{};
    const double part = random_.uniform(0.2, 0.8);
    for (std::size_t k = 0; k < 3; ++k)
      out[k] = m_.bodies[at(i)].x[k] * part + m_.bodies[at(j)].x[k] * (1 - part) +
               random_.uniform(-0.2, 0.2);
    return out;
  }

  void tree(int n) {
    // Balls come with hinges and CARDAN, too, and revolute joints with planar loops.
    static constexpr std::array kTypes{
        Joint::revolute,  Joint::revolute, Joint::cylindrical, Joint::prismatic, Joint::universal,
        Joint::universal, Joint::cv,       Joint::cv,          Joint::planar,    Joint::screw,
        Joint::screw,     Joint::bushing,  Joint::bushing,     Joint::weld,      Joint::spherical,
        Joint::inplane,   Joint::hinge,    Joint::hinge,       Joint::cardan,    Joint::cardan,
        Joint::sda};
    // KABIOS decks have the angles of their bodies in place of hinges and CARDAN, and some of their
    // joints close loops, too.
    static constexpr std::array kOfKabios{
        Joint::revolute,  Joint::cylindrical, Joint::prismatic, Joint::prismatic, Joint::prismatic,
        Joint::universal, Joint::cv,          Joint::planar,    Joint::screw,     Joint::screw,
        Joint::bushing,   Joint::weld,        Joint::weld,      Joint::weld,      Joint::spherical,
        Joint::inplane,   Joint::sda};
    for (int k = 0; k < n; ++k) {
      const int parent = random_.below(bodies());
      Vector3 x = m_.bodies[at(parent)].x;
      const Vector3 step = random_direction(random_);
      for (std::size_t c = 0; c < 3; ++c) x[c] += random_.uniform(0.5, 1.2) * step[c];
      const int child = add_body(x);
      if (random_.chance(may_roll_ ? 0.4 : 0.05)) continue;  // it flies
      const Joint joint = m_.kabios
                              ? kOfKabios[at(random_.below(static_cast<int>(kOfKabios.size())))]
                              : kTypes[at(random_.below(static_cast<int>(kTypes.size())))];
      const bool outwards = random_.chance(0.7);
      const int i = outwards ? parent : child, j = outwards ? child : parent;
      const Vector3 place = between(i, j);
      SpaceElement& e = add(joint, i, j, place);
      if (joint == Joint::sda) {
        e.place_j = between(i, j);
        for (std::size_t c = 0; c < 3; ++c) e.place_j[c] += 0.5 * step[c];
      }
      // Orientations alone: a ball beside it holds the place.
      if (joint == Joint::hinge || joint == Joint::cardan) add(Joint::spherical, i, j, place);
    }
  }

  // Three bodies and the ground round four parallel axes, or a door on two hinges.
  void planar_loop() {
    m_.redundant = m_.loops = true;
    const Matrix3 plane = axes_of(random_direction(random_), random_direction(random_));
    const Vector3 origin = random_place(random_, 0.5);
    const auto place = [&](double a, double b, double c) {
      Vector3 out{};
      for (std::size_t k = 0; k < 3; ++k)
        out[k] = origin[k] + a * plane[1][k] + b * plane[2][k] + c * plane[0][k];
      return out;
    };
    const auto pin = [&](int i, int j, const Vector3& p) {
      SpaceElement& e = add(Joint::revolute, i, j, p);
      e.axes = axes_of(
          plane[0], e.says_v ? random_direction(random_) : least_axis(m_.bodies[at(i)], plane[0]));
    };
    if (random_.chance(0.3)) {
      const int door = add_body(place(0.5, 0.1, 0));
      pin(0, door, place(0, 0, -0.5));
      pin(0, door, place(0, 0, 0.7));
      return;
    }
    const double x2 = random_.uniform(0.8, 1.4), y1 = random_.uniform(0.4, 0.9);
    const double y2 = random_.uniform(0.9, 1.4);
    const int crank = add_body(place(0, 0.3, 0)), rod = add_body(place(0.6, 1, 0.1)),
              rocker = add_body(place(x2, 0.5, -0.1));
    pin(0, crank, place(0, 0, random_.uniform(-0.2, 0.2)));
    pin(crank, rod, place(0.1, y1, random_.uniform(-0.2, 0.2)));
    pin(rod, rocker, place(x2 + 0.1, y2, random_.uniform(-0.2, 0.2)));
    pin(0, rocker, place(x2, -0.1, random_.uniform(-0.2, 0.2)));
  }

  void close() {
    static constexpr std::array kTypes{Joint::sda,       Joint::sda,     Joint::spherical,
                                       Joint::universal, Joint::bushing, Joint::cylindrical,
                                       Joint::inplane,   Joint::cv,      Joint::planar};
    const int i = random_.below(bodies()), j = random_.below(bodies());
    if (i == j) return;
    const Joint joint = kTypes[at(random_.below(static_cast<int>(kTypes.size())))];
    const Vector3 place = between(i, j);
    SpaceElement& e = add(joint, i, j, place);
    if (joint == Joint::sda) {
      e.place_j = between(i, j);
      e.place_j[at(random_.below(3))] += 0.4;
    }
    if (joint == Joint::sda && random_.chance(0.5)) e.free.resize(1);
    if (!holds_well()) {
      m_.elements.pop_back();
      return;
    }
    m_.elements.back().closes = true;
    m_.loops = true;
  }
  // Whether all that is held is independent, and something still moves.
  bool holds_well() const {
    SpaceMechanism trial = m_;
    for (SpaceElement& e : trial.elements) fill(e);
    const SpaceOracle oracle(trial);
    RowSpan span;
    return !m_.redundant && static_cast<int>(oracle.held().size()) < oracle.unknowns() &&
           take_held(oracle, span);
  }
  // Whether all that is held is independent, but for loops that hold more than they need.
  bool take_held(const SpaceOracle& oracle, RowSpan& span) const {
    bool all = true;
    for (Numbers& row : oracle.held())
      all = span.takes(std::move(row), m_.redundant ? kRounding : kIndependent) && all;
    return all || m_.redundant;
  }
  // A rod has no free deformation, a spring has one.
  static void fill(SpaceElement& e) {
    if (e.joint != Joint::sda && e.joint != Joint::truss && !has_rates(e.joint))
      e.free.resize(at(form_of(e.joint).free));
  }

  // One or two points on bodies, and a bar from there to a point of the ground.
  void points() {
    const int n = 1 + random_.below(2), last = bodies();
    std::vector<int> all;
    for (int k = 0; k < n; ++k) {
      const int carrier = 1 + random_.below(last - 1);
      if (m_.bodies[at(carrier)].point) continue;
      SpaceBody p;
      p.point = true;
      p.mass = random_.rough(0.1, 1);
      const Vector3 step = random_direction(random_);
      for (std::size_t c = 0; c < 3; ++c) p.x[c] = m_.bodies[at(carrier)].x[c] + 0.6 * step[c];
      if (random_.chance(0.2)) p.force = random_place(random_, 3);
      m_.bodies.push_back(p);
      static constexpr std::array kTypes{Joint::pinbody, Joint::rbeam, Joint::slider};
      const Joint joint = kTypes[at(random_.below(3))];
      all.push_back(bodies() - 1);
      SpaceElement& e = add(joint, carrier, bodies() - 1, p.x);
      if (joint == Joint::rbeam) e.axes = axes_of(step, random_direction(random_));
    }
    if (all.empty() || !random_.chance(0.7)) return;
    int end = all.back();
    if (all.size() == 1 || random_.chance(0.5)) {
      SpaceBody p;
      p.point = p.fixed = true;
      p.x = m_.bodies[at(end)].x;
      p.x[at(random_.below(3))] += 0.7;
      m_.bodies.push_back(p);
      end = bodies() - 1;
    }
    SpaceElement& bar = add(Joint::truss, all.front(), end, m_.bodies[at(all.front())].x);
    bar.place_j = m_.bodies[at(end)].x;
    if (random_.chance(0.7)) {
      bar.free.resize(1);
    } else if (!holds_well()) {
      m_.elements.back().free.resize(1);
    }
  }

  void gear() {
    std::vector<int> turns;
    for (std::size_t e = 0; e < m_.elements.size(); ++e) {
      const Joint j = m_.elements[e].joint;
      if (j == Joint::revolute || j == Joint::screw || j == Joint::cylindrical ||
          j == Joint::prismatic || j == Joint::universal || j == Joint::hinge || j == Joint::planar)
        turns.push_back(static_cast<int>(e));
    }
    if (turns.size() < 2) return;
    SpaceElement e;
    e.joint = Joint::relation;
    e.inner = {turns[0], turns[1]};
    e.factors = {random_.rough(0.3, 2), random_.rough(-2, -0.3)};
    m_.elements.push_back(e);
    if (!m_.redundant && !holds_well()) m_.elements.pop_back();
  }

  // A wheel, a ball, an egg or a rate row, if it leaves something that moves.
  void roll() {
    const int i = 1 + random_.below(bodies() - 1), j = random_.below(bodies());
    const SpaceBody &one = m_.bodies[at(i)], &other = m_.bodies[at(j)];
    const bool row = one.point || random_.chance(0.15);
    if (one.fixed || other.point) return;
    if (row && other.fixed) return;
    if (!row && i == j) return;
    m_.elements.push_back(row ? random_rate_row(random_, m_, i, j)
                              : random_rolling(random_, m_, i, j));
    // A belt under what rolls is a native word.
    if (m_.kabios)
      for (const FreeMotion& f : m_.elements.back().free)
        if (f.driven || row) {
          m_.elements.back().free.clear();
          break;
        }
    if (holds_well())
      m_.rolls = true;
    else
      m_.elements.pop_back();
  }

  void motions(SpaceElement& e) {
    if (has_rates(e.joint)) return;
    fill(e);
    if (is_of_body(m_, e)) return;
    for (FreeMotion& f : e.free) {
      if (random_.chance(0.45) || e.joint == Joint::bushing || e.joint == Joint::sda ||
          e.joint == Joint::truss) {
        const bool turns = e.joint != Joint::sda && e.joint != Joint::truss;
        f.k = random_.rough(1, turns ? 15 : 40);
        if (random_.chance(0.5)) f.d = random_.rough(0, 1.5);
      }
      if (random_.chance(0.15)) {
        f.a = random_.rough(-3, 3);
        f.w = random_.rough(0.5, 6);
      }
    }
  }
  void choose_drives() {
    const bool coordinates = std::any_of(m_.elements.begin(), m_.elements.end(),
                                         [&](const SpaceElement& e) { return is_of_body(m_, e); });
    if (!random_.chance(coordinates ? 0.9 : 0.4)) return;
    for (std::size_t e = 0; e < m_.elements.size(); ++e) {
      if (m_.elements[e].joint == Joint::bushing || has_rates(m_.elements[e].joint)) continue;
      if (m_.kabios && m_.elements[e].joint == Joint::sda) continue;
      for (std::size_t d = 0; d < m_.elements[e].free.size(); ++d) {
        if (!random_.chance(0.35)) continue;
        FreeMotion& f = m_.elements[e].free[d];
        const FreeMotion before = f;
        const int rank_before = rank();
        f = {};
        f.driven = true;
        f.home = home_of(static_cast<int>(e), static_cast<int>(d));
        f.a = random_.rough(-0.4, 0.4);
        f.w = random_.rough(0.5, 4);
        f.b = random_.rough(-0.5, 0.5);
        if (is_of_body(m_, m_.elements[e]) && random_.chance(0.5)) {
          f.a = 0;  // no expression, or nothing at all
          if (random_.chance(0.5)) f.b = 0;
        }
        if (rank() != rank_before + 1) f = before;
      }
    }
  }
  double home_of(int element, int deformation) const {
    const double home = SpaceOracle(m_).value(element, deformation);
    return std::fabs(home) < 1e-9 ? 0 : home;
  }
  // How many rows of what is held or driven are independent.
  int rank() const {
    RowSpan span;
    take_held(SpaceOracle(m_), span);
    return span.size();
  }

  // Names velocities until they say the motion.
  bool freedoms() {
    const SpaceOracle oracle(m_);
    RowSpan span;
    if (!take_held(oracle, span)) return false;
    struct Candidate {
      int element, deformation;
      NodeFreedom node;
    };
    std::vector<Candidate> all;
    for (std::size_t e = 0; e < m_.elements.size(); ++e)
      for (std::size_t d = 0; d < m_.elements[e].free.size(); ++d)
        if (!m_.elements[e].free[d].driven && !has_rates(m_.elements[e].joint))
          all.push_back({static_cast<int>(e), static_cast<int>(d), {}});
    for (int k = 0; k < bodies(); ++k)
      for (int c = 0; c < m_.bodies[at(k)].unknowns(); ++c) all.push_back({-1, 0, {k, c, 0}});
    // In random order, joints before nodes most of the time.
    std::vector<double> rank;
    for (const Candidate& c : all)
      rank.push_back(random_.uniform(0, 1) + (c.element < 0 ? 0.8 : 0));
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
    const bool displaced = !m_.kabios && random_.chance(0.25);
    for (const std::size_t k : order) {
      Candidate& c = all[k];
      if (span.size() == oracle.unknowns()) break;
      const Numbers row =
          c.element < 0 ? oracle.row_of(c.node) : oracle.row_of(c.element, c.deformation);
      if (!span.takes(row, 0.25)) continue;
      if (c.element < 0) {
        c.node.rate = random_.rough(-2, 2);
        m_.freedoms.push_back(c.node);
      } else {
        FreeMotion& f = m_.elements[at(c.element)].free[at(c.deformation)];
        f.dynamic = true;
        f.home = home_of(c.element, c.deformation);
        f.rate = random_.rough(-2, 2);
        f.start = displaced ? random_.rough(-0.3, 0.3) : 0;
      }
    }
    // What rolls comes to other places by other ways.
    if (m_.rolls)
      for (SpaceElement& e : m_.elements)
        for (FreeMotion& f : e.free) f.start = 0;
    // Turns about the axes of a body have no value that could stay where others are displaced.
    for (const NodeFreedom& n : m_.freedoms)
      if (n.component >= 3)
        for (SpaceElement& e : m_.elements)
          for (FreeMotion& f : e.free) f.start = 0;
    return span.size() == oracle.unknowns();
  }

  bool run() {
    if (random_.chance(0.8)) m_.gravity = {0, 0, -9.81};
    if (random_.chance(0.2)) m_.gravity = random_place(random_, 10);
    m_.dt = random_.rough(0.05, 0.2);
    bool moves = !m_.freedoms.empty();
    for (const SpaceElement& e : m_.elements)
      for (const FreeMotion& f : e.free) moves = moves || f.dynamic;
    if (!moves) return true;
    static const char* const kMethods[] = {
        "",          "STEP 1e-10 1e-10", "DOP853 1e-10 1e-10", "STIFF 1e-8 1e-8",
        "RK4 0.001", "HEUN 0.0005",      "GALPHA 1e-8 1e-8"};
    static const char* const kForms[] = {"", "", "REDUCED", "FULL"};
    static const char* const kOfRates[] = {"", "STEP 1e-10 1e-10", "DOP853 1e-10 1e-10",
                                           "RK4 0.001", "HEUN 0.0005"};
    m_.integ = m_.rolls ? kOfRates[random_.below(5)] : kMethods[random_.below(7)];
    m_.form = kForms[random_.below(4)];
    m_.chooses = m_.kabios || random_.chance(0.6);
    return true;
  }

  // One or two events at times between the rows: what is held is let go, what moves is stopped,
  // turned back or driven on.
  void events() {
    if (m_.redundant || m_.elements.empty() || m_.integ.rfind("GALPHA", 0) == 0 ||
        !random_.chance(0.4))
      return;
    bool moves = !m_.freedoms.empty();
    for (const SpaceElement& e : m_.elements)
      for (const FreeMotion& f : e.free) moves = moves || f.dynamic;
    if (!moves) return;
    using Action = SpaceEvent::Action;
    double t = 0;
    std::vector<int> met;
    for (int n = 1 + random_.below(2); n > 0; --n) {
      SpaceEvent event;
      event.element = random_.below(static_cast<int>(m_.elements.size()));
      const SpaceElement& e = m_.elements[at(event.element)];
      if (std::find(met.begin(), met.end(), event.element) != met.end()) continue;
      t += m_.dt * (random_.below(2) + random_.uniform(0.2, 0.8));
      event.t = std::round(t * 1e6) * 1e-6;
      event.restitution = random_.rough(0.1, 0.9);
      event.rate = random_.rough(-1, 1);
      event.acceleration = random_.rough(-1, 1);
      if (!random_event(random_, e, event)) continue;
      if (event.action == Action::fix) event.rate = event.acceleration = 0;
      met.push_back(event.element);
      m_.events.push_back(event);
    }
  }
  Random& random_;
  SpaceMechanism& m_;
  bool may_roll_;
};

}  // namespace

bool random_space(Random& random, SpaceMechanism& out, SpacePrey prey) {
  return Generator(random, out, prey).make() && (prey != SpacePrey::rolling || out.rolls);
}

}  // namespace hunt
