#include "deck/records/body_records.h"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

std::span<const BodyRecord> body_records() { return {}; }

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
