// SUBJECT lines, the same in every dialect but for the numbers of bodies:
//
//   SUBJECT MASS m [RIGHT|LEFT] [INTERNAL|EXTERNAL]
//   SUBJECT HIP|KNEE|ANKLE proximal distal [name] [ZERO angle]
//   SUBJECT RESIDUAL i
//
// They become channels (knee.angle .moment .power, residual.fx .fy .m) and measures
// (knee_work_positive, residual_force_rms), made as OUT and MEASURE lines would make them.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// Reads all SUBJECT lines of a deck without errors, and makes their channels and measures, before
// those of OUT and MEASURE lines.
void read_subject(const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics);
// The lines as text.
std::string write_subject(const Tables& tables);
// Removes the channels and measures that a converted deck makes again, and gives the bodies their
// pairs of nodes.
void use_native_subject(Tables& tables);

}  // namespace mbs
