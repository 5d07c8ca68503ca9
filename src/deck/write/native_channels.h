// The channels of a KABIOS report under the names that they have in the native deck of the same
// mechanism: "body2.phid" is "v4_1".
#pragma once

#include "base/diagnostics.h"

namespace mbs {

struct Tables;

// Renames the channels in the events and laws of tables of a KABIOS deck. Channels that native
// reports lack, such as those of translational joints and drivers, are errors.
void use_native_channels(Tables& tables, Diagnostics& diagnostics);

// The laws of a chain in the words of the native deck of its nodes and elements. A law that is a
// table is an error.
void use_native_inputs(Tables& tables, Diagnostics& diagnostics);
// The names, own channels, measures and report tables of a chain in the same words. A channel that
// native reports lack, such as the force of a joint, is an error.
void use_native_chain_channels(Tables& tables, Diagnostics& diagnostics);
// The NAME rows of a KABIOS deck as a native deck has them; called again it changes nothing.
void use_native_names(Tables& tables);

}  // namespace mbs
