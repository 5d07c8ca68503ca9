// Where along a motion an event or a change of a contact lies.
#include <algorithm>
#include <cmath>

#include "journey.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Negative before, positive after what is looked for.
double Journey::value(const Watch& w, double t, const Numbers& x, const Numbers& v) const {
  const Sample s = oracle_->sample(t, x, v);
  if (w.event >= 0) {
    const Happening& h = happenings_[at(w.event)];
    const double c = h.channel == "t" ? t : channels(deck_, *oracle_, s).at(h.channel);
    return h.rising ? c - h.value : h.value - c;
  }
  const std::size_t gap = at(oracle_->deformation(w.contact, 0));
  const Contact& c = now_.elements[at(w.contact)].contact;
  switch (w.what) {
    case 0:
    case 4:
      return -s.e[gap];
    case 1:
      return s.s[gap];
    case 5:
      return -now_.elements[at(w.contact)].rub.side *
             s.ed[at(oracle_->slip(now_.elements[at(w.contact)].rub))];
    case 6: {
      const Rub& rub = now_.elements[at(w.contact)].rub;
      return std::fabs(s.s[at(oracle_->slip(rub))]) - rub.mu_s * oracle_->pressing(w.contact, s.s);
    }
    case 7:
    case 8: {
      const double size = now_.elements[at(w.contact)].rub.size, one = s.s[gap];
      if (!(size > 0)) return one;
      return w.what == 7 ? one / 2 + s.s[gap + 1] / size : one / 2 - s.s[gap + 1] / size;
    }
    case 9:
      return 1 - c.d * s.ed[gap];
    case 2:
      return std::fabs(s.s[gap + 1]) + c.mu_s * s.s[gap];
    default:
      return -c.slides * s.ed[gap + 1];
  }
}

Numbers Journey::values(double t, const Numbers& x, const Numbers& v) const {
  Numbers out;
  for (const Watch& w : watches_) out.push_back(value(w, t, x, v));
  return out;
}

bool Journey::first_passage(const std::vector<std::size_t>& which, const Numbers& before, double t1,
                            const Numbers& after, std::size_t& first, double& when) const {
  when = INFINITY;
  for (const std::size_t k : which) {
    // Illinois' rule, from t_ each time.
    double a = t_, fa = before[k], b = t1, fb = after[k];
    for (int n = 0; n < 100 && b - a > 4e-16 * (1 + std::fabs(b)); ++n) {
      const double sign = before[k] < 0 ? 1 : -1;
      double c = n % 8 == 7 ? (a + b) / 2 : (a * fb - b * fa) / (fb - fa);
      if (!(c > a && c < b)) c = (a + b) / 2;
      if (!(c > a && c < b)) break;
      Numbers x = x_, v = v_;
      double t = t_;
      if (!oracle_->advance(t, c, x, v, kTolerance)) return false;
      const double fc = value(watches_[k], t, x, v);
      if (sign * fc >= 0) {
        b = c, fb = fc, fa /= 2;
      } else {
        a = c, fa = fc, fb /= 2;
      }
      if (fc == 0) break;
    }
    if (b < when) when = b, first = k;
  }
  return true;
}

double Journey::slope(const Watch& w, double t, const Numbers& x, const Numbers& v) const {
  constexpr double kStep = 1e-6;
  const Sample now = oracle_->sample(t, x, v);
  const auto moved = [&](double by) {
    Numbers px = x, pv = v;
    for (std::size_t i = 0; i < px.size(); ++i) {
      px[i] += by * now.v[i] + by * by / 2 * now.a[i];
      pv[i] += by * now.a[i];
    }
    return value(w, t + by, px, pv);
  };
  return (moved(kStep) - moved(-kStep)) / (2 * kStep);
}

double Journey::highest_between(const Numbers& before, double t1, const Numbers& x1,
                                const Numbers& v1, const Numbers& after) const {
  for (std::size_t k = 0; k < watches_.size(); ++k) {
    const Watch& w = watches_[k];
    const bool event = w.event >= 0 && w.armed && happenings_[at(w.event)].channel != "t";
    const bool touches = w.goes_both_ways();  // or opens for a moment
    const bool rubs = w.contact >= 0 && w.what > 4;
    if (!event && !touches && !rubs) continue;
    const double sign = touches && before[k] > 0 ? -1 : 1;
    double a = t_, fa = sign * before[k], da = sign * slope(w, t_, x_, v_);
    double b = t1, fb = sign * after[k], db = sign * slope(w, t1, x1, v1);
    // By the cubic through values and slopes, then by shorter ones.
    for (int n = 0; n < 4 && da > 0 && db < 0; ++n) {
      const double h = b - a;
      if (std::max(fa, fb) + h / 4 * std::max(da, -db) < 0) break;  // far from it
      const double z = 3 * (fa - fb) / h + da + db, root = std::sqrt(z * z - da * db);
      const double c = b - h * (z - db + root) / (da - db + 2 * root);
      if (!(c > a && c < b)) break;
      Numbers x = x_, v = v_;
      double t = t_;
      if (!oracle_->advance(t, c, x, v, kTolerance)) return -1;
      const double fc = sign * value(w, t, x, v), dc = sign * slope(w, t, x, v);
      if (fc >= 0) return c;
      (dc > 0 ? a : b) = c, (dc > 0 ? fa : fb) = fc, (dc > 0 ? da : db) = dc;
    }
  }
  return 0;
}

}  // namespace hunt
