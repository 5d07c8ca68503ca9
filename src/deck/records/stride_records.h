// MARK and STRIDE lines, the same in every dialect: instants of a motion, and the pieces between
// them (forms: plan/strides.h).
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "plan/strides.h"

namespace mbs {

struct LexedDeck;
struct Tables;
class Parameters;

// Reads such a line into the tables, which must have parameters and times.
void read_mark(const Record& record, const LexedDeck& deck, Tables& tables,
               Diagnostics& diagnostics);
void read_stride(const Record& record, Tables& tables, Diagnostics& diagnostics);
// Reports names of marks that no line has, and values of marks where they cannot be known.
void check_strides(const Tables& tables, Diagnostics& diagnostics);

std::string write_mark(const MarkRow& row, const Parameters& parameters);
std::string write_stride(const StrideRow& row, const Parameters& parameters);

}  // namespace mbs
