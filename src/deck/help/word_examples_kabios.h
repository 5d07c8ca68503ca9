// Short decks that show the words of KABIOS decks: `mbsim help WORD` prints them. A test runs each.
// One file above 400 lines: texts.
#pragma once

#include <string_view>

namespace mbs::kabios_example {

inline constexpr std::string_view kPendulum =
    R"(# A rod on a pin in the ground, with a torsional spring, a motor and friction.
2 1 0 1 0 0 0 0 0        (a)
0 0 0                    (b)
0.5 0 0                  (b)
1 2   0 0   -0.5 0       (c)
1                        (e)
0 1 0.1                  (j)
MASS 2  1.5 0.125
VEL 2  0 0.5 1
GRAV 0 -9.81
RSDA 1 2  20 0 0.1
LAW RSDA 1 = -2*sin(3*t)
TORQ 2 0.5
BDAMP 2  0.2 0.2 0.01
FORCE 2  0.5 0  0 1
INTEG STEP 1e-9 1e-9
FORM FULL
LIMIT STEPS 100000
OUTLEVEL 1
END
)";
inline constexpr std::string_view kMirrored =
    R"(# A four-bar linkage, crossed though it is drawn open.
4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.8 60deg
2.6 2.6 30deg
3.5 1.8 60deg
1 2   0 0   -1 0
2 3   1 0   -2 0
3 4   2 0    2 0
4 1  -2 0  2.5 0
1
2 3  60deg 6 0
0 1 0.1
ASSEMBLE 1 MIRRORED
END
)";
inline constexpr std::string_view kSpring = R"(# A mass on a spring beside a wall.
2 0 0 1 0 0 0 0 0
0 0 0
0 -0.5 0
1
0 1 0.1
MASS 2  1.5 0.01
GRAV 0 -9.81
SDA 1 2   0 0   0 0   200 0.45 1
END
)";
inline constexpr std::string_view kLamp =
    R"(# A desk lamp: where two springs hold it, and its two lowest frequencies there.
3 2 0 1 0 0 0 0 0
0 0 0
0.1 0.17 60deg
0.4 0.35 0
1 2   0 0      -0.2 0
2 3   0.2 0    -0.2 0
1
0 0 1
MASS 2  0.4 0.0055
MASS 3  0.5 0.0070
GRAV 0 -9.81
SDA 1 2  -0.1 0.1  0 0.02   250 0.145 1
RSDA 2 3  12 -0.96 0.05
STATIC
EIGEN 2
ITERSTEP 50 2 1e-11
END
)";
inline constexpr std::string_view kDriven =
    R"(# A crank that moves by an expression; at 0.5 s its drive is let go.
2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2   0 0   -0.5 0
1
0 1 0.1
MASS 2  1.5 0.125
DRIVE 2 PHI = 0.3*sin(2*pi*t)
FORWARD AT 0.5
END
)";
inline constexpr std::string_view kMeasured =
    R"(# The load at the knee of a shank that moves as given.
1 0 0 0 0 0 0 0 0
0.08 0.25 -1.2
0 0.1 0.05
MASS 1  3.5 0.05
GRAV 0 -9.81
MOTION 1  0.08 0.5 -1.2   0.25 0.2 2.1   -1.2 2.5 -12
NETJOINT 1 0 AT 0 0.45
END
)";
inline constexpr std::string_view kSubject =
    R"(# Thigh and shank that move as given: the knee as clinics tell it.
SUBJECT MASS 70
SUBJECT HIP 0 1
SUBJECT KNEE 1 2 right_knee
SUBJECT RESIDUAL 1
2 0 0 0 0 0 0 0 0
0.03 0.8 -80deg
0.05 0.4 -100deg
0 0.1 0.05
MASS 1  7 0.12
MASS 2  3.5 0.05
GRAV 0 -9.81
MOTION 1  0.03 0.2 0  0.8 0 0  -80deg 1 -5
MOTION 2  0.05 0.4 0  0.4 0 0  -100deg 2 -12
NETJOINT 1 0  -0.18 0
NETJOINT 2 1  -0.19 0
END
)";
inline constexpr std::string_view kMarkers =
    R"(# The middle of two markers. Below MARKERS "walk.trc" AXES +x +y it could be the place of the
# joint: NETJOINT 1 0 MARKERS "knee".
1 0 0 0 0 0 0 0 0
0.08 0.25 -1.2
0 0.1 0.05
MASS 1  3.5 0.05
GRAV 0 -9.81
MARKERS "knee" MIDDLE "RKNL" "RKNM"
MOTION 1  0.08 0.5 -1.2   0.25 0.2 2.1   -1.2 2.5 -12
NETJOINT 1 0 AT 0 0.45
END
)";
inline constexpr std::string_view kCrate =
    R"(# A crate falls on the ground and stops the run when it is low.
2 0 0 1 0 0 0 0 0
0 0 0
0 0.5 0.3
1
0 0.5 0.02
MASS 2  5 0.0833
GRAV 0 -9.81
CONTACT 2 1 LINE  -0.2 -0.1 0   0 0 1 0   PENALTY 5e4 1 1  0.6 1e-3
EVENT low WHEN body2.y < 0.25 DO STOP
INTEG STIFF 1e-8 1e-8
END
)";
inline constexpr std::string_view kFlywheel =
    R"(# A flywheel runs down on its pin and stands still.
2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2   0 0   0 0
1
0 4 0.5
MASS 2  20 0.5
VEL 2  0 0 3
GRAV 0 -9.81
FRICTION REVOLUTE 1  0.03 0.2 0.1
END
)";
inline constexpr std::string_view kController =
    R"(# A controller with a state q of its own turns a wheel to 1 rad.
2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2   0 0   0 0
1
0 4 0.5
MASS 2  1 0.5
LAW BODY 2 PHI = -20*(x - 1) - 4*v - 15*q
ODE q 0 RATE body2.phi - 1
END
)";
inline constexpr std::string_view kElbow =
    R"(# A forearm, held at the start by a muscle whose stimulation is found.
2 1 0 1 0 0 0 0 0
0 0 0
0.1433 0.0443 0.3
1 2   0 0   -0.15 0
1
0 0.2 0.05
MASS 2  1.5 0.02
GRAV 0 -9.81
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.1
MUSCLESTART MOMENT 1 2.1
END
)";
inline constexpr std::string_view kMuscleTable =
    R"(# A forearm that two muscles of a table hold; what they bear is scaled.
PARAM strength = 0.9
2 1 0 1 0 0 0 0 0
0 0 0
0.1433 0.0443 0.3
1 2   0 0   -0.15 0
1
0 0.2 0.05
MASS 2  1.5 0.02
GRAV 0 -9.81
MUSCLES "arm.csv" OF flexor SCALE FMAX ${strength} ONSET 0.1
MUSCLESTART REST
END
)";
inline constexpr std::string_view kSharedMoment =
    R"(# A forearm whose elbow is turned; two muscles share the moment that this takes.
2 1 0 1 0 0 0 0 0
0 0 0
0.15 0 0
1 2   0 0   -0.15 0
1
0 0.4 0.1
DRIVE REVOLUTE 1 = 0.5*sin(5*t)
MASS 2  1.5 0.02
GRAV 0 -9.81
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18
MUSCLE BRAC ARM 1 .245 -.020 FMAX 500 LOPT .09 LSLACK .14
OUT elbow = -formula1.s
STATICOPT MOMENT 1 elbow POWER 3
END
)";
inline constexpr std::string_view kRod = R"(# A double rocker whose coupler is a rod without a body.
3 2 0 1 0 1 0 0 0
0 0 0
0.1 0 1
0.5 0.2 1.5
1 2   0 0    0 0
1 3   0.5 0  -0.2 0
1
2 3   1 2 0
0 1 0.25
ROD 2 3  0.2 0  0.2 0  0.5
END
)";
inline constexpr std::string_view kYoke =
    R"(# A crank drives a Scotch yoke through a slot and a shaft through gears.
4 2 1 1 0 1 0 0 0
0 0 0
0 0 0.3
0.09 0 0
0.3 0 0
1 2  0 0  0 0
1 4  0.3 0  0 0
1 3  0 0  1 0  0 0
1
2 3  0.3 10 0
0 0.6 0.1
SLOT 2 3  0.1 0  0 0  0 1
GEAR 2 4  0 0 0.1  0 0 0.2
END
)";
inline constexpr std::string_view kWeld = R"(# A handle welded to a driven crank.
3 1 0 1 0 1 0 0 0
0 0 0
0.2 0 0
0.4 0.1 0
1 2   0 0   -0.2 0
1
2 3   0 3 0
0 1 0.25
WELD 2 3  0.2 0  0 -0.1
MASS 3  0.2 1e-3
END
)";
inline constexpr std::string_view kBelt = R"(# A belt from a driven pulley to a larger one.
3 2 0 1 0 1 0 0 0
0 0 0
0 0 0
0.5 0 0
1 2   0 0    0 0
1 3   0.5 0  0 0
1
2 3   0 10 0
0 1 0.25
BELT 2 3  0 0 0.05  0 0 0.15
END
)";
inline constexpr std::string_view kRack = R"(# A driven pinion moves a rack.
3 1 1 1 0 1 0 0 0
0 0 0
0 0.05 0
0 0 0
1 2   0 0.05  0 0
1 3   0 0  1 0  0 0
1
2 3   0 2 0
0 1 0.25
RACK 2 3  0 0 0.05  1 0
END
)";
inline constexpr std::string_view kScrew = R"(# A driven screw moves a slide along the ground.
3 1 1 1 0 1 0 0 0
0 0 0
-0.1 0 0
0 0 0
1 2   -0.1 0  0 0
1 3   0 0  1 0  0 0
1
2 3   0 12 0
0 1 0.25
SCREW 2 3 1  0 0  1 0  0.02
END
)";
inline constexpr std::string_view kRoll = R"(# A wheel rolls along the ground.
2 0 0 1 0 1 0 0 0
0 0 0
0 0.25 0
1
2 3   0 -2 0
0 1 0.25
ROLL 2 1 LINE  0 0 0.25  0 0  1 0
END
)";
inline constexpr std::string_view kPath =
    R"(# A rope over a pulley: one mass goes up as the other goes down.
3 0 0 1 4 1 0 0 0
0 0 0
-0.1 -1 0
0.1 -1 0
1
2 1
2 3
3 1
3 3
2 2   -1 0.1 0
0 1 0.25
PATH  2 0 0  PULLEY 1 0 0 0.1 RIGHT  3 0 0
END
)";
inline constexpr std::string_view kFormula =
    R"(# A cam lifts a follower; a second one moves twice as far, by a relation.
4 0 0 1 6 1 0 0 0
0 0 0
0 0 0
0.1 0 0
0.2 0 0
1
2 1
2 2
3 1
3 3
4 1
4 3
2 3   0 6 0
0 1 0.25
FORMULA = body3.y - 0.01*(1 - cos(body2.phi))
RELATION = body4.y - 2*body3.y
END
)";
inline constexpr std::string_view kVelocityFormula =
    R"(# A sledge on a knife edge, which lets it go along only, is pulled aside.
1 0 0 0 0 0 0 0 0
0 0 0
0 1 0.25
VFORMULA = -sin(body1.phi)*body1.xd + cos(body1.phi)*body1.yd - 0.4*body1.phid
MASS 1  2 0.3
VEL 1  1 0 0
FORCE 1  0.5 0  0 1
END
)";
inline constexpr std::string_view kCam =
    R"(# An eccentric lifts a flat-faced tappet.
3 0 0 1 4 1 0 0 0
0 0 0
0 0 0
0 0.04 0
1
2 1
2 2
3 1
3 3
2 3   0 6 0
0 1 0.125
CAM 3 2  FLAT 0 0 -1 0  X = 0.01 + 0.03*cos(u) ; Y = 0.03*sin(u) ; FROM 0 TO 360deg
END
)";
inline constexpr std::string_view kCurves =
    R"(# Elliptic gears about foci 0.1 m apart.
3 2 0 1 0 1 0 0 0
0 0 0
0 0 0
0.1 0 180deg
1 2  0 0  0 0
1 3  0.1 0  0 0
1
2 3   0 6 0
0 1 0.125
CURVES 3 2  RADIUS = 0.0375/(1 + cos(u)/2) ; ON RADIUS = 0.0375/(1 - cos(u)/2) ; TOOTHED
END
)";
inline constexpr std::string_view kWatched =
    R"(# What may be observed: names, channels, measures, tables.
PARAM speed = 2
INCLUDE "load.inc"
NAME BODY 2 crank
OUT degrees = crank.phi/deg
MEASURE fastest = MAX crank.yd
REPORT t crank.phi[deg] degrees EVERY 2
SUMMARY
2 1 0 1 0 1 0 0 0
0 0 0
0.5 0 0
1 2   0 0   -0.5 0
1
2 3   0 ${speed} ${load}
0 1 0.1
END
)";
inline constexpr std::string_view kStrides =
    R"(# A leg that swings to and fro: a mark at each turn, and the strides between them.
MARK strike WHEN body2.phid < 0
MARK toeoff WHEN body2.phid > 0
STRIDE walk FROM strike TO strike OFF toeoff COLUMNS body2.phi[deg] body2.phid
MEASURE cadence = walk.cadence
2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2   0 0   -0.5 0
1
0 3 0.1
DRIVE 2 PHI = 0.3*sin(2*pi*t)
END
)";
inline constexpr std::string_view kSwept =
    R"(# mbsim sweep runs this deck once for each value of the parameter.
PARAM speed = 2
SWEEP speed = 1, 2, 3
MEASURE fastest = MAX body2.yd
2 1 0 1 0 1 0 0 0
0 0 0
0.5 0 0
1 2   0 0   -0.5 0
1
2 3   0 ${speed} 0
0 1 0.1
)";
inline constexpr std::string_view kUnits =
    "UNITS mm N s deg\n"
    "2 1 0 1 0 0 0 0 0\n"
    "0 0 0\n"
    "250 0 0\n"
    "1 2  0 0  -250 0\n"
    "1\n"
    "0 1 0.5\n"
    "MASS 2 2kg ${2kg * 500^2 / 12}\n"
    "RSDA 1 2 20 30 0\n"
    "GRAV EARTH\n"
    "END\n";
inline constexpr std::string_view kRequires =
    "REQUIRES 0.1\n"
    "UNITS mm N s deg\n"
    "2 1 0 1 0 0 0 0 0\n"
    "0 0 0\n"
    "250 0 0\n"
    "1 2  0 0  -250 0\n"
    "1\n"
    "0 1 0.5\n"
    "MASS 2 2kg ${2kg * 500^2 / 12}\n"
    "RSDA 1 2 20 30 0\n"
    "GRAV EARTH\n"
    "END\n";

}  // namespace mbs::kabios_example
