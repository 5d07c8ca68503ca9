#include "deck/records/body_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/lines/field_units.h"
#include "deck/lines/writing.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

// ---- BDAMP i cx cy cphi -------------------------------------------------------------------------

void read_damper(RecordReader& in, JointReading& r) {
  const SourceLocation i_at = in.here();
  const int i = r.take_body(in, "i");
  if (in.ok() && i == 0)
    return in.fail(i_at, "the ground does not move", fmt::format("expected a {}", r.words.body));
  const Unit of_place = stiffness_unit(unit::metre, unit::metre) * unit::second;
  const Unit of_angle = stiffness_unit(unit::radian, unit::radian) * unit::second;
  DamperRow row;
  row.body = i;
  row.values = {in.number("cx", of_place), in.number("cy", of_place), in.number("cphi", of_angle)};
  r.label += fmt::format(" {}", i);
  if (!r.first(in)) return;
  const std::array<int, 2> nodes = r.nodes_of(i);
  row.nodes.assign(nodes.begin(), nodes.end());
  row.label = r.label;
  row.where = r.where;
  r.tables.forces.dampers.push_back(std::move(row));
}

std::string write_dampers(const Tables& t) {
  std::string out;
  for (const DamperRow& row : t.forces.dampers)
    out += fmt::format("BDAMP {}{}\n", row.body, write_numbers(row.values));
  return out;
}

}  // namespace

std::span<const BodyRecord> body_records() {
  static constexpr BodyRecord kRecords[] = {
      {"BDAMP", "i cx cy cphi", read_damper, write_dampers},
  };
  return kRecords;
}

bool is_body_record(std::string_view word) {
  const std::span<const BodyRecord> all = body_records();
  return std::any_of(all.begin(), all.end(),
                     [word](const BodyRecord& row) { return row.word == word; });
}

void read_body_record(RecordReader& in, JointReading& r) {
  for (const BodyRecord& row : body_records())
    if (row.word == r.label) return row.read(in, r);
}

std::string name_with_number(std::string_view word, const Record& record) {
  const std::vector<Token>& tokens = record.tokens;
  if (tokens.size() < 2 || !tokens[1].integral) return std::string(word);
  return fmt::format("{} {}", word, tokens[1].value);
}

std::string write_body_records(const Tables& tables) {
  std::string out;
  for (const BodyRecord& row : body_records()) out += row.write(tables);
  return out;
}

}  // namespace mbs
