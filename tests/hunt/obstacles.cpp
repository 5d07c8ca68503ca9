#include "obstacles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "generator.h"
#include "text.h"

namespace hunt {

namespace {

using Point = std::array<double, 2>;
enum class Words { native, kabios, chain };
enum class Shape { disc, ring, line, segment, polygon, ellipse, cam };

Point turned(const Point& p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * p[0] - s * p[1], s * p[0] + c * p[1]};
}

double from_side(const Point& q, const Point& a, const Point& b) {
  const double tx = b[0] - a[0], ty = b[1] - a[1];
  const double s = ((q[0] - a[0]) * tx + (q[1] - a[1]) * ty) / (tx * tx + ty * ty);
  const double k = std::clamp(s, 0.0, 1.0);
  return std::hypot(q[0] - a[0] - k * tx, q[1] - a[1] - k * ty);
}

// From the boundary of an ellipse, below zero inside; of all places the nearest.
double from_ellipse(const Point& q, double a, double b) {
  const double x = std::fabs(q[0]), y = std::fabs(q[1]);
  const auto far = [&](double u) { return std::hypot(a * std::cos(u) - x, b * std::sin(u) - y); };
  constexpr int kParts = 48;
  double best = HUGE_VAL, at = 0;
  for (int k = 0; k <= kParts; ++k) {
    const double u = std::numbers::pi / 2 * k / kParts;
    if (far(u) < best) best = far(u), at = u;
  }
  double low = std::max(0.0, at - 0.04), high = std::min(std::numbers::pi / 2, at + 0.04);
  for (int k = 0; k < 60; ++k) {
    const double left = low + (high - low) * 0.382, right = low + (high - low) * 0.618;
    (far(left) < far(right) ? high : low) = far(left) < far(right) ? right : left;
  }
  best = std::min(best, far(0.5 * (low + high)));
  const double inside = x * x / (a * a) + y * y / (b * b);
  return inside < 1 ? -best : best;
}

struct Body {
  Point place{}, velocity{};
  double angle = 0, spin = 0;
  bool falls = true;
  Point at(double t, double gravity) const {
    return {place[0] + velocity[0] * t,
            place[1] + velocity[1] * t - (falls ? gravity * t * t / 2 : 0)};
  }
};

// A wheel about a point of one body, and an outline of another one.
struct Meeting {
  Shape shape = Shape::disc;
  double r = 0, R = 0, thick = 0;
  std::vector<Point> corners;
  Point eccentric{};
  Body wheel, obstacle;

  double of_outline(const Point& q) const {
    switch (shape) {
      case Shape::disc:
        return std::hypot(q[0], q[1]) - R;
      case Shape::ring:
        return R - std::hypot(q[0], q[1]);
      case Shape::line:
        return q[1];
      case Shape::segment:
        return from_side(q, corners[0], corners[1]);
      case Shape::ellipse:
      case Shape::cam:
        return from_ellipse(q, R, thick);
      case Shape::polygon:
        break;
    }
    double far = HUGE_VAL, most = -HUGE_VAL;  // told counterclockwise
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Point &a = corners[k], &b = corners[(k + 1) % corners.size()];
      const double tx = b[0] - a[0], ty = b[1] - a[1], l = std::hypot(tx, ty);
      most = std::max(most, (ty * (q[0] - a[0]) - tx * (q[1] - a[1])) / l);
      far = std::min(far, from_side(q, a, b));
    }
    return most < 0 || r == 0 ? most : far;
  }
  Point seen(double t, double gravity) const {
    const Point e = turned(eccentric, wheel.angle + wheel.spin * t);
    const Point a = wheel.at(t, gravity), b = obstacle.at(t, gravity);
    return turned({a[0] + e[0] - b[0], a[1] + e[1] - b[1]}, -(obstacle.angle + obstacle.spin * t));
  }
  double gap(double t, double gravity) const { return of_outline(seen(t, gravity)) - r; }
  double fastest(double end, double gravity) const {
    const double fall = wheel.falls != obstacle.falls ? gravity * end : 0;
    const double reach = std::hypot(seen(0, gravity)[0], seen(0, gravity)[1]) +
                         end * std::hypot(wheel.velocity[0] - obstacle.velocity[0],
                                          wheel.velocity[1] - obstacle.velocity[1]) +
                         fall * end;
    return std::hypot(wheel.velocity[0] - obstacle.velocity[0],
                      wheel.velocity[1] - obstacle.velocity[1]) +
           fall + std::fabs(wheel.spin) * std::hypot(eccentric[0], eccentric[1]) +
           std::fabs(obstacle.spin) * (shape == Shape::line ? reach : 1.5 * R);
  }
  ObstacleDeck::Pair pair(double end, double gravity) const {
    constexpr double kLeast = 1e-7;
    const double fast = fastest(end, gravity);
    ObstacleDeck::Pair out{NAN, HUGE_VAL, ""};
    double stop = end;
    for (double t = 0; t < stop;) {
      const double g = gap(t, gravity),
                   step = std::max(kLeast, std::min(std::fabs(g) / fast, end - t));
      out.least = std::min(out.least, g);
      if (std::isnan(out.touch) && gap(t + step, gravity) < 0) {
        double a = t, b = t + step;
        for (int k = 0; k < 60; ++k) (gap(0.5 * (a + b), gravity) < 0 ? b : a) = 0.5 * (a + b);
        out.touch = b;
        stop = std::min(end, b + 2e-3);
      }
      t += step;
    }
    return out;
  }
};

Meeting random_meeting(Random& random, Words dialect, double meet, double gravity) {
  Meeting s;
  const Shape shapes[] = {Shape::disc, Shape::segment, Shape::polygon, Shape::ring,
                          Shape::line, Shape::ellipse, Shape::cam};
  s.shape = shapes[random.below(dialect == Words::native ? 7 : 5)];
  s.R = std::pow(10, random.uniform(-2, -0.5));
  s.r = random.uniform(0.002, 0.03);
  if (s.shape == Shape::ring) s.R = random.uniform(0.5, 3), s.r = random.uniform(0.002, 0.1);
  if (s.shape == Shape::ellipse || s.shape == Shape::cam) {
    s.R = random.uniform(0.02, 0.2);
    s.thick = s.R * random.uniform(0.3, 1);
  }
  if (s.shape == Shape::segment) s.corners = {{-s.R, 0}, {s.R, 0}};
  if (s.shape == Shape::polygon) {
    const int n = 3 + random.below(6);
    const double flat = random.uniform(0.05, 1);
    for (int k = 0; k < n; ++k) {
      const double u = 2 * std::numbers::pi * (k + random.uniform(-0.2, 0.2)) / n;
      s.corners.push_back({s.R * std::cos(u), flat * s.R * std::sin(u)});
    }
  }
  if (random.chance(0.5)) {
    s.eccentric = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
    s.wheel.spin = random.uniform(-8, 8);
  }
  s.wheel.angle = random.uniform(-3, 3);
  s.obstacle.angle = random.uniform(-3, 3);
  s.obstacle.falls = dialect == Words::native && random.chance(0.5);
  if (s.obstacle.falls && s.shape != Shape::line) {
    s.obstacle.velocity = {random.uniform(-5, 5), random.uniform(-5, 5)};
    s.obstacle.spin = random.uniform(-8, 8);
  }
  if (dialect == Words::chain) {  // rails stand in the frame of the ground
    s.obstacle.angle = 0;
    s.eccentric = {random.uniform(-0.2, 0.2), 0};
  }
  const double way = random.uniform(-3.14, 3.14), speed = std::pow(10, random.uniform(0.3, 2));
  s.wheel.velocity = {s.obstacle.velocity[0] + speed * std::cos(way),
                      s.obstacle.velocity[1] + speed * std::sin(way)};
  if (s.shape == Shape::ring) {
    // From a place in it, as fast as brings it to the ring at about the time.
    const double in = 0.7 * (s.R - s.r - 0.3);
    const Point e = turned(s.eccentric, s.wheel.angle);
    const double u = random.uniform(-3, 3), d = in > 0 ? in * random.uniform(0, 1) : 0;
    s.wheel.place = {d * std::cos(u) - e[0], d * std::sin(u) - e[1]};
    s.obstacle.place = {0, 0};
    const double slow = s.R / meet * random.uniform(0.3, 3);
    s.wheel.velocity = {s.obstacle.velocity[0] + slow * std::cos(way),
                        s.obstacle.velocity[1] + slow * std::sin(way)};
    return s;
  }
  const double size = s.shape == Shape::line ? 0 : s.R;
  const double off = random.uniform(-1.2, 1.2) * (size + s.r);
  const Point at = turned(s.seen(meet, gravity), s.obstacle.angle + s.obstacle.spin * meet);
  s.wheel.place = {-at[0] - off * std::sin(way), -at[1] + off * std::cos(way)};
  if (s.shape == Shape::line) {  // its free side is where the wheel comes from
    s.obstacle.angle = way + std::numbers::pi / 2 + random.uniform(-1, 1);
    const Point there = turned(s.seen(meet, gravity), s.obstacle.angle);
    s.wheel.place[0] -= there[0];
    s.wheel.place[1] -= there[1];
  }
  return s;
}

std::string place(const Point& p) { return number(p[0]) + " " + number(p[1]); }

// The words for a shape, from the wheel's centre on; `dialect` of chains and KABIOS has words.
std::string words_of(const Meeting& s, Words dialect) {
  const std::string wheel = place(s.eccentric) + " " + number(s.r);
  std::string corners;
  for (const Point& c : s.corners) corners += "  " + place(c);
  switch (s.shape) {
    case Shape::disc:
      return (dialect == Words::native ? "" : "CIRCLE ") + wheel + " 0 0 " + number(s.R);
    case Shape::ring:
      return (dialect == Words::native ? "" : "CIRCLE ") + wheel + " 0 0 " + number(-s.R);
    case Shape::line:
      return (dialect == Words::native ? "" : "LINE ") + wheel + " 0 0 " +
             place(dialect == Words::chain ? turned({1, 0}, s.obstacle.angle) : Point{1, 0});
    case Shape::segment:
      return "SEGMENT " + wheel + corners;
    case Shape::polygon:
      return "POLYGON " + wheel + corners;
    case Shape::ellipse:
    case Shape::cam:
      break;
  }
  const std::string outline =
      "X = " + number(s.R) + "*cos(u) ; Y = " + number(s.thick) + "*sin(u) ; FROM 0 TO 360deg";
  if (s.shape == Shape::cam) return "ROLLER " + wheel + " " + outline;
  return "X = " + number(s.eccentric[0]) + " + " + number(s.r) +
         "*cos(u) ; Y = " + number(s.eccentric[1]) + " + " + number(s.r) +
         "*sin(u) ; FROM 0 TO 360deg ; ON " + outline;
}

const char* element_of(Shape shape) {
  switch (shape) {
    case Shape::disc:
    case Shape::ring:
      return "PLCCIRC";
    case Shape::line:
      return "PLCLINE";
    case Shape::segment:
    case Shape::polygon:
      return "PLCPOLY";
    case Shape::ellipse:
      return "CURVES";
    case Shape::cam:
      return "CAM";
  }
  return "";
}

const char* name_of(Shape shape) {
  const char* const names[] = {"disc", "ring", "line", "segment", "polygon", "ellipse", "cam"};
  return names[static_cast<int>(shape)];
}

// By how much the velocity of body k's wheel has left that of free flight.
std::string change_of(int k, const std::string& xd, const std::string& yd, const Point& v) {
  const std::string n = std::to_string(k);
  return "OUT away" + n + " = sqrt((" + xd + " - (" + number(v[0]) + "))^2 + (" + yd + " - (" +
         number(v[1]) + ") + 9.81*t)^2)\nMEASURE change" + n + " = LAST away" + n + "\n";
}

std::string native_deck(const std::vector<Meeting>& all, const std::string& model,
                        const std::string& rest, const std::string& push) {
  std::string first, second;
  int e = 0;
  for (const Meeting& s : all) {
    const std::string k = std::to_string(++e), p = std::to_string(10 * e),
                      a = std::to_string(10 * e + 1), q = std::to_string(10 * e + 2),
                      b = std::to_string(10 * e + 3);
    first += std::string(element_of(s.shape)) + " " + k + "  " + p + " " + a + "  " + q + " " + b +
             "  " + words_of(s, Words::native) + "\n";
    first += "X " + p + " " + place(s.wheel.place) + "\nX " + a + " " + number(s.wheel.angle) +
             "\nX " + q + " " + place(s.obstacle.place) + "\nX " + b + " " +
             number(s.obstacle.angle) + "\n";
    if (!s.obstacle.falls) first += "FIX " + q + "\nFIX " + b + "\n";
    second += "XM " + p + " 1\nXM " + a + " 0.1\nSTARTVX " + p + " 1 " +
              number(s.wheel.velocity[0]) + "\nSTARTVX " + p + " 2 " + number(s.wheel.velocity[1]) +
              "\nSTARTVX " + a + " 1 " + number(s.wheel.spin) + "\n";
    if (s.obstacle.falls)
      second += "XM " + q + " 3\nXM " + b + " 2\nSTARTVX " + q + " 1 " +
                number(s.obstacle.velocity[0]) + "\nSTARTVX " + q + " 2 " +
                number(s.obstacle.velocity[1]) + "\nSTARTVX " + b + " 1 " +
                number(s.obstacle.spin) + "\n";
    second += change_of(e, "v" + p + "_1", "v" + p + "_2", s.wheel.velocity);
    second += "CONTACT " + k + " " + model + "\n";
  }
  if (!push.empty()) first += "X 1 0 0\nFIX 1 2\n", second += "XM 1 1\n" + push;
  return first + "END HALT\nDOF AUTO\n" + second + rest + "END END\n";
}

std::string kabios_deck(const std::vector<Meeting>& all, const std::string& model,
                        const std::string& times, const std::string& rest) {
  const int n = static_cast<int>(all.size());
  std::string bodies, tail;
  // Grounds first, of which each obstacle is one.
  for (const Meeting& s : all)
    bodies += place(s.obstacle.place) + " " + number(s.obstacle.angle) + "\n";
  for (const Meeting& s : all) bodies += place(s.wheel.place) + " " + number(s.wheel.angle) + "\n";
  for (int k = 1; k <= n; ++k) bodies += std::to_string(k) + "\n";
  bodies += times;
  for (int k = 0; k < n; ++k) {
    const Meeting& s = all[static_cast<std::size_t>(k)];
    const std::string body = std::to_string(n + 1 + k);
    tail += "MASS " + body + " 1 0.1\nVEL " + body + " " + place(s.wheel.velocity) + " " +
            number(s.wheel.spin) + "\nCONTACT " + body + " " + std::to_string(k + 1) + " " +
            words_of(s, Words::kabios) + " " + model + "\n" +
            change_of(k + 1, "body" + body + ".xd", "body" + body + ".yd", s.wheel.velocity);
  }
  return std::to_string(2 * n) + " 0 0 " + std::to_string(n) + " 0 0 0 0 0\n" + bodies + tail +
         "GRAV 0 -9.81\n" + rest;
}

// One rod, thrown over a rail.
std::string chain_deck(const Meeting& s, const std::string& model, const std::string& times,
                       const std::string& rest) {
  // Its middle is the body's place; joint 1 is 0.2 before it.
  const Point arm = turned({0.2, 0}, s.wheel.angle);
  const Point v{s.wheel.velocity[0] + s.wheel.spin * arm[1],
                s.wheel.velocity[1] - s.wheel.spin * arm[0]};
  Meeting shifted = s;
  shifted.eccentric[0] += 0.2;
  return "SEGDYN\nSEGMENT 1  1 0.4 0.2 0.0133\nSTATE 1 " + number(s.wheel.angle) + " " +
         number(s.wheel.spin) + "\nBASE " + number(s.wheel.place[0] - arm[0]) + " " +
         number(s.wheel.place[1] - arm[1]) + " " + place(v) + "\nFREE BASE\nGRAV 0 -9.81\n" +
         "CONTACT 1 " + words_of(shifted, Words::chain) + " " + model + "\nTIME " + times + rest +
         change_of(1, "cm.xd", "cm.yd", s.wheel.velocity) + "END\n";
}

}  // namespace

ObstacleDeck random_obstacle_deck(std::uint64_t seed, const std::string& method) {
  Random random(seed * 104729 + 5);
  constexpr double kGravity = 9.81;
  const Words dialect = std::array{Words::native, Words::native, Words::kabios,
                                   Words::chain}[static_cast<std::size_t>(random.below(4))];
  ObstacleDeck out;
  const double meet = random.uniform(0.1, 1.5);
  const int pairs = dialect == Words::chain ? 1 : 1 + random.below(3);
  std::vector<Meeting> all;
  for (int k = 0; k < pairs; ++k) {
    const double apart = random.chance(0.5) ? std::pow(10, random.uniform(-8, -1)) : 0.3;
    all.push_back(random_meeting(random, dialect, meet + random.uniform(0, 1) * apart, kGravity));
  }
  out.end = meet * random.uniform(1.1, 2);
  for (const Meeting& s : all) {
    out.pairs.push_back(s.pair(out.end, kGravity));
    out.pairs.back().shape = name_of(s.shape);
    // Not one that begins in touch.
    if (s.gap(0, kGravity) < 0.03) out.pairs.back().least = 0;
    out.what += std::string(name_of(s.shape)) + " ";
  }
  const char* const models[] = {"RIGID", "IMPULSES", "PENALTY"};
  out.model = models[random.below(3)];
  const std::string law = out.model == "RIGID"      ? "RIGID 0.5"
                          : out.model == "IMPULSES" ? "IMPULSES 0.5 0.01"
                                                    : "PENALTY 1e10 1 0";
  const std::string rest = method.empty() ? "" : method + "\n";
  const std::string times =
      "0 " + number(out.end) + " " + number(out.end / (1 + random.below(7))) + "\n";
  out.what += out.model;
  if (dialect == Words::kabios) {
    out.text = kabios_deck(all, law, times, rest);
  } else if (dialect == Words::chain) {
    out.text = chain_deck(all[0], law, times, rest);
  } else {
    std::string push;
    if (random.chance(0.5)) {
      // A pulse that begins just before or behind the first touch, or at any time.
      double from = random.uniform(0.05, 0.9) * out.end;
      if (!std::isnan(out.pairs[0].touch))
        from = out.pairs[0].touch + std::pow(10, random.uniform(-9, -2)) * random.uniform(-1, 1);
      const double width = std::min(std::pow(10, random.uniform(-6, -2)), 0.5 * (out.end - from));
      out.pushed = width > 0;
      out.push = 3;
      push = "XLAW 1 1 = t > " + number(from) + " && t < " + number(from + width) + " ? " +
             number(3 / width) + " : 0\nMEASURE push = LAST v1_1\n";
      if (!out.pushed) push.clear();
    }
    out.text = native_deck(all, law, "GRAVITY 0 -9.81\nTIMES " + times + rest, push);
  }
  return out;
}

}  // namespace hunt
