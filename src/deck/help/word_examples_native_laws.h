// Short native decks that show motions, laws, muscles, events and studies: `mbsim help WORD` prints
// them. A test runs each.
#pragma once

#include <string_view>

namespace mbs::native_example {

inline constexpr std::string_view kWinch = R"(# A load on a rope that a winch shortens.
PLTRUSS 1  1 2
X 1  0 0
X 2  0.1 -1
FIX 1
INPUTE 1
DYNX 2 1
END HALT
INPUTE 1 1  0 -0.2
XM 2  10
GRAVITY 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kOwnSpring =
    R"(# A spring that stiffens, by an expression of its deformation e and its rate ed.
PLTRUSS 1  1 2
X 1  0 0
X 2  1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2  1
ELAW 1 1 = 40*e + 200*e^3 + 0.5*ed
STARTDX 2 1  1.2
TIMESTEP 2 10
END END
)";
inline constexpr std::string_view kController =
    R"(# A controller with a state q of its own turns a wheel to 1 rad.
X 2  0
DYNX 2
END HALT
XM 2  0.5
XLAW 2 1 = -20*(x - 1) - 4*v - 15*q
XDAMP 2  0.3
ODE q 0 RATE x2_1 - 1
TIMESTEP 4 8
END END
)";
inline constexpr std::string_view kBounce = R"(# A mass bounces on the ground.
X 1  0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1  1
GRAVITY 0 -9.81
EVENT bounce WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = 0.8
INTEG STEP 1e-12 1e-12
TIMESTEP 2 10
END END
)";
inline constexpr std::string_view kJointLoad =
    R"(# The load at the knee of a shank that moves as given.
X 1  0.08 0.25
X 2  -1.2
INPUTX 1
INPUTX 2
END HALT
INPUTX 1 1  0.08 0.5 -1.2
INPUTX 1 2  0.25 0.2 2.1
INPUTX 2 1  -1.2 2.5 -12
XM 1  3.5
XM 2  0.05
GRAVITY 0 -9.81
NETJOINT 1  1 2  0 0  AT 0 0.45
TIMES 0 0.1 0.05
END END
)";
inline constexpr std::string_view kSubject =
    R"(# Thigh and shank that move as given: the knee as clinics tell it.
SUBJECT MASS 70
SUBJECT HIP 0 0  1 2
SUBJECT KNEE 1 2  3 4 right_knee
SUBJECT RESIDUAL 1 2
X 1  0.03 0.8
X 2  -80deg
X 3  0.05 0.4
X 4  -100deg
INPUTX 1 1 2
INPUTX 2 1
INPUTX 3 1 2
INPUTX 4 1
END HALT
INPUTX 1 1  0.03 0.2 0
INPUTX 1 2  0.8 0 0
INPUTX 2 1  -80deg 1 -5
INPUTX 3 1  0.05 0.4 0
INPUTX 3 2  0.4 0 0
INPUTX 4 1  -100deg 2 -12
XM 1  7
XM 2  0.12
XM 3  3.5
XM 4  0.05
GRAVITY 0 -9.81
NETJOINT 1  1 2  0 0  -0.18 0
NETJOINT 2  3 4  1 2  -0.19 0
TIMES 0 0.1 0.05
END END
)";
inline constexpr std::string_view kElbow =
    R"(# A forearm, held at the start by a muscle whose stimulation is found.
PLREV 1  1 2  3 4   0 0  -0.15 0
X 1  0 0
X 3  0.1433 0.0443
X 4  0.3
FIX 1
FIX 2
DYNX 4
END HALT
XM 3  1.5
XM 4  0.02
GRAVITY 0 -9.81
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.1
MUSCLESTART MOMENT 1 2.1
TIMESTEP 0.2 4
END END
)";
inline constexpr std::string_view kMuscleTable =
    R"(# A forearm that two muscles of a table hold; what they bear is scaled.
PARAM strength = 0.9
PLREV 1  1 2  3 4   0 0  -0.15 0
X 1  0 0
X 3  0.1433 0.0443
X 4  0.3
FIX 1
FIX 2
DYNX 4
END HALT
XM 3  1.5
XM 4  0.02
GRAVITY 0 -9.81
MUSCLES "arm.csv" OF flexor SCALE FMAX ${strength} ONSET 0.1
MUSCLESTART REST
TIMESTEP 0.2 4
END END
)";
inline constexpr std::string_view kSharedMoment =
    R"(# A forearm whose elbow is turned; two muscles share the moment that this takes.
OUT elbow = -s2_1
PLREV 1  1 2  3 4   0 0  -0.15 0
PLTOR 2  2 4
X 1  0 0
X 3  0.15 0
X 4  0
FIX 1
FIX 2
INPUTE 2
END HALT
XM 3  1.5
XM 4  0.02
GRAVITY 0 -9.81
INPUTE 2 1 = 0.5*sin(5*t)
MUSCLE FLEX ARM 2 .345 -.035 FMAX 800 LOPT .13 LSLACK .18
MUSCLE BRAC ARM 2 .245 -.020 FMAX 500 LOPT .09 LSLACK .14
STATICOPT MOMENT 2 elbow POWER 3
TIMESTEP 0.4 4
END END
)";
inline constexpr std::string_view kWatched =
    R"(# What may be observed: names, channels, measures, tables.
PARAM speed = 2
INCLUDE "load.inc"
NAME NODE 1 wheel
OUT degrees = wheel.phi/deg
MEASURE fastest = MAX wheel.phid
REPORT t wheel.phi[deg] degrees EVERY 2
SUMMARY
X 1  0
DYNX 1
END HALT
XM 1  0.5
XF 1  ${load}
STARTVX 1 1  ${speed}
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kStrides =
    R"(# A foot that goes to and fro: a mark at each turn, and the strides between them.
MARK strike WHEN v1_1 < 0
MARK toeoff WHEN v1_1 > 0
STRIDE walk FROM strike TO strike OFF toeoff COLUMNS x1_1 v1_1
MEASURE cadence = walk.cadence
X 1  0
INPUTX 1
END HALT
INPUTX 1 1 = 0.3*sin(2*pi*t)
TIMESTEP 3 30
END END
)";
inline constexpr std::string_view kSwept =
    R"(# mbsim sweep runs this deck once for each value of the parameter.
PARAM speed = 2
SWEEP speed = 1, 2, 3
MEASURE furthest = LAST x1_1
X 1  0
DYNX 1
END HALT
XM 1  0.5
XLAW 1 1 = -0.3*v
STARTVX 1 1  ${speed}
TIMESTEP 1 10
END END
)";
}  // namespace mbs::native_example
