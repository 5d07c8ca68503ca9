// A hanging chain of n uniform rods (1 m, 1 kg) by elimination of the joint forces: F_i is the
// force of rod i - 1 on rod i. That the ends of neighbours accelerate alike gives
//   B_{i-1} F_{i-1} + (A_{i-1} + A_i) F_i + B_i F_{i+1} = -(w_i^2 d_i + w_{i-1}^2 d_{i-1}),
//   A_i = E/m + D_i/I,  B_i = -E/m + D_i/I,  D_i = p_i p_i^T,
// d_i from the centre to the far end, p_i = d_i turned by +90 degrees: block tridiagonal with 2 x 2
// symmetric blocks, solved from the free end inwards. O(n); absolute angles.
#pragma once

#include <cmath>
#include <vector>

namespace mbs::bench {

class Chain {
 public:
  static constexpr double kInertia = 1.0 / 12, kGravity = 9.81;

  explicit Chain(int n) : links_(static_cast<std::size_t>(n)) {}

  // phi, w, acceleration: n numbers each.
  void accelerations(const double* phi, const double* w, double* acceleration) {
    const std::size_t n = links_.size();
    // From the free end to the root: F_{i+1} = k (g - b F_i).
    Block below_schur{0, 0, 0};
    double below_rx = 0, below_ry = 0;
    for (std::size_t i = n; i-- > 0;) {
      Link& l = links_[i];
      const double c = 0.5 * std::cos(phi[i]), s = 0.5 * std::sin(phi[i]), w2 = w[i] * w[i];
      l.px = -s, l.py = c;
      const Block d{s * s / kInertia, -s * c / kInertia, c * c / kInertia};
      l.b = {d.xx - 1, d.xy, d.yy - 1};
      const Block a{d.xx + 1, d.xy, d.yy + 1};
      // The far end of rod i, when F_{i+1} is eliminated: its condition, seen from F_i.
      Block p = a;
      double rx = -w2 * c, ry = -w2 * s;
      if (i + 1 < n) {
        const Block k =
            inverse({below_schur.xx + a.xx, below_schur.xy + a.xy, below_schur.yy + a.yy});
        const double gx = below_rx - w2 * c, gy = below_ry - w2 * s;
        l.k = k, l.gx = gx, l.gy = gy;
        // p -= B k B, r -= B k g.
        const double mxx = l.b.xx * k.xx + l.b.xy * k.xy, mxy = l.b.xx * k.xy + l.b.xy * k.yy;
        const double myx = l.b.xy * k.xx + l.b.yy * k.xy, myy = l.b.xy * k.xy + l.b.yy * k.yy;
        p.xx -= mxx * l.b.xx + mxy * l.b.xy;
        p.xy -= mxx * l.b.xy + mxy * l.b.yy;
        p.yy -= myx * l.b.xy + myy * l.b.yy;
        rx -= mxx * gx + mxy * gy;
        ry -= myx * gx + myy * gy;
      }
      below_schur = p, below_rx = rx, below_ry = ry;
    }
    const Block k = inverse(below_schur);
    double fx = k.xx * below_rx + k.xy * (below_ry + kGravity);
    double fy = k.xy * below_rx + k.yy * (below_ry + kGravity);
    for (std::size_t i = 0; i < n; ++i) {
      const Link& l = links_[i];
      double nx = 0, ny = 0;
      if (i + 1 < n) {
        const double ux = l.gx - l.b.xx * fx - l.b.xy * fy, uy = l.gy - l.b.xy * fx - l.b.yy * fy;
        nx = l.k.xx * ux + l.k.xy * uy;
        ny = l.k.xy * ux + l.k.yy * uy;
      }
      acceleration[i] = -(l.px * (fx + nx) + l.py * (fy + ny)) / kInertia;
      fx = nx, fy = ny;
    }
  }

 private:
  struct Block {
    double xx, xy, yy;
  };
  struct Link {
    double px, py, gx, gy;
    Block b, k;
  };
  static Block inverse(const Block& m) {
    const double d = 1 / (m.xx * m.yy - m.xy * m.xy);
    return {m.yy * d, -m.xy * d, m.xx * d};
  }
  std::vector<Link> links_;
};

}  // namespace mbs::bench
