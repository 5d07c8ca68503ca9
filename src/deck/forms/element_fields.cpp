#include "deck/forms/element_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "base/space_vector.h"
#include "deck/forms/orientation_record.h"
#include "deck/lines/field_units.h"
#include "deck/lines/writing.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// The letters of nodes in "PLBEAM e p a q b xi eta": points are p, q, ..., angles a, b, ...
std::vector<std::string> node_letters(const RecordSpec& spec) {
  std::vector<std::string> out;
  int points = 0, angles = 0;
  for (NodeKind kind : spec.nodes) {
    int& before = node_type(kind).letter == 'p' ? points : angles;
    out.emplace_back(1, static_cast<char>(node_type(kind).letter + before++));
  }
  return out;
}

bool is_turning(const RecordSpec& spec, std::size_t k) {
  return k < spec.nodes.size() && spec.nodes[k] == NodeKind::orientation;
}

// The nodes of an element, 0 being the ground where a body of space may stand.
void take_nodes(RecordReader& in, ElementRow& row) {
  const RecordSpec& spec = *row.spec;
  const std::vector<std::string> letters = node_letters(spec);
  bool moves = false;
  SourceLocation at = in.here();
  for (std::size_t k = 0; k < letters.size() && in.ok(); ++k) {
    const bool of_pair = k > 0 && is_turning(spec, k) && !is_turning(spec, k - 1);
    const bool may_be_ground = is_turning(spec, k) || is_turning(spec, k + 1);
    const SourceLocation here = in.here();
    const auto node = static_cast<int>(
        in.integer("node " + letters[k], may_be_ground ? 0 : 1, kLargestNumber,
                   may_be_ground ? "a node number, or 0, the ground" : "a node number"));
    const bool is_ground = in.ok() && may_be_ground && node == 0;
    if (of_pair && in.ok() && is_ground != (row.nodes.back() == kGroundPlace))
      in.fail(here, "the ground has no node here",
              fmt::format("expected 0 0 for the ground in the place of {} {}", letters[k - 1],
                          letters[k]));
    moves = moves || !is_ground;
    row.nodes.push_back(!is_ground ? node : is_turning(spec, k) ? kGroundFrame : kGroundPlace);
  }
  if (in.ok() && !moves && !letters.empty())
    in.fail(at, "it joins the ground to itself", "expected a body that moves");
}

// ---- joints of space ----------------------------------------------------------------------------

constexpr std::size_t kPlaces = 6, kAxes = 12, kSecondAxes = 18;  // ends of groups of columns

bool is_joint_of_space(const RecordSpec& spec) {
  return spec.nodes.size() == 4 && is_turning(spec, 1) && spec.columns.size() >= kPlaces;
}
bool has_axes(const RecordSpec& spec) { return spec.columns.size() >= kAxes; }
bool has_lead(const RecordSpec& spec) { return spec.columns.size() > kSecondAxes; }

// Two axes from column `first` on; the second may be missing.
void take_axes(RecordReader& in, ElementRow& row, std::size_t first) {
  take_column_range(in, row, first, 3);
  if (!in.at_end() && in.peek_word().empty()) take_column_range(in, row, first + 3, 3);
}

void take_joint(RecordReader& in, ElementRow& row, bool& in_space, std::string_view stop) {
  const RecordSpec& spec = *row.spec;
  in_space = in.peek_word() == "AT";
  if (in_space) {
    in.skip();
    const auto take_place = [&](std::size_t first) {
      constexpr std::string_view kNames[] = {"x", "y", "z"};
      for (std::size_t k = 0; k < 3; ++k)
        row.columns[first + k] = in.number(kNames[k], unit::metre);
    };
    take_place(0);
    if (!has_axes(spec) && !in.at_end())
      take_place(3);
    else
      std::copy_n(row.columns.begin(), 3, row.columns.begin() + 3);
  } else {
    take_column_range(in, row, 0, kPlaces);
  }
  if (!has_axes(spec)) return;
  take_axes(in, row, kPlaces);
  while (in.ok() && !in.at_end() && (stop.empty() || in.peek_word() != stop)) {
    std::vector<std::string_view> words = {"AXISJ"};
    if (has_lead(spec)) words.push_back("LEAD");
    if (!stop.empty()) words.push_back(stop);
    const std::string word =
        take_word(in, "word", words, "is no word of this joint",
                  has_lead(spec) ? "expected AXISJ ux uy uz [vx vy vz], LEAD l or nothing"
                                 : "expected AXISJ ux uy uz [vx vy vz] or nothing");
    if (word == "AXISJ") take_axes(in, row, kAxes);
    if (word == "LEAD") take_column_range(in, row, kSecondAxes, 1);
  }
}

// A second axis that is not given is written as 0 0 0.
std::string write_axes(const double* axes) { return write_numbers({axes, axes + 6}); }

std::string write_joint(const ElementRow& row) {
  const double* const columns = row.columns.data();
  std::string out = write_numbers({columns, columns + kPlaces});
  if (!has_axes(*row.spec)) return out;
  out += write_axes(columns + kPlaces);
  const double* const second = columns + kAxes;
  if (second[0] != 0 || second[1] != 0 || second[2] != 0) out += " AXISJ" + write_axes(second);
  if (has_lead(*row.spec)) out += " LEAD" + write_numbers({columns[kSecondAxes]});
  return out;
}

std::string joint_fields(const RecordSpec& spec) {
  std::string out = "xi eta zeta xi eta zeta";
  if (has_axes(spec)) out += " ux uy uz [vx vy vz] [AXISJ ux uy uz [vx vy vz]]";
  if (has_lead(spec)) out += " LEAD l";
  return out + (has_axes(spec) ? "; AT x y z in the place of the first six"
                               : "; AT x y z [x y z] in the place of these");
}

bool has_sequence(const RecordSpec& spec) {
  return !spec.columns.empty() && spec.columns[0].name == "seq";
}

}  // namespace

void take_column_range(RecordReader& in, ElementRow& row, std::size_t first, std::size_t count) {
  for (std::size_t k = first; k < first + count; ++k) {
    const Column& column = row.spec->columns[k];
    row.columns[k] = in.number(column.name, unit_of_column(column.unit));
  }
}

std::string element_fields(const RecordSpec& spec) {
  std::string out = fmt::format("e {}", fmt::join(node_letters(spec), " "));
  if (is_joint_of_space(spec)) return fmt::format("{} {}", out, joint_fields(spec));
  const std::size_t needed = spec.columns.size() - spec.optional_columns;
  for (std::size_t k = 0; k < spec.columns.size(); ++k)
    out += fmt::format(" {}{}", k > 0 && k == needed ? "[" : "", spec.columns[k].name);
  return spec.optional_columns > 0 ? out + "]" : out;
}

void take_element_fields(RecordReader& in, ElementRow& row, bool& in_space) {
  take_nodes(in, row);
  take_element_columns(in, row, in_space);
}

void take_element_columns(RecordReader& in, ElementRow& row, bool& in_space,
                          std::string_view stop) {
  const std::size_t count = row.spec->columns.size();
  row.columns.assign(count, 0.0);
  if (!in.ok() || count == 0) return;
  if (is_joint_of_space(*row.spec)) return take_joint(in, row, in_space, stop);
  if (has_sequence(*row.spec)) {
    row.columns[0] = take_sequence_word(in);
    return;
  }
  const std::size_t optional = row.spec->optional_columns;
  take_column_range(in, row, 0, count - optional);
  if (optional > 0 && !in.at_end()) take_column_range(in, row, count - optional, optional);
}

void put_in_bodies(const std::array<const double*, 4>& x, ElementRow& row) {
  double R[2][9];
  for (const std::size_t body : {0u, 1u}) rotation_matrix(x[2 * body + 1], R[body]);
  const auto put = [&row](std::size_t first, Vec3 a) {
    for (int c = 0; c < 3; ++c) row.columns[first + at(c)] = a[c];
  };
  for (const std::size_t body : {0u, 1u})
    put(3 * body, to_body(R[body], vec3(row.columns.data() + 3 * body) - vec3(x[2 * body])));
  for (std::size_t first = kPlaces; first < std::min(kAxes, row.columns.size()); first += 3)
    put(first, to_body(R[0], vec3(row.columns.data() + first)));
}

std::string write_element_columns(const ElementRow& row) {
  if (is_joint_of_space(*row.spec)) return write_joint(row);
  if (has_sequence(*row.spec)) return fmt::format(" {}", sequence_word(row.columns[0]));
  return write_numbers(row.columns);
}

}  // namespace mbs
