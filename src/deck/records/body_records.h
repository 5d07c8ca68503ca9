// Records about one body that are equal in the tail of a KABIOS deck and in a chain. Each row has
// the functions that read the record and that write it back for --echo. In a chain the body is a
// segment, and the records are read after the nodes of the chain are made. To add one:
// docs/adding-a-record.md.
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
  std::string (*write)(const Tables&);  // one line per record, in the order of the deck
};

std::span<const BodyRecord> body_records();
bool is_body_record(std::string_view word);
// The lines of all body records.
std::string write_body_records(const Tables& tables);

// Reads the record with the word r.label.
void read_body_record(RecordReader& in, JointReading& r);
// "MASS 2" if the first field of the record is a number, else "MASS".
std::string name_with_number(std::string_view word, const Record& record);

}  // namespace mbs
