// Renames channels of KABIOS and SEGDYN reports to their names in the native deck of the same
// mechanism: "body2.phid" becomes "v4_1".
#pragma once

#include "base/diagnostics.h"

namespace mbs {

struct Tables;

// Renames the channels in the events and laws of tables of a KABIOS deck. Channels that native
// reports lack, such as those of translational joints and drivers, are errors.
void use_native_channels(Tables& tables, Diagnostics& diagnostics);
// The same for a KABIOS deck of bodies of space, whose tables are a native deck's but for names.
void use_native_names_of_space(Tables& tables, Diagnostics& diagnostics);

// Renames the inputs of laws and forces of a chain for the native deck of its nodes and elements. A
// law that is a table is an error.
void use_native_inputs(Tables& tables, Diagnostics& diagnostics);
// Renames the channels in names, own channels, measures and report tables of a chain likewise. A
// channel that native reports lack, such as the force of a joint, is an error.
void use_native_chain_channels(Tables& tables, Diagnostics& diagnostics);
// Converts the NAME rows of a KABIOS deck to those of a native deck; a second call changes nothing.
void use_native_names(Tables& tables);

}  // namespace mbs
