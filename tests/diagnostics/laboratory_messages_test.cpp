// Mistakes in decks of a gait laboratory: the first message stands at the word that is wrong, says
// what is expected, and is the only one of its mistake.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

const std::string kGait = MBSIM_ROOT "/decks/gait";

// `old` of the deck becomes `wrong`; the first message stands at `at`, a part of `wrong`, in the
// line that has it.
struct Mistake {
  const char *old, *wrong, *at, *message;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

void expect_told(const std::string& deck_name, const std::vector<Mistake>& mistakes) {
  const std::string good = test::read_all(kGait + "/" + deck_name);
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.wrong);
    std::string deck = good;
    const std::size_t place = deck.find(mistake.old);
    ASSERT_NE(place, std::string::npos) << mistake.old;
    deck.replace(place, std::string(mistake.old).size(), mistake.wrong);
    const std::size_t at = deck.find(mistake.at, place);
    ASSERT_NE(at, std::string::npos) << mistake.at;
    const auto line = 1 + std::count(deck.begin(), deck.begin() + static_cast<long>(at), '\n');
    const std::size_t column = at - deck.rfind('\n', at - 1);
    const test::RunResult run = test::run(deck, {}, kGait);
    EXPECT_EQ(run.status, ExitStatus::deck_error) << run.messages;
    const std::string said = first_line(run.messages);
    EXPECT_NE(said.find(fmt::format(":{}:{}: error: ", line, column)), std::string::npos)
        << said << "\n"
        << line << " " << column;
    EXPECT_NE(said.find(mistake.message), std::string::npos) << said << "\n" << mistake.message;
    EXPECT_EQ(std::count(run.messages.begin(), run.messages.end(), '\n'), 1) << run.messages;
  }
}

constexpr const char* kHip = "SMOOTH CUTOFF 6 \"HIP\" \"knee\" AT ${thigh_centre}";

TEST(LaboratoryMessages, WordsOfCurves) {
  expect_told(
      "strides.dat",
      {{kHip, "SMOOTH CUTOFF 6 Hz \"HIP\" \"knee\" AT ${thigh_centre}", "Hz",
        "a unit follows its number without a blank: 6Hz"},
       {kHip, "SMOOTH CUTOFF=6 \"HIP\" \"knee\" AT ${thigh_centre}", "6 ",
        "'=' follows CUTOFF; expected SMOOTH CUTOFF f, such as SMOOTH CUTOFF 6 for 6 Hz"},
       {kHip, "CUTOFF 6 \"HIP\" \"knee\" AT 0.2", "CUTOFF",
        "'CUTOFF' stands alone; expected MARKERS SMOOTH CUTOFF f ..."},
       {kHip, "QUINTIC \"HIP\" \"knee\" AT 0.2", "QUINTIC", "expected MARKERS SMOOTH QUINTIC"},
       {kHip, "BUTTERWORTH 6 \"HIP\" \"knee\" AT 0.2", "BUTTER",
        "expected MARKERS SMOOTH CUTOFF f"},
       {kHip, "SMOOTH 6 \"HIP\" \"knee\" AT 0.2", "6 ",
        "'6' belongs to no word; expected names of markers in quotes; a cut-off of 6 Hz is SMOOTH "
        "CUTOFF 6"},
       {kHip, "SMOOTH CUTOFF \"HIP\" \"knee\" AT 0.2", "\"HIP\"", "no number follows CUTOFF"},
       {kHip, "SMOTH CUTOFF 6 \"HIP\" \"knee\" AT 0.2", "SMOTH", "did you mean 'SMOOTH'?"},
       {kHip, "SMOOTH CUTOF 6 \"HIP\" \"knee\" AT 0.2", "CUTOF", "did you mean 'CUTOFF'?"},
       {kHip, "\"HIP\" \"knee\" SMOOTH CUTOFF 6 AT 0.2", "SMOOTH",
        "'SMOOTH' stands behind the markers; expected it directly behind MARKERS: MARKERS SMOOTH"},
       {kHip, "\"HIP\" \"knee\" AT 0.2 GAPS FILL", "GAPS",
        "'GAPS' stands behind the markers; expected it directly behind MARKERS: MARKERS GAPS FILL"},
       {kHip, "FILL \"HIP\" \"knee\" AT 0.2", "FILL", "expected MARKERS GAPS FILL"}});
}

TEST(LaboratoryMessages, Markers) {
  expect_told(
      "strides.dat",
      {{kHip, "SMOOTH CUTOFF 6 HIP \"knee\" AT 0.2", "HIP",
        "'HIP' has no quotes; expected \"HIP\""},
       {kHip, "SMOOTH CUTOFF 6 \"HIP\" knee AT 0.2", "knee", "'knee' has no quotes"},
       {kHip, "SMOOTH CUTOFF 6 \"HIPP\" \"knee\" AT 0.2", "\"HIPP\"",
        "file 'strides.trc' has no marker 'HIPP', or more than one; did you mean 'HIP'?"},
       {kHip, "SMOOTH CUTOFF 6 \"HIP\" TO \"knee\" AT 0.2", "TO \"knee",
        "stands between the markers"},
       {kHip, "SMOOTH CUTOFF 6 \"HIP\" \"knee\" 0.2", "0.2", "'0.2' stands without AT"},
       {kHip, "SMOOTH CUTOFF 6 \"HIP\" \"knee\" # AT", " # AT",
        "the place of the centre of mass is missing; expected AT c"},
       {"\"strides.trc\" AXES +x +y", "\"strides.trc\" AXES +x +y SCALE 0.001", "SCALE",
        "the file says the unit of its places"},
       {"\"strides.trc\" AXES +x +y", "\"strides.trc\" AXES +x +y SMOOTH CUTOFF 6", "SMOOTH",
        "expected it in the lines that use the markers: MOTION i MARKERS SMOOTH CUTOFF f"},
       {"\"strides.trc\" AXES +x +y", "strides.trc AXES +x +y", "strides.trc", "has no quotes"},
       {"\"strides.trc\" AXES +x +y", "\"stride.trc\" AXES +x +y", "\"stride.trc\"",
        "table file 'stride.trc' does not exist"},
       {"\"strides.trc\" AXES +x +y", "\"strides.mot\" AXES +x +y", "\"strides.mot\"",
        "'strides.mot' is no file of markers; expected a .trc or a .c3d file"},
       {"\"strides.trc\" AXES +x +y", "\"strides.STO\" AXES +x +y", "\"strides.STO\"",
        "'strides.STO' is no file of markers; expected a .trc or a .c3d file"},
       {"\"strides.trc\" AXES +x +y", "\"strides.trc\"", "\nMARKERS \"knee\"",
        "AXES, MIDDLE or FROM"},
       {"\"knee\" MIDDLE", "\"knee\" BETWEEN", "BETWEEN", "expected MARKERS \"knee\" MIDDLE \"a\""},
       {"\"KNL\" \"KNM\"", "\"KNL\" \"KNM\" AT 0.02 0", "AT",
        "AT stands behind MIDDLE; expected FROM \"KNL\" TO \"KNM\" AT xi eta"},
       {"MOTION 1 MARKERS", "MOTION 1 MARKER", "MARKER ", "did you mean 'MARKERS'?"},
       {"MOTION 1 MARKERS SMOOTH CUTOFF 6 \"HIP\"", "MOTION 1 \"HIP\"", "\"HIP\"",
        "'HIP' stands where TABLE or MARKERS must"},
       {"NETJOINT 3 2  ${-foot_centre_share*foot_length} 0 ", "NETJOINT 3 2 \"ANK\" ", "\"ANK\"",
        "expected MARKERS \"ANK\""},
       {"NETJOINT 3 2  ${-foot_centre_share*foot_length} 0 ",
        "NETJOINT 3 2 MARKERS \"ANK\" SMOOTH CUTOFF 6 ", "SMOOTH", "stands behind the markers"}});
}

constexpr const char* kSecond = "TABLE THRESHOLD 20 \"strides.c3d\" PLATE 2 AXES -y +z";

TEST(LaboratoryMessages, ForcePlates) {
  expect_told(
      "strides_c3d.dat",
      {{kSecond, "TABLE THRESHOLD 20 \"strides.c3d\" PLATE 3 AXES -y +z", "3 AXES",
        "table file 'strides.c3d' has 2 force plates; expected a plate from 1 to 2"},
       {kSecond, "TABLE THRESHOLD 20 \"strides.c3d\"", "\"strides.c3d\"",
        "is a C3D file with 2 force plates; expected PLATE 1 to 2 and AXES behind the file"},
       {kSecond, "TABLE THRESHOLD 20 \"strides.c3d\" AXES -y +z", "AXES",
        "AXES stands without the plate before it; expected \"file\" PLATE n AXES a b"},
       {kSecond, "TABLE THRESHOLD 20 \"strides.c3d\" PLAT 2 AXES -y +z", "PLAT",
        "did you mean 'PLATE'?"},
       {kSecond, "TABLE \"strides.c3d\" PLATE 2 AXES -y +z THRESHOLD 20", "THRESHOLD",
        "'THRESHOLD' stands behind the file; expected it directly behind TABLE: TABLE THRESHOLD f"},
       {kSecond, "TABLE THRESHOLD 20 N \"strides.c3d\" PLATE 2 AXES -y +z", "N ",
        "a unit follows its number without a blank: 20N"},
       {kSecond, "TABLE TRESHOLD 20 \"strides.c3d\" PLATE 2 AXES -y +z", "TRESHOLD",
        "did you mean 'THRESHOLD'?"},
       {kSecond, "TABLE THRESHOLD \"strides.c3d\" PLATE 2 AXES -y +z", "\"strides.c3d\"",
        "no number follows THRESHOLD"},
       {kSecond, "TABLE 20 \"strides.c3d\" PLATE 2 AXES -y +z", "20 ",
        "'20' stands between TABLE and the file 'strides.c3d'"},
       {kSecond, "THRESHOLD 20 \"strides.c3d\" PLATE 2 AXES -y +z", "THRESHOLD",
        "'THRESHOLD' stands where TABLE must"},
       {kSecond, "\"strides.c3d\" PLATE 2 AXES -y +z", "\"strides.c3d\"",
        "stands where TABLE must"},
       {kSecond, "TABLE PLATE 2 \"strides.c3d\" AXES -y +z", "PLATE",
        "'PLATE' stands before the file; expected TABLE \"file\" PLATE n AXES a b"},
       {kSecond, "TABLE strides.c3d PLATE 2 AXES -y +z", "strides.c3d", "has no quotes"},
       {kSecond, "TABLE CUTOFF 20 \"strides.c3d\" PLATE 2 AXES -y +z", "CUTOFF",
        "expected TABLE SMOOTH CUTOFF f"},
       {kSecond, "TABLE \"strides.mot\" PLATE 2 AXES -y +z", "2 AXES", "is no C3D file"}});
}

constexpr const char* kMass = "SUBJECT MASS ${body_mass}";
constexpr const char* kKnee = "SUBJECT KNEE 1 2";

TEST(LaboratoryMessages, Subject) {
  expect_told(
      "strides.dat",
      {{kMass, "SUBJECT EXTERNAL MASS 70", "EXTERNAL", "expected SUBJECT MASS m EXTERNAL"},
       {kMass, "SUBJECT MASS 70 kg", "kg", "a unit follows its number without a blank: 70kg"},
       {kMass, "SUBJECT MASS body_mass", "body_mass", "a parameter's is ${body_mass}"},
       {kMass, "SUBJECT MASS = 70", "70", "mass m is '= 70'; expected a number here, and no '='"},
       {kMass, "SUBJECT BODY_MASS 70", "BODY_MASS", "expected SUBJECT MASS m, the mass in kg"},
       {kMass, "SUBJECT MAS 70", "MAS", "did you mean 'MASS'?"},
       {kMass, "SUBJECT MASS 70 EXTERN", "EXTERN", "did you mean 'EXTERNAL'?"},
       {kMass, "SUBJECT LEFT", "LEFT", "expected SUBJECT MASS m LEFT"},
       {kKnee, "SUBJECT KNIE 1 2", "KNIE", "did you mean 'KNEE'?"},
       {kKnee, "SUBJECT RIGHT KNEE 1 2", "RIGHT",
        "expected SUBJECT KNEE and the two bodies, then a name such as right_knee"},
       {kKnee, "SUBJECT RIGHT_KNEE 1 2", "RIGHT_KNEE", "expected SUBJECT KNEE and the two bodies"},
       {kKnee, "SUBJECT KNEE 1 2 right knee", "knee", "expected a name in one word: right_knee"},
       {kKnee, "SUBJECT KNEE 1 2 \"right\"", "\"right\"", "the name 'right' has quotes"},
       {kKnee, "SUBJECT KNEE 1 2 ZERO 5 deg", "deg",
        "a unit follows its number without a blank: 5deg"},
       {"REPORT t hip.angle", "REPORT t hip.torque", "hip.torque",
        "expected hip.angle, hip.moment, hip.power"},
       {"REPORT t hip.angle", "REPORT t hip.angle[deg]", "hip.angle[deg]",
        "'hip.angle' is in degrees already; expected it without [deg]"},
       {"REPORT t hip.angle", "REPORT t body3.x[deg]", "body3.x[deg]", "'body3.x' is no angle"},
       {"REPORT t hip", "REPORT time hip", "time", "the time is t"},
       {"PARAM body_height", "MARK rhs WHEN force1.fy > 20 N\nPARAM body_height", "N\n",
        "a unit follows its number without a blank: 20N"}});
}

}  // namespace
}  // namespace mbs
