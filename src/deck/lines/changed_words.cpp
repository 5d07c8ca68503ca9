// Words whose meaning has changed, by version. A word comes here with the commit that changes what
// decks mean which run before and after it; a word that is only new does not.
#include "deck/lines/required_version.h"

namespace mbs {

namespace {

constexpr Version kFirst = {0, 9, 0};
constexpr std::string_view kReference =
    "it counts from the assembled start, not from the estimates of the deck";
constexpr std::string_view kLinear =
    "forces between the rows of a TABLE are LINEAR, not on a natural spline";
constexpr std::string_view kArms =
    "its moment arms include bodies that move along, through couplings of joints";

constexpr ChangedWord kChangedWords[] = {{kFirst, "", "PATH", "", kReference},
                                         {kFirst, "", "RELATION", "", kReference},
                                         {kFirst, "", "WELD", "", kReference},
                                         {kFirst, "", "GEAR", "", kReference},
                                         {kFirst, "", "BELT", "", kReference},
                                         {kFirst, "", "RACK", "", kReference},
                                         {kFirst, "", "SCREW", "", kReference},
                                         {kFirst, "", "ROLL", "", kReference},
                                         {kFirst, "", "CURVES", "", kReference},
                                         {kFirst, "native", "PLSDA", "", kReference},
                                         {kFirst, "native", "PLTOR", "", kReference},
                                         {kFirst, "KABIOS", "FORCE", "TABLE", kLinear},
                                         {kFirst, "native", "PFORCE", "TABLE", kLinear},
                                         {kFirst, "SEGDYN", "FORCE", "TABLE", kLinear},
                                         {kFirst, "", "MUSCLE", "", kArms}};

}  // namespace

std::span<const ChangedWord> changed_words() { return kChangedWords; }

}  // namespace mbs
