// Short decks that show the words of SEGDYN decks: `mbsim help WORD` prints them. A test runs each.
// One file above 400 lines: texts.
#pragma once

#include <string_view>

namespace mbs::segdyn_example {

inline constexpr std::string_view kChain = R"(SEGDYN
# Two segments that hang from a base; a moment acts on the second one.
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 0
STATE 2  -80deg 0.5
BASE 0 0
GRAV 0 -9.81
KNOWN M 2 = -5*(phi2 - phi1) - 0.5*(phid2 - phid1)
POINT 2  0.22 0
FORCE 2  0.22 0  FX = 2*sin(9*t) ; FY = 0 ; IN BODY
TIME 0 1 0.1
INTEG DOP853 1e-10 1e-10
FORM FULL
LIMIT STEPS 100000
END
)";
inline constexpr std::string_view kMirrored = R"(SEGDYN
# A crank, and two segments from it to a fixed point: the knee bends the other way than drawn.
SEGMENT 1  1.0 0.20 0.10 0.01
SEGMENT 2  2.0 0.50 0.25 0.06
SEGMENT 3  2.0 0.60 0.30 0.06
STATE 1  60deg 6
STATE 2  40deg
STATE 3  -40deg
FIX TIP 0.8 0
DRIVE HINGE 1 = 60deg + 6*t
ASSEMBLE 1 MIRRORED
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kMixed = R"(SEGDYN
# The first segment moves as given, its moment is asked for; from 0.5 s on it is free.
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 0
STATE 2  -80deg 0.5
KNOWN PHIDD 1 = 4*cos(6*t)
UNKNOWN M 1
FORWARD AT 0.5
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kRow = R"(SEGDYN
# An equation of one's own: M 1 - 2 M 2 = 0.
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 0
STATE 2  -80deg 0.5
KNOWN M 2 = -5*(phi2 - phi1)
UNKNOWN M 1
ROW 1 M 1   1
ROW 1 M 2  -2
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kHeld = R"(SEGDYN
# The tip of a chain is held up to 0.5 s; constraints are not corrected for drift.
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
SEGMENT 3  1.0 0.30 0.15 0.01
STATE 1  -60deg 0
STATE 2  -20deg 0
STATE 3  20deg 0
GRAV 0 -9.81
FIX TIP
FREE TIP AT 0.5
PROJECT OFF
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kTree = R"(SEGDYN
# A trunk that keeps its rate, with two legs; one of them has a straight knee.
SEGMENT 1  30 0.80 0.40 2.0
SEGMENT 2   9 0.42 0.18 0.15
SEGMENT 3   4 0.43 0.19 0.06
SEGMENT 4  13 0.86 0.35 0.90
ATTACH 2 1 0
ATTACH 4 1 0
STATE 1  80deg 0.2
STATE 2  -70deg 0
STATE 3  -70deg 0
STATE 4  -100deg 0
GRAV 0 -9.81
LOCK PHI 1
EQUAL PHI 2 3
TIME 0 0.5 0.1
END
)";
inline constexpr std::string_view kSprings = R"(SEGDYN
# Springs between segments, a law, a contact and an event.
SEGMENT 1  2.1 0.30 0.13 0.016
SEGMENT 2  1.3 0.26 0.11 0.008
STATE 1  -75deg 0
STATE 2  15deg  0.4
BASE 0 0.45
GRAV 0 -9.81
SDA 1 2  -0.05 0.03  -0.04 0.01   180 0.16 2
RSDA 1 2  0.6 0 0.02
LAW RSDA 1 = 0.05*sin(8*t)
BDAMP 2  0 0 0.01
CONTACT 2 LINE 0.26 0 0  0 0.12 1 0  PENALTY 4e4 1.5 0.4 0.3 0.01
EVENT lock WHEN t > 0.35 DO FIX HINGE 2
TIME 0 0.8 0.1
END
)";
inline constexpr std::string_view kStanding = R"(SEGDYN
# A leg on springs at ankle, knee and hip: where it stands, and how it sways there.
SEGMENT 1   4 0.43 0.24 0.06
SEGMENT 2   9 0.42 0.23 0.15
SEGMENT 3  40 0.70 0.35 2.00
STATE 1   80deg
STATE 2  110deg
STATE 3   75deg
GRAV 0 -9.81
RSDA 0 1  900 1.4 20
RSDA 1 2  700 0.5 20
RSDA 2 3  600 -0.6 20
STATIC
EIGEN 3
ITERSTEP 50 4 1e-11
END
)";
inline constexpr std::string_view kBlade = R"(SEGDYN
# A swing of two segments with leaf springs: from the ceiling to its lower end, across its joint,
# and, with mass of its own, from its end to a wall.
SEGMENT 1  3.0 0.40 0.20 0.04
SEGMENT 2  2.0 0.40 0.20 0.03
STATE 1  -80deg 0
STATE 2  -100deg 0
GRAV 0 -9.81
PLBEAM 0 1   -0.05 0  -0.05 0.03   2e4 4
PLBEAMG 1 2   0.1 -0.02  -0.1 -0.02   1e4 2  DAMP 5 0.01
PLBEAML 2 0   0.2 0   0.4 -0.8   1e4 3  DAMP 5 0.01  MASS 0.3
TIME 0 0.5 0.1
END
)";
inline constexpr std::string_view kElbow = R"(SEGDYN
# A forearm, held at the start by a muscle whose stimulation is found; q is its mean stimulation.
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.3 0
GRAV 0 -9.81
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.1
MUSCLESTART MOMENT 1 2.1
ODE q 0 RATE (FLEX.act - q)/0.1
TIME 0 0.2 0.05
END
)";
inline constexpr std::string_view kPath = R"(SEGDYN
# A forearm that an elastic cord over the elbow's pulley holds, beside a muscle from point to point.
SEGMENT 1  2.0 0.30 0.13 0.02
SEGMENT 2  1.5 0.35 0.15 0.02
STATE 1  -90deg 0
STATE 2  -30deg 0
GRAV 0 -9.81
PATH 1 -0.1 0.02  CIRCLE 1 0.17 0 0.03 RIGHT  2 -0.1 0.02
PATH 1 0 0.02  2 -0.10 0.01
LAW PATH 1 = max(0, 800*e + 5*ed)
MUSCLE FLEX OVER PATH 2 FMAX 300 LOPT .10 LSLACK .1 STIM = .1
TIME 0 0.2 0.05
END
)";
inline constexpr std::string_view kMuscleTable = R"(SEGDYN
# A forearm that two muscles of a table hold; what they bear is scaled.
PARAM strength = 0.9
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.3 0
GRAV 0 -9.81
MUSCLES "arm.csv" OF flexor SCALE FMAX ${strength} ONSET 0.1
MUSCLESTART REST
TIME 0 0.2 0.05
END
)";
inline constexpr std::string_view kSharedMoment = R"(SEGDYN
# A forearm whose acceleration is given; two muscles share the moment that this takes.
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0 2.5
GRAV 0 -9.81
KNOWN PHIDD 1 = -12.5*sin(5*t)
UNKNOWN M 1
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18
MUSCLE BRAC ARM 1 .245 -.020 FMAX 500 LOPT .09 LSLACK .14
STATICOPT MOMENT 1 m1 POWER 3
TIME 0 0.4 0.1
END
)";
inline constexpr std::string_view kWatched = R"(SEGDYN
# What may be observed: names, channels, measures, tables.
PARAM speed = 2
INCLUDE "load.inc"
NAME SEGMENT 1 rod
OUT degrees = rod.phi/deg
MEASURE fastest = MAX rod.phid
REPORT t rod.phi[deg] degrees EVERY 2
SUMMARY
SEGMENT 1  3.5 0.45 0.20 0.06
STATE 1  0 ${speed}
KNOWN M 1 ${load}
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kSubject = R"(SEGDYN
# Thigh and shank on a hip, moved by their joints: the knee as clinics tell it.
SUBJECT MASS 70
SUBJECT HIP 0 1
SUBJECT KNEE 1 2 right_knee
SUBJECT RESIDUAL 1
SEGMENT 1  7 0.42 0.18 0.12
SEGMENT 2  3.5 0.43 0.19 0.05
STATE 1  -80deg
STATE 2  -100deg
GRAV 0 -9.81
DRIVE HINGE 1 = -80*deg + 0.3*sin(5*t)
DRIVE HINGE 2 = -20*deg + 0.2*sin(5*t)
TIME 0 0.1 0.05
END
)";
inline constexpr std::string_view kStrides = R"(SEGDYN
# A leg that swings to and fro: a mark at each turn, and the strides between them.
MARK strike WHEN phid1 < 0
MARK toeoff WHEN phid1 > 0
STRIDE walk FROM strike TO strike OFF toeoff COLUMNS phi1[deg] phid1
MEASURE cadence = walk.cadence
SEGMENT 1  3.5 0.45 0.20 0.06
STATE 1  -60deg 0
GRAV 0 -9.81
TIME 0 4 0.1
END
)";
inline constexpr std::string_view kSwept = R"(SEGDYN
# mbsim sweep runs this deck once for each value of the parameter.
PARAM speed = 2
SWEEP speed = 1, 2, 3
MEASURE furthest = MAX phi1
SEGMENT 1  3.5 0.45 0.20 0.06
STATE 1  0 ${speed}
GRAV 0 -9.81
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kCrank = R"(SEGDYN
# A driven slider-crank: the pin of the coupler rubs in its slot and at the crank.
SEGMENT 1  2 0.20 0.10 0.01
SEGMENT 2  3 0.50 0.25 0.06
STATE 1  60deg 6
STATE 2  -20.2deg
GRAV 0 -9.81
SLOT 2 0  0.25 0  0 0  1 0
DRIVE HINGE 1 = 60deg + 6*t
FRICTION JOINT 2  0.02 0.15
FRICTION SLOT 1  0.2 0.1
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kFourBar = R"(SEGDYN
# A four-bar linkage of two segments and a rod, and beside it one that closes in a pin.
SEGMENT 1  2 0.20 0.10 0.01
SEGMENT 2  3 0.50 0.25 0.06
SEGMENT 3  1 0.40 0.20 0.02
ATTACH 3 1
STATE 1  60deg 2
STATE 2  10deg
STATE 3  -40deg
GRAV 0 -9.81
ROD 2 0  0.25 0  0.6 0  0.3
REVOLUTE 3 0  0.20 0  0.4 -0.1
TIME 0 0.5 0.1
END
)";
inline constexpr std::string_view kPlanet = R"(SEGDYN
# A planet rolls round a sun that stands still, a pulley is turned by a belt on the sun's shaft.
SEGMENT 1  2.0 0.30 0.15 0.02
SEGMENT 2  1.0 0.10 0    0.005
SEGMENT 3  0.5 0.05 0    0.001
ATTACH 2 1
ATTACH 3 1 0.2
STATE 1  0 5
STATE 2  0
STATE 3  0
GEAR 2 0  0 0 0.1  0 0 0.2
BELT 3 0  0 0 0.05  0 0 0.08
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kPress = R"(SEGDYN
# A carriage on a guide carries a screw, which turns in a nut that stands still.
SEGMENT 1  4.0 0.2 0 0.05
SEGMENT 2  0.5 0.1 0 0.02
ATTACH 2 1 0
STATE 1  0 0
STATE 2  0
FREE BASE
TRANSLATIONAL 0 1  0 0  1 0  0 0
SCREW 2 1 0  0 0  1 0  0.01
LAW SCREW 1 = 2e4*e + 100*ed
KNOWN MEXT 2 0.3
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kPinion = R"(SEGDYN
# A crank pushes a pinion along a rack.
SEGMENT 1  2 0.20 0.10 0.01
SEGMENT 2  3 0.50 0.25 0.06
SEGMENT 3  1 0.05 0    0.002
STATE 1  60deg 3
STATE 2  -20.2deg
STATE 3  0
GRAV 0 -9.81
SLOT 3 0  0 0  0 0  1 0
RACK 3 0  0 0 0.05  1 0
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kWheel = R"(SEGDYN
# A crank pushes a wheel along the ground.
SEGMENT 1  2 0.20 0.10 0.01
SEGMENT 2  3 0.50 0.25 0.06
SEGMENT 3  1 0.05 0    0.002
STATE 1  60deg 3
STATE 2  -20.2deg
STATE 3  0
GRAV 0 -9.81
ROLL 3 0 LINE  0 0 0.1  0 -0.1  1 0
FRICTION ROLL 1  0.002
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kTrack = R"(SEGDYN
# The hand of an arm follows a curve of the ground; the elbow turns as the shoulder does.
SEGMENT 1  2.1 0.30 0.13 0.016
SEGMENT 2  1.3 0.26 0.11 0.008
SEGMENT 3  0.4 0.10 0.05 0.001
STATE 1  30deg 1
STATE 2  80deg
STATE 3  100deg
POINT 2 0.15 0
CAM 2 0 POINT 0.15 0 RADIUS = 0.5 + 0.01*cos(2*u)
RELATION = phi3 - phi2 - 0.5*(phi2 - phi1)
TIME 0 0.3 0.1
END
)";
inline constexpr std::string_view kCurves = R"(SEGDYN
# The round tip of an arm slides along a wall.
SEGMENT 1  2 0.5 0.25 0.05
SEGMENT 2  1 0.4 0.20 0.02
STATE 1  60deg 0.5
STATE 2  45deg
CURVES 2 0  X = 0.2 + 0.05*cos(u) ; Y = 0.05*sin(u) ; FROM 0 TO 360deg ; &
       ON RADIUS = 0.9 + 0.2*cos(2*u) ; SLIDING
TIME 0 0.3 0.1
END
)";
inline constexpr std::string_view kSkate = R"(SEGDYN
# A skate on ice, whose rider swings a second body as a formula says.
SEGMENT 1  60 0.5 0.25 2
SEGMENT 2   5 0.4 0.20 0.1
STATE 1  0 1
STATE 2  0
FREE BASE
BASE 0 0 1 0
POINT 1 0 0
VFORMULA = point1.yd*cos(phi1) - point1.xd*sin(phi1)
FORMULA = phi2 - phi1 - 0.3*sin(2*t)
TIME 0 1 0.1
END
)";
inline constexpr std::string_view kClosed = R"(SEGDYN
# A four-bar linkage: the fourth segment is welded to the ground.
SEGMENT 1  2 0.20 0.10 0.01
SEGMENT 2  3 0.50 0.25 0.06
SEGMENT 3  2 0.40 0.20 0.03
SEGMENT 4  1 0.10 0    0.01
STATE 1  60deg 2
STATE 2  10deg
STATE 3  -60deg
STATE 4  0
GRAV 0 -9.81
WELD 4 0  0 0  0.79 -0.09
TIME 0 0.5 0.1
END
)";
inline constexpr std::string_view kUnits =
    "SEGDYN\n"
    "UNITS mm N s deg\n"
    "SEGMENT 1 2kg 500 250 ${2kg * 500^2 / 12}\n"
    "STATE 1 -60 0\n"
    "GRAV EARTH\n"
    "TIME 0 1 0.5\n"
    "END\n";
inline constexpr std::string_view kRequires =
    "SEGDYN\n"
    "REQUIRES 0.1\n"
    "UNITS mm N s deg\n"
    "SEGMENT 1 2kg 500 250 ${2kg * 500^2 / 12}\n"
    "STATE 1 -60 0\n"
    "GRAV EARTH\n"
    "TIME 0 1 0.5\n"
    "END\n";

}  // namespace mbs::segdyn_example
