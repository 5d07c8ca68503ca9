// What the elements are, written from docs/theory.md and docs/native.md: deformations as functions
// of the coordinates, and places along elements that carry mass.
#pragma once

#include "mechanism.h"
#include "taylor.h"

namespace hunt {

// Gauss points and weights on 0..1; exact to the seventh power.
inline constexpr double kGauss[4] = {0.069431844202973712, 0.33000947820757187, 0.66999052179242813,
                                     0.93056815579702629};
inline constexpr double kWeight[4] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                      0.17392742256872693};

// What an element counts from, taken in the configuration of the X lines.
struct Reference {
  double length = 0;             // rest length of truss, beam, spring
  double tangent[2] = {0, 0};    // beam: angle of the chord minus that of the node
  std::array<double, 3> rest{};  // of the deformations that are no length
  // At the state before: of the first body of a contact from the centre of the circle; of the
  // centres of a gear or a belt; the arc round a pulley.
  double direction = 0;
  mutable double arc = 0;  // the same, where it was evaluated last
};

// What grows by a period with each whole turn of that direction; component -1: nothing.
struct Turning {
  int component = -1;
  double period = 0;
};
inline Turning turning_of(const Element& element) {
  constexpr double kWholeTurn = 6.283185307179586477;
  const auto& c = element.columns;
  switch (element.kind) {
    case Kind::pulley:
      return {0, kWholeTurn * c[4]};
    case Kind::contact_circle:
      return {1, kWholeTurn * (c[2] + c[5])};
    case Kind::gear:
      return {0, kWholeTurn * (c[2] + c[5])};
    case Kind::belt:
      return {0, kWholeTurn * (c[2] - c[5])};
    default:
      return {};
  }
}

// q: coordinates of the nodes in their order. e counts from the reference values. inner: what a
// relation or a formula reads of another element.
inline void deformations(const Element& element, const Reference& ref, const Taylor* q, Taylor* e,
                         Taylor inner = {}) {
  const auto& c = element.columns;
  auto place = [&](int body, double xi, double eta, Taylor& x, Taylor& y) {
    const Taylor* b = q + 3 * body;
    x = b[0] + cos(b[2]) * xi - sin(b[2]) * eta;
    y = b[1] + sin(b[2]) * xi + cos(b[2]) * eta;
  };
  Taylor xi, yi, xj, yj;
  switch (element.kind) {
    case Kind::truss: {
      const Taylor dx = q[2] - q[0], dy = q[3] - q[1];
      e[0] = sqrt(dx * dx + dy * dy) - ref.length;
      return;
    }
    case Kind::beam:
    case Kind::beam_geometric: {
      const Taylor dx = q[3] - q[0], dy = q[4] - q[1];
      const Taylor bp = q[2] + ref.tangent[0], bq = q[5] + ref.tangent[1];
      const Taylor e2 = sin(bp) * dx - cos(bp) * dy, e3 = cos(bq) * dy - sin(bq) * dx;
      e[0] = sqrt(dx * dx + dy * dy) - ref.length;
      if (element.kind == Kind::beam_geometric)
        e[0] = e[0] + (Taylor(2) * e2 * e2 + e2 * e3 + Taylor(2) * e3 * e3) / (30 * ref.length);
      e[1] = e2 - ref.rest[1];
      e[2] = e3 - ref.rest[2];
      return;
    }
    case Kind::hinge:
      e[0] = q[1] - q[0] - ref.rest[0];
      return;
    case Kind::revolute:
      place(0, c[0], c[1], xi, yi);
      place(1, c[2], c[3], xj, yj);
      e[0] = xi - xj - ref.rest[0];
      e[1] = yi - yj - ref.rest[1];
      return;
    case Kind::slider: {
      const double line = std::atan2(c[3] - c[1], c[2] - c[0]);
      place(0, c[0], c[1], xi, yi);
      place(1, c[4], c[5], xj, yj);
      e[0] = cos(q[2] + line) * (yi - yj) - sin(q[2] + line) * (xi - xj) - ref.rest[0];
      e[1] = q[2] - q[5] - ref.rest[1];
      return;
    }
    case Kind::spring: {
      place(0, c[0], c[1], xi, yi);
      place(1, c[2], c[3], xj, yj);
      const Taylor dx = xj - xi, dy = yj - yi;
      e[0] = sqrt(dx * dx + dy * dy) - ref.length;
      return;
    }
    case Kind::slot: {
      const double way = std::atan2(c[5], c[4]);
      place(0, c[0], c[1], xi, yi);
      place(1, c[2], c[3], xj, yj);
      e[0] = cos(q[5] + way) * (yi - yj) - sin(q[5] + way) * (xi - xj) - ref.rest[0];
      return;
    }
    case Kind::weld:
      place(0, c[0], c[1], xi, yi);
      place(1, c[2], c[3], xj, yj);
      e[0] = cos(q[2]) * (xi - xj) + sin(q[2]) * (yi - yj) - ref.rest[0];
      e[1] = cos(q[2]) * (yi - yj) - sin(q[2]) * (xi - xj) - ref.rest[1];
      e[2] = q[2] - q[5] - ref.rest[2];
      return;
    case Kind::gear:
    case Kind::belt: {
      const double a = c[2], b = element.kind == Kind::gear ? c[5] : -c[5];
      place(0, c[0], c[1], xi, yi);
      place(1, c[3], c[4], xj, yj);
      Taylor theta = angle_of(yi - yj, xi - xj);
      ref.arc = theta.f =
          ref.direction + std::remainder(theta.f - ref.direction, 6.283185307179586477);
      e[0] = a * (theta - q[2]) + b * (theta - q[5]) - ref.rest[0];
      return;
    }
    case Kind::rack: {
      const double way = std::atan2(c[4], c[3]);
      place(0, c[0], c[1], xi, yi);
      e[0] = cos(q[5] + way) * (xi - q[3]) + sin(q[5] + way) * (yi - q[4]) + c[2] * (q[2] - q[5]) -
             ref.rest[0];
      return;
    }
    case Kind::screw: {
      const double way = std::atan2(c[3], c[2]), per_radian = c[4] / 6.283185307179586477;
      xi = q[1] + cos(q[3]) * c[0] - sin(q[3]) * c[1];
      yi = q[2] + sin(q[3]) * c[0] + cos(q[3]) * c[1];
      e[0] = cos(q[6] + way) * (xi - q[4]) + sin(q[6] + way) * (yi - q[5]) -
             per_radian * (q[0] - q[6]) - ref.rest[0];
      return;
    }
    case Kind::path: {
      Taylor xk, yk;
      place(0, c[0], c[1], xi, yi);
      place(1, c[2], c[3], xj, yj);
      place(2, c[4], c[5], xk, yk);
      e[0] = sqrt((xj - xi) * (xj - xi) + (yj - yi) * (yj - yi)) +
             sqrt((xk - xj) * (xk - xj) + (yk - yj) * (yk - yj)) - ref.length;
      return;
    }
    case Kind::pulley: {  // two tangents and the arc between them
      const double r = c[4], side = c[5];
      Taylor xk, yk;
      place(0, c[0], c[1], xi, yi);
      place(1, c[2], c[3], xk, yk);
      place(2, c[6], c[7], xj, yj);
      const Taylor ax = xi - xk, ay = yi - yk, bx = xj - xk, by = yj - yk;
      const Taylor s = sqrt(ax * ax + ay * ay - r * r), t = sqrt(bx * bx + by * by - r * r);
      // Where it meets and where it leaves the circle, seen from its centre.
      const Taylor on = angle_of(ay, ax) + side * angle_of(s, r);
      const Taylor off = angle_of(by, bx) - side * angle_of(t, r);
      Taylor arc = side * (off - on);
      arc.f = ref.direction + std::remainder(arc.f - ref.direction, 6.283185307179586477);
      ref.arc = arc.f;
      e[0] = s + t + r * arc - ref.length;
      return;
    }
    case Kind::cam: {
      place(0, c[0], c[1], xi, yi);
      place(1, c[3], c[4], xj, yj);
      const Taylor dx = xi - xj, dy = yi - yj;
      if (c[6] == 0)
        e[0] = sqrt(dx * dx + dy * dy) - (c[2] + c[5]);
      else
        e[0] = sin(q[2] + c[2]) * dx - cos(q[2] + c[2]) * dy - c[5];
      return;
    }
    case Kind::relation:
    case Kind::formula: {
      std::vector<Taylor> x;
      for (std::size_t k = 0, first = 0; k < element.components.size(); ++k) {
        x.push_back(q[first + static_cast<std::size_t>(element.components[k])]);
        first += element.node_counts[k];
      }
      e[0] = element.inner_factor * inner - ref.rest[0];
      if (element.kind == Kind::relation)
        for (std::size_t k = 0; k < x.size(); ++k) e[0] = e[0] + c[k] * x[k];
      else
        e[0] = e[0] + c[0] + c[1] * x[0] + c[2] * sin(c[3] * x[1]) * x[2] + c[4] * x[3] * x[3] +
               c[5] * sin(c[6] * x[4]);
      return;
    }
    case Kind::rate: {  // what it would be differentiated of has no value, but two derivatives
      std::vector<Taylor> x;
      for (std::size_t k = 0, first = 0; k < element.components.size(); ++k) {
        x.push_back(q[first + static_cast<std::size_t>(element.components[k])]);
        first += element.node_counts[k];
      }
      e[0] = {};
      const auto add = [&](Taylor factor, Taylor of) {
        e[0].d += factor.f * of.d;
        e[0].dd += factor.d * of.d;
      };
      add(c[0] + c[1] * sin(c[2] * x[5]), x[0]);
      add(c[3] * sin(c[4] * x[1]), x[2]);
      add(c[5] * x[3], x[4]);
      return;
    }
    case Kind::contact_line: {
      const double size = std::hypot(c[5], c[6]);
      place(0, c[0], c[1], xi, yi);
      place(1, c[3], c[4], xj, yj);
      const Taylor dx = xi - xj, dy = yi - yj;
      const Taylor tx = (cos(q[5]) * c[5] - sin(q[5]) * c[6]) / size;
      const Taylor ty = (sin(q[5]) * c[5] + cos(q[5]) * c[6]) / size;
      e[0] = tx * dy - ty * dx - c[2];
      e[1] = tx * dx + ty * dy + c[2] * (q[2] - q[5]) - ref.rest[1];
      return;
    }
    case Kind::contact_circle: {
      const double r = c[2], R = c[5];
      place(0, c[0], c[1], xi, yi);
      place(1, c[3], c[4], xj, yj);
      const Taylor dx = xi - xj, dy = yi - yj;
      const Taylor distance = sqrt(dx * dx + dy * dy);
      e[0] = R > 0 ? distance - (R + r) : -distance - (R + r);
      Taylor theta = angle_of(dy, dx);
      ref.arc = theta.f =
          ref.direction + std::remainder(theta.f - ref.direction, 6.283185307179586477);
      e[1] = (R + r) * theta - r * q[2] - R * q[5] - ref.rest[1];
      return;
    }
  }
}

// The place of the material point s (0 at the first node, 1 at the second) of a truss or a beam,
// and of a beam the angle of its section.
inline void material_point(const Element& element, const Reference& ref, double s, const Taylor* q,
                           Taylor& x, Taylor& y, Taylor& section) {
  if (element.kind == Kind::truss) {
    x = (1 - s) * q[0] + s * q[2];
    y = (1 - s) * q[1] + s * q[3];
    section = 0.0;
    return;
  }
  const double l = ref.length;
  const double h1 = 1 - 3 * s * s + 2 * s * s * s, h2 = l * s * (1 - s) * (1 - s);
  const double h3 = 1 - h1, h4 = -l * s * s * (1 - s);
  const Taylor bp = q[2] + ref.tangent[0], bq = q[5] + ref.tangent[1];
  x = h1 * q[0] + h2 * cos(bp) + h3 * q[3] + h4 * cos(bq);
  y = h1 * q[1] + h2 * sin(bp) + h3 * q[4] + h4 * sin(bq);
  const Taylor chord = angle_of(q[4] - q[1], q[3] - q[0]);
  section = (1 - 4 * s + 3 * s * s) * q[2] + 6 * s * (1 - s) * chord + (3 * s * s - 2 * s) * q[5];
}

}  // namespace hunt
