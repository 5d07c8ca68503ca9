// Words whose meaning has changed, by version. A commit that changes the meaning of decks which run
// before and after it adds the word here; a new word is not added. The version is kNext; `make
// release` replaces it by the number of the release.
#include "deck/lines/required_version.h"

namespace mbs {

namespace {

[[maybe_unused]] constexpr Version kNext = {0, 9, 0};
constexpr std::string_view kReference =
    "it counts from the assembled start, not from the estimates of the deck";
constexpr std::string_view kLinear =
    "forces between the rows of a TABLE are LINEAR, not on a natural spline";
constexpr std::string_view kArms =
    "its moment arms include bodies that move along, through couplings of joints";
constexpr std::string_view kShared =
    "what stimulated muscles make is taken from the moment of an OUT line, too";

constexpr ChangedWord kChangedWords[] = {{kNext, "", "PATH", "", kReference},
                                         {kNext, "", "RELATION", "", kReference},
                                         {kNext, "", "WELD", "", kReference},
                                         {kNext, "", "GEAR", "", kReference},
                                         {kNext, "", "BELT", "", kReference},
                                         {kNext, "", "RACK", "", kReference},
                                         {kNext, "", "SCREW", "", kReference},
                                         {kNext, "", "ROLL", "", kReference},
                                         {kNext, "", "CURVES", "", kReference},
                                         {kNext, "native", "PLSDA", "", kReference},
                                         {kNext, "native", "PLTOR", "", kReference},
                                         {kNext, "KABIOS", "FORCE", "TABLE", kLinear},
                                         {kNext, "native", "PFORCE", "TABLE", kLinear},
                                         {kNext, "SEGDYN", "FORCE", "TABLE", kLinear},
                                         {kNext, "", "MUSCLE", "", kArms},
                                         {kNext, "", "STATICOPT", "", kShared}};

}  // namespace

std::span<const ChangedWord> changed_words() { return kChangedWords; }

}  // namespace mbs
