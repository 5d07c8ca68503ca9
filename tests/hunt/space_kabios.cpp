// A SpaceMechanism as a KABIOS deck of space, and the channels of its CSV by the names that native
// decks have.
//
// One file above 400 lines: what the writer names, the channels are called by.
#include "space_kabios.h"

#include <array>
#include <cmath>

#include "space_functions.h"
#include "space_oracle.h"
#include "space_rolling.h"
#include "text.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
std::string nth(std::size_t k) { return " " + std::to_string(k + 1); }

std::string numbers(const Vector3& v) {
  return " " + number(v[0]) + " " + number(v[1]) + " " + number(v[2]);
}

// Coordinates of bodies, which are no elements here.
bool is_of_body(const SpaceElement& e) {
  return e.joint == Joint::coordinates || e.joint == Joint::cardan;
}
// Of the tail; all others stand in section (c).
bool is_of_tail(const SpaceElement& e) {
  return has_rates(e.joint) || e.joint == Joint::bushing || e.joint == Joint::relation ||
         (e.joint == Joint::sda && !e.free.empty());
}

// The word for motion d of a joint; empty: it has none.
std::string word_of(Joint joint, std::size_t d) {
  switch (joint) {
    case Joint::revolute:
    case Joint::screw:
      return "angle";
    case Joint::cylindrical:
      return d == 0 ? "angle" : "travel";
    case Joint::prismatic:
      return "travel";
    case Joint::universal:
      return d == 0 ? "angleu" : "anglev";
    case Joint::cv:
      return d == 0 ? "bendv" : "bendw";
    case Joint::planar:
      return d == 0 ? "travelv" : d == 1 ? "travelw" : "angle";
    case Joint::bushing:
      return d == 0 ? "travelu" : d == 1 ? "travelv" : d == 2 ? "travelw" : "";
    default:
      return "";
  }
}

// Which number each element gets: joints of section (c) first, then the tail in its order.
std::vector<int> numbers_of(const SpaceMechanism& m) {
  std::vector<int> out(m.elements.size());
  int next = 1;
  for (const bool tail : {false, true})
    for (std::size_t e = 0; e < m.elements.size(); ++e)
      if (is_of_tail(m.elements[e]) == tail && !is_of_body(m.elements[e])) out[e] = next++;
  return out;
}

// Of bodies that give none.
std::string default_sequence(const SpaceMechanism& m) {
  return m.bodies.size() % 2 == 0 ? "zxy" : "xyz";
}

class Writer {
 public:
  Writer(const SpaceMechanism& m, int steps, const std::string& integ)
      : m_(m), steps_(steps), integ_(integ), numbers_(numbers_of(m)) {}

  std::string text() {
    const std::size_t n = m_.bodies.size();
    for (std::size_t k = 0; k < n; ++k) body(k);
    for (std::size_t e = 0; e < m_.elements.size(); ++e) element(e);
    for (std::size_t k = 0; k < m_.events.size(); ++k) event(k);
    velocities();
    std::string out = default_sequence(m_) == "zxy" ? "SPACE\n" : "SPACE SEQ xyz\n";
    out += std::to_string(n) + " " + std::to_string(joints_) + " 1 " + std::to_string(simple_) +
           " " + std::to_string(drives_) + " 0 0 0\n";
    out += bodies_ + joint_lines_ + "1\n" + simple_lines_ + drive_lines_;
    out += "0 " + number(steps_ * m_.dt) + " " + number(m_.dt) + "\n" + tail_;
    if (m_.gravity != Vector3{}) out += "GRAV" + numbers(m_.gravity) + "\n";
    if (!m_.form.empty()) out += "FORM " + m_.form + "\n";
    if (!integ_.empty()) out += "INTEG " + integ_ + "\n";
    return out + "END\n";
  }

 private:
  std::string orientation(std::size_t k) const {
    const std::array<double, 4>& q = m_.bodies[k].q;
    const Matrix3 R = matrix_of(q);
    if (k % 4 == 1)
      return " SEQ zxy " + number(std::atan2(-R[0][1], R[1][1])) + " " +
             number(std::asin(R[2][1])) + " " + number(std::atan2(-R[2][0], R[2][2]));
    if (k % 4 == 2) {
      std::string out = " MATRIX";
      for (const Vector3& row : R) out += numbers(row);
      return out;
    }
    return " " + number(q[0]) + numbers({q[1], q[2], q[3]});
  }

  void body(std::size_t k) {
    const SpaceBody& b = m_.bodies[k];
    bodies_ += std::to_string(k + 1) + numbers(b.x) + orientation(k) + "\n";
    if (b.fixed) return;
    // Products of inertia with either sign.
    const bool sums = k % 2 == 1;
    tail_ += "MASS" + nth(k) + " " + number(b.mass);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = r; c < 3; ++c)
        tail_ += " " + number(c > r && sums ? -b.inertia[r][c] : b.inertia[r][c]);
    if (b.centre != Vector3{}) tail_ += numbers(b.centre);
    tail_ += sums ? " PRODUCTS\n" : "\n";
    if (b.force != Vector3{}) tail_ += "FORCE" + nth(k) + " 0 0 0" + numbers(b.force) + "\n";
    if (b.moment != Vector3{} && sums)
      tail_ += "TORQ" + nth(k) + " BODY" + numbers(b.moment) + "\n";
    if (b.moment != Vector3{} && !sums)
      tail_ += "TORQ" + nth(k) + " MX = " + number(b.moment[0]) + " ; MY = " + number(b.moment[1]) +
               " ; MZ = " + number(b.moment[2]) + " ; IN BODY\n";
    if (b.drag > 0 && sums) {
      const std::string drag = " " + number(b.drag);
      tail_ += "BDAMP" + nth(k) + " 0 0 0" + drag + drag + drag + "\n";
    }
    for (int c = 1; c <= 3 && b.drag > 0 && !sums; ++c)
      tail_ += "LAW BODY" + nth(k) + " W" + std::to_string(c) + " = -" + number(b.drag) + "*body" +
               std::to_string(k + 1) + ".w" + std::to_string(c) + "\n";
  }

  void velocities() {
    SpaceOracle oracle(m_);
    const std::vector<Vector3> all = oracle.start_velocities();
    for (std::size_t k = 0; 2 * k + 1 < all.size(); ++k) {
      if (m_.bodies[k].fixed) continue;
      tail_ += "VEL" + nth(k) + numbers(all[2 * k]);
      tail_ += k % 2 == 0 ? " BODY" + numbers(all[2 * k + 1])
                          : numbers(times(matrix_of(m_.bodies[k].q), all[2 * k + 1]));
      tail_ += "\n";
    }
  }

  std::string both(const SpaceElement& e) const { return nth(at(e.i)) + nth(at(e.j)); }
  std::string name(std::size_t e) const { return std::to_string(numbers_[e]); }

  void element(std::size_t k) {
    const SpaceElement& e = m_.elements[k];
    const Fitting f = fit(e, m_.bodies[at(e.i)], m_.bodies[at(e.j)]);
    if (has_rates(e.joint)) return rolling(k);
    if (is_of_body(e)) return coordinates(e);
    if (e.joint == Joint::relation) return relation(e);
    if (e.joint == Joint::sda && !e.free.empty()) return spring(k, f);
    const bool bushing = e.joint == Joint::bushing;
    std::string line = e.joint == Joint::sda ? "ROD" : form_of(e.joint).word;
    line += both(e);
    const bool by_place = e.way == 0 && !bushing && e.joint != Joint::sda;
    line += by_place ? " AT" + numbers(e.place) : numbers(f.point_i) + numbers(f.point_j);
    if (e.joint != Joint::spherical && e.joint != Joint::sda) {
      const Matrix3& axes = by_place ? e.axes : f.axes_i;
      line += numbers(axes[0]);
      if (e.says_v) line += numbers(axes[1]);
      if (e.joint == Joint::screw) line += " LEAD " + number(e.lead);
      if (e.way == 1 && e.says_v) {
        line += " AXISJ" + numbers(f.axes_j[0]);
        line += numbers(f.axes_j[1]);
      }
    }
    if (e.joint == Joint::sda) line += " " + number(f.length);
    if (bushing) {
      line += " STIFFNESS";
      for (const FreeMotion& motion : e.free) line += " " + number(motion.k);
      line += " DAMPING";
      for (const FreeMotion& motion : e.free) line += " " + number(motion.d);
    }
    (bushing ? tail_ : joint_lines_) += line + "\n";
    joints_ += bushing ? 0 : 1;
    for (std::size_t d = 0; d < e.free.size(); ++d) motion(k, d);
  }

  void motion(std::size_t k, std::size_t d) {
    const SpaceElement& e = m_.elements[k];
    const FreeMotion& f = e.free[d];
    const std::string place = name(k) + nth(d);
    const std::string wave = number(f.a) + "*sin(" + number(f.w) + "*t)";
    if (f.driven) {
      const bool in_section = (k + d) % 2 == 0;
      const std::string home = f.home == 0 ? "" : number(f.home) + " + ";
      const std::string line =
          "JOINT " + place + " = " + home + wave + " + " + number(f.b) + "*t^2\n";
      (in_section ? drive_lines_ : tail_) += (in_section ? "" : "DRIVE ") + line;
      drives_ += in_section ? 1 : 0;
      return;
    }
    if (e.joint != Joint::bushing && (f.k != 0 || f.d != 0))
      tail_ += "RSDA " + place + " " + number(f.k) + " 0 " + number(f.d) + "\n";
    if (f.a != 0) tail_ += "LAW JOINT " + place + " = " + wave + "\n";
  }

  // Sections (f) and (g), and DRIVE.
  void coordinates(const SpaceElement& e) {
    for (std::size_t d = 0; d < 3; ++d) {
      const FreeMotion& f = e.free[d];
      if (!f.driven) continue;
      const bool is_angle = e.joint == Joint::cardan;
      const std::string place =
          std::to_string(e.j + 1) + " " + std::to_string(d + (is_angle ? 4 : 1));
      const std::string text = number(f.home) + " + " + number(f.a) + "*sin(" + number(f.w) +
                               "*t) + " + number(f.b) + "*t^2\n";
      if (f.a == 0 && f.b == 0) {
        simple_lines_ += place + "\n";
        ++simple_;
      } else if (f.a == 0) {
        drive_lines_ += place + " " + number(f.home) + " 0 " + number(2 * f.b) + "\n";
        ++drives_;
      } else if ((e.j + static_cast<int>(d)) % 2 == 0) {
        drive_lines_ += place + " = " + text;
        ++drives_;
      } else {
        tail_ += "DRIVE " + std::to_string(e.j + 1) + (is_angle ? " A" : " ") +
                 (is_angle ? "123" : "XYZ")[d] + " = " + text;
      }
    }
  }

  void spring(std::size_t k, const Fitting& f) {
    const SpaceElement& e = m_.elements[k];
    const FreeMotion& motion = e.free[0];
    tail_ += "SDA" + both(e) + numbers(f.point_i) + numbers(f.point_j) + " " + number(motion.k) +
             " " + number(f.length) + " " + number(motion.d) + "\n";
    if (motion.a != 0)
      tail_ += "LAW JOINT " + name(k) + " 1 = " + number(motion.a) + "*sin(" + number(motion.w) +
               "*t)\n";
  }

  void relation(const SpaceElement& e) {
    tail_ += "RELATION = ";
    for (const std::size_t c : {0u, 1u}) {
      const std::size_t k = at(e.inner[c]);
      const Joint joint = m_.elements[k].joint;
      tail_ += (c == 0 ? "" : " + ") + number(e.factors[c]) + "*";
      tail_ += e.way == 1 ? "e" + name(k) + "_1"
                          : form_of(joint).channel + name(k) + "." + word_of(joint, 0);
    }
    tail_ += "\n";
  }

  void rolling(std::size_t k) {
    const SpaceElement& e = m_.elements[k];
    if (e.joint == Joint::skate) {
      tail_ += "VFORMULA = ";
      const std::string i = "body" + std::to_string(e.i + 1);
      for (const int c : {0, 1, 2})
        tail_ += std::string(c > 0 ? " + " : "") + "dir" + "xyz"[c] +
                 std::to_string(2 * (e.j + 1)) + "_" + std::to_string(e.rolling.axis + 1) + "*" +
                 i + "." + "xyz"[c] + "d";
      for (const std::size_t c : {0u, 1u, 2u})
        if (e.rolling.turning[c] != 0)
          tail_ += " + " + number(e.rolling.turning[c]) + "*" + i + ".w" + std::to_string(c + 1);
      tail_ += "\n";
      return;
    }
    tail_ += form_of(e.joint).word;
    tail_ += rolling_fields(e, nth(at(e.i)), nth(at(e.j))) + "\n";
    for (std::size_t d = 0; d < e.free.size(); ++d)
      tail_ += "LAW JOINT " + name(k) + " " + std::to_string(deck_deformation(e.joint, d)) + " = " +
               number(e.free[d].d) + "*ed + " + number(e.free[d].a) + "*sin(" +
               number(e.free[d].w) + "*t)\n";
  }

  void event(std::size_t k) {
    const SpaceEvent& of = m_.events[k];
    static constexpr std::array kWords{"RELEASE", "FIX", "IMPACT", "PRESCRIBE"};
    tail_ += "EVENT happens" + std::to_string(k + 1) + " WHEN t > " + number(of.t) + " DO " +
             kWords[static_cast<std::size_t>(of.action)];
    const SpaceElement& e = m_.elements[at(of.element)];
    if (is_of_body(e))
      tail_ += " BODY" + nth(at(e.j)) + " " + "XYZ"[of.rows[0]];
    else
      tail_ += " JOINT " + name(at(of.element));
    for (const std::size_t d : of.rows)
      if (!is_of_body(e)) tail_ += " " + std::to_string(deck_deformation(e.joint, d));
    if (of.action == SpaceEvent::Action::impact) tail_ += " e = " + number(of.restitution);
    if (of.action == SpaceEvent::Action::prescribe)
      tail_ += " " + number(of.rate) + " " + number(of.acceleration);
    tail_ += "\n";
  }

  const SpaceMechanism& m_;
  int steps_;
  std::string integ_;
  std::vector<int> numbers_;
  std::string bodies_, joint_lines_, simple_lines_, drive_lines_, tail_;
  int joints_ = 0, simple_ = 0, drives_ = 0;
};

// The native names of what KABIOS decks call otherwise.
class Names {
 public:
  explicit Names(const SpaceMechanism& m) : m_(m), numbers_(numbers_of(m)) {}

  std::string operator()(const std::string& name) const {
    std::size_t digits = name.find_first_of("0123456789");
    if (digits == std::string::npos || digits == 0) return name;
    std::size_t end = digits;
    while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0) ++end;
    const std::string stem = name.substr(0, digits), rest = name.substr(end);
    const int n = std::stoi(name.substr(digits, end - digits));
    if (stem == "body") return of_body(n - 1, rest.substr(1), name);
    if (stem == "x" || stem == "v" || stem == "a" || stem == "f" || stem == "r")
      return "node " + name;
    for (std::size_t e = 0; e < numbers_.size(); ++e)
      if (numbers_[e] == n) return of_element(e, stem, rest);
    return "other " + name;
  }

 private:
  static std::string of_body(int k, const std::string& what, const std::string& name) {
    const std::size_t d = what.find_first_not_of('d', 1);
    if ((what[0] >= 'x' && what[0] <= 'z') && d == std::string::npos)
      return std::string(1, "xva"[what.size() - 1]) + std::to_string(10 * k + 1) + "_" +
             std::to_string(what[0] - 'x' + 1);
    const std::string turn = std::to_string(10 * k + 2) + "_";
    if (what[0] == 'q') return "x" + turn + std::to_string(what[1] - '0' + 1);
    if (what[0] == 'w' && what[1] <= '3') return (what.size() > 2 ? "a" : "v") + turn + what[1];
    return name;
  }
  std::string of_element(std::size_t e, const std::string& stem, const std::string& rest) const {
    const std::string number = std::to_string(e + 1);
    if (rest[0] != '.') return stem + number + rest;
    const SpaceElement& element = m_.elements[e];
    for (std::size_t d = 0; d < element.free.size(); ++d) {
      const std::string word = "." + word_of(element.joint, d);
      if (word.size() < 2 || rest.rfind(word, 0) != 0) continue;
      const std::string rates = rest.substr(word.size());
      if (rates.find_first_not_of('d') == std::string::npos)
        return "e" + rates + number + "_" + std::to_string(d + 1);
    }
    return stem + number + rest;
  }

  const SpaceMechanism& m_;
  std::vector<int> numbers_;
};

Matrix3 turn_about(char axis, double angle) {
  const std::size_t i = at(axis - 'x'), j = (i + 1) % 3, k = (i + 2) % 3;
  Matrix3 R{};
  R[i][i] = 1;
  R[j][j] = R[k][k] = std::cos(angle);
  R[k][j] = std::sin(angle);
  R[j][k] = -R[k][j];
  return R;
}

}  // namespace

std::string sequence_of(const SpaceMechanism& m, std::size_t body) {
  return body % 4 == 1 ? "zxy" : default_sequence(m);
}

std::string kabios_space_deck(const SpaceMechanism& m, int steps, const std::string& integ) {
  return Writer(m, steps, integ).text();
}

Table with_native_names(const SpaceMechanism& m, Table table) {
  const std::vector<std::string> was = table.names;
  const Names names(m);
  for (std::string& name : table.names) name = names(name);
  // The three angles of each body, as the matrix that they make.
  for (std::size_t k = 0; k < m.bodies.size(); ++k) {
    const std::string body = "body" + std::to_string(k + 1);
    std::array<std::size_t, 3> angles{};
    for (std::size_t c = 0; c < 3; ++c) {
      while (angles[c] < was.size() && was[angles[c]] != body + ".phi" + std::to_string(c + 1))
        ++angles[c];
      if (angles[c] == was.size()) return table;
    }
    const std::string sequence = sequence_of(m, k);
    for (int r = 1; r <= 3; ++r)
      for (int c = 1; c <= 3; ++c)
        table.names.push_back(body + ".turn_" + std::to_string(10 * r + c));
    for (std::vector<double>& row : table.rows) {
      const Matrix3 first = turn_about(sequence[0], row[angles[0]]),
                    second = turn_about(sequence[1], row[angles[1]]),
                    third = turn_about(sequence[2], row[angles[2]]);
      for (const Vector3& line : first) {
        const Vector3 of_two = transposed_times(second, line);
        const Vector3 of_all = transposed_times(third, of_two);
        row.insert(row.end(), of_all.begin(), of_all.end());
      }
    }
  }
  return table;
}

}  // namespace hunt
