#include "pulses.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "generator.h"
#include "text.h"

namespace hunt {

namespace {

// A function of t with its integral from 0 to the end of the run.
struct Shape {
  std::string law;
  double integral;
  const char* name;
};

// Of unit size, within a run from 0 to `end`. Width: about that of what is not nothing.
Shape random_shape(Random& random, double end, double width) {
  const double from = random.uniform(0, end - width), to = from + width;
  const double middle = 0.5 * (from + to), half = 0.5 * width;
  const std::string a = number(from), b = number(to), c = number(middle), h = number(half),
                    w = number(width);
  const double root_pi = std::sqrt(std::numbers::pi);
  const std::string s = "((t-" + c + ")/" + h + ")";
  switch (random.below(20)) {
    case 0:
      return {"(t > " + a + " && t < " + b + " ? 1 : 0)", width, "box"};
    case 1:
      return {"(step(t-" + a + ") - step(t-" + b + "))", width, "steps"};
    case 2:
      return {"(abs(t-" + c + ") < " + h + " ? 1 : 0)", width, "abs box"};
    case 3:
      return {"max(0, 1 - abs(t-" + c + ")/" + h + ")", half, "triangle"};
    case 4: {
      const double d = half / 4;
      return {"exp(-((t-" + c + ")/" + number(d) + ")^2)",
              d * root_pi / 2 * (std::erf((end - middle) / d) + std::erf(middle / d)), "gauss"};
    }
    case 5:
      return {"(t > " + a + " && t < " + b + " ? sin(pi*(t-" + a + ")/" + w + ")^2 : 0)", width / 2,
              "sine squared"};
    case 6:
      return {"(t > " + a + " && t < " + b + " ? sin(pi*(t-" + a + ")/" + w + ") : 0)",
              width * 2 / std::numbers::pi, "half sine"};
    case 7:
    case 8:
    case 9: {
      const char* const rises[] = {"rise_345", "rise_cycloidal", "rise_harmonic", "rise_4567"};
      const std::string rise = rises[random.below(4)];
      const double ramp = width * random.uniform(0.01, 0.5);
      return {"(" + rise + "((t-" + a + ")/" + number(ramp) + ") - " + rise + "((t-" +
                  number(to - ramp) + ")/" + number(ramp) + "))",
              width - ramp, "rises"};
    }
    case 10: {
      const double d = half / 8, x = (end - from) / d;
      return {"(t > " + a + " ? (t-" + a + ")/" + number(d) + "*exp(-(t-" + a + ")/" + number(d) +
                  ") : 0)",
              d * (1 - (1 + x) * std::exp(-x)), "decay"};
    }
    case 11: {
      const double d = half / 8;
      return {"1/cosh((t-" + c + ")/" + number(d) + ")^2",
              d * (std::tanh((end - middle) / d) + std::tanh(middle / d)), "sech"};
    }
    case 12:
      return {"(abs" + s + " < 1 ? (1 - " + s + "^2)^3 : 0)", half * 32 / 35, "bump"};
    case 13: {
      const double d = half / 6, k = random.uniform(0.5, 2);
      if (middle < 6 * d || end - middle < 6 * d) break;
      return {"exp(-((t-" + c + ")/" + number(d) + ")^2)*cos(" + number(k) + "*(t-" + c + ")/" +
                  number(d) + ")",
              d * root_pi * std::exp(-k * k / 4), "burst"};
    }
    case 14: {
      const double ramp = width * random.uniform(0.001, 0.5);
      return {"min(1, max(0, min((t-" + a + ")/" + number(ramp) + ", (" + b + "-t)/" +
                  number(ramp) + ")))",
              width - ramp, "trapezium"};
    }
    case 15: {
      const double d = half / 1.2;
      if (middle < 1.8 * d || end - middle < 1.8 * d) break;
      return {"exp(-((t-" + c + ")/" + number(d) + ")^8)", 2 * d * std::tgamma(1.125), "flat top"};
    }
    case 16: {
      const double d = width * random.uniform(0.005, 0.1), x = 25 * d;
      if (from < x || end - to < x) break;
      return {"0.5*(tanh((t-" + a + ")/" + number(d) + ") - tanh((t-" + b + ")/" + number(d) + "))",
              width, "tanh"};
    }
    case 17: {
      const double d = half / 10;
      return {"1/(1 + ((t-" + c + ")/" + number(d) + ")^2)",
              d * (std::atan((end - middle) / d) + std::atan(middle / d)), "lorentz"};
    }
    case 18:
      return {"(t > " + a + " && t < " + b + " ? (t-" + a + ")/" + w + " : 0)", width / 2,
              "saw tooth"};
    case 19: {
      const int teeth = 1 + random.below(5);
      return {"(t > " + a + " && t < " + b + " ? 1 - cos(2*pi*" + std::to_string(teeth) + "*(t-" +
                  a + ")/" + w + ") : 0)",
              width, "waves"};
    }
  }
  return {"max(0, 1 - abs(t-" + c + ")/" + h + ")", half, "triangle"};
}

struct Run {
  std::string law, times, method;
};

// Each returns its deck; mass: that the momentum has per unit velocity, for the size of the law.
std::string point(Random& random, const Run& run, double m) {
  const double v = random.chance(0.5) ? 0 : random.rough(-0.01, 0.01);
  return "X 1 " + number(random.rough(-1, 1)) + " 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 " +
         number(m) + "\nSTARTDX 1 1 0 " + number(v) + "\nXLAW 1 1 = " + run.law + "\n" +
         run.method + run.times + "OUT p = " + number(m) + "*(v1_1 - " + number(v) +
         ")\nMEASURE gained = LAST p\nEND END\n";
}

// Two or three masses in line, springs and dampers between them; one of them is pushed.
std::string masses(Random& random, const Run& run, double m) {
  const int n = 2 + random.below(2), pushed = random.below(n);
  std::string out, second, p;
  for (int k = 1; k < n; ++k)
    out += "PLTRUSS " + std::to_string(k) + " " + std::to_string(k) + " " + std::to_string(k + 1) +
           "\n";
  for (int k = 1; k <= n; ++k) {
    const std::string i = std::to_string(k);
    const double part = m * random.rough(0.2, 1);
    out += "X " + i + " " + number(k + random.rough(-0.2, 0.2)) + " 0\nDYNX " + i + " 1\nFIX " + i +
           " 2\n";
    second += "XM " + i + " " + number(part) + "\n";
    p += (k > 1 ? " + " : "") + number(part) + "*v" + i + "_1";
  }
  for (int k = 1; k < n; ++k) {
    const std::string i = std::to_string(k);
    out += "RLSE " + i + "\n";
    second += "ESTIFF " + i + " " + number(m * random.rough(0.5, 40)) + "\n";
    if (random.chance(0.5)) second += "EDAMP " + i + " " + number(m * random.rough(0, 2)) + "\n";
  }
  return out + "END HALT\n" + second + "XLAW " + std::to_string(pushed + 1) + " 1 = " + run.law +
         "\n" + run.method + run.times + "OUT p = " + p + "\nMEASURE gained = LAST p\nEND END\n";
}

// A rigid body that is pushed out of its centre and turns.
std::string body(Random& random, const Run& run, double m) {
  return "X 1 " + number(random.rough(-1, 1)) + " " + number(random.rough(-1, 1)) + "\nX 2 " +
         number(random.rough(-3, 3)) + "\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 " + number(m) + "\nXM 2 " +
         number(m * random.rough(0.1, 1)) + "\nPFORCE 1 1 2 " + number(random.rough(-0.5, 0.5)) +
         " " + number(random.rough(-0.5, 0.5)) + " FX = " + run.law + " ; FY = 0\n" + run.method +
         run.times + "OUT p = " + number(m) + "*v1_1\nMEASURE gained = LAST p\nEND END\n";
}

// One body, or two with a pin out of their centres.
std::string kabios(Random& random, const Run& run, double m) {
  const bool two = random.chance(0.5);
  const double other = m * random.rough(0.2, 2);
  std::string out = two ? "2 1 0 0 0 0 0 0 0\n" : "1 0 0 0 0 0 0 0 0\n";
  out += "0 0 " + number(random.rough(-3, 3)) + "\n";
  if (two)
    out += "0.5 0.1 0.3\n1 2 " + number(random.rough(0.1, 0.5)) + " 0 " +
           number(random.rough(-0.5, -0.1)) + " 0.1\n";
  out +=
      run.times.substr(6) + "MASS 1 " + number(m) + " " + number(m * random.rough(0.05, 1)) + "\n";
  if (two) out += "MASS 2 " + number(other) + " " + number(other * random.rough(0.05, 1)) + "\n";
  const bool force = random.chance(0.4);
  out += force
             ? "FORCE 1 " + number(random.rough(-0.3, 0.3)) + " 0.1 FX = " + run.law + " ; FY = 0\n"
             : "LAW BODY 1 X = " + run.law + "\n";
  return out + run.method + "OUT p = " + number(m) + "*body1.xd" +
         (two ? " + " + number(other) + "*body2.xd" : std::string()) +
         "\nMEASURE gained = LAST p\n";
}

// The angular momentum of one or two segments about their hinge.
std::string chain(Random& random, const Run& run, double m) {
  const int n = 1 + random.below(2);
  const double a1 = random.rough(0.1, 0.9), a2 = random.rough(0.1, 0.9), l1 = 1;
  const double m1 = m * random.rough(0.3, 1), m2 = m * random.rough(0.2, 1);
  const double j1 = m * random.rough(0.05, 0.5), j2 = m * random.rough(0.05, 0.5);
  std::string out =
      "SEGDYN\nSEGMENT 1 " + number(m1) + " 1 " + number(a1) + " " + number(j1) + "\n";
  if (n == 2) out += "SEGMENT 2 " + number(m2) + " 1 " + number(a2) + " " + number(j2) + "\n";
  const double first = random.rough(-3, 3), second = random.rough(-3, 3);
  out += "STATE 1 " + number(first) + " 0\n";
  if (n == 2) out += "STATE 2 " + number(second) + " 0\n";
  out += "BASE 0 0\nKNOWN M 1 = " + run.law + "\n";
  // The spring between them is at rest at the start.
  if (n == 2)
    out += "KNOWN M 2 = -" + number(m * random.rough(0, 5)) + "*(phi2-phi1-(" +
           number(second - first) + ")) - " + number(m * random.rough(0, 1)) + "*(phid2-phid1)\n";
  std::string p = number(j1 + m1 * a1 * a1 + (n == 2 ? m2 * l1 * l1 : 0)) + "*phid1";
  if (n == 2)
    p += " + " + number(j2 + m2 * a2 * a2) + "*phid2 + " + number(m2 * l1 * a2) +
         "*cos(phi2-phi1)*(phid1+phid2)";
  return out + run.method + "TIME" + run.times.substr(5) + "OUT p = " + p +
         "\nMEASURE gained = LAST p\nEND\n";
}

// A state of the deck's own whose rate is the law.
std::string state(Random& random, const Run& run, double m) {
  return "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 " + number(m) + "\nODE z 0 RATE " + run.law +
         "\nXLAW 1 1 = -" + number(m * random.rough(0, 2)) + "*x1_1\n" + run.method + run.times +
         "MEASURE gained = LAST z\nEND END\n";
}

}  // namespace

PushedDeck random_pushed_deck(std::uint64_t seed, const std::string& method) {
  Random random(seed * 7919 + 11);
  const double ends[] = {0.01, 1, 10, 10, 100, 1000};
  const double end = ends[random.below(6)];
  PushedDeck out;
  double integral = 0;
  std::string law;
  const int pushes = random.chance(0.25) ? 2 : 1;
  for (int k = 0; k < pushes; ++k) {
    const double width = end * std::pow(10, random.uniform(-5, -0.001));
    const Shape shape = random_shape(random, end, width);
    const double part = 1 / shape.integral * (k > 0 ? random.rough(0.2, 2) : 1);
    law += (k > 0 ? " + " : "") + number(part) + "*" + shape.law;
    integral += part * shape.integral;
    out.what += (k > 0 ? " + " : "") + std::string(shape.name) + " of " + number(width / end);
  }
  const double mass = random.rough(0.3, 5), speed = std::pow(10, random.uniform(-2, 1));
  const double size = mass * speed;
  Run run{number(size) + "*(" + law + ")",
          "TIMES 0 " + number(end) + " " + number(end / (1 + random.below(30))) + "\n",
          method.empty() ? "" : method + "\n"};
  const auto make = [&]() -> std::string {
    switch (random.below(6)) {
      case 0:
        out.what += ", point";
        return point(random, run, mass);
      case 1:
        out.what += ", masses";
        return masses(random, run, mass);
      case 2:
        out.what += ", body";
        return body(random, run, mass);
      case 3:
        out.what += ", KABIOS";
        return kabios(random, run, mass);
      case 4:
        out.what += ", chain";
        return chain(random, run, mass);
    }
    out.what += ", state";
    return state(random, run, mass);
  };
  out.text = make();
  out.impulse = out.size = size * integral;
  return out;
}

}  // namespace hunt
