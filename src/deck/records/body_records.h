// Records about one body that the tail of a KABIOS deck and a chain say alike, a row each: how the
// word is read and how --echo writes it back. In a chain the body is a segment, and the records are
// read when the chain has its nodes. Adding one: docs/adding-a-record.md.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "deck/records/joint_records.h"

namespace mbs {

struct BodyRecord {
  std::string_view word, fields;
  // The first field is the number of the body; messages call the record "word i".
  void (*read)(RecordReader&, JointReading&);
  std::string (*write)(const Tables&);  // a line each, in the order of the deck
};

std::span<const BodyRecord> body_records();
bool is_body_record(std::string_view word);
// The lines of all of them.
std::string write_body_records(const Tables& tables);

// Reads the one that r.label names.
void read_body_record(RecordReader& in, JointReading& r);
// "MASS 2" of a record whose first field is a number, else "MASS".
std::string name_with_number(std::string_view word, const Record& record);

}  // namespace mbs
