// Short native decks that show elements: `mbsim help WORD` prints them. A test runs each.
// One file above 400 lines: texts.
#pragma once

#include <string_view>

namespace mbs::native_example {

inline constexpr std::string_view kSpring = R"(# A mass on a spring that hangs from point 1.
PLTRUSS 1  1 2
X 1  0 0
X 2  0 -0.5
FIX 1
DYNX 2
RLSE 1
END HALT
XM 2  1.5
ESTIFF 1  100
EDAMP 1  1
EREST 1  0.45
ESIG 1  0.5
GRAVITY 0 -9.81
STARTDX 2 1  0.1 0
TIMESTEP 1 10
INTEG DOP853 1e-10 1e-10
END END
)";
inline constexpr std::string_view kMirrored =
    R"(# Two bars hold a point below their bearings, though it is drawn above.
PLTRUSS 1  1 3
PLTRUSS 2  2 3
X 1  0 0
X 2  1 0
X 3  0.5 0.8
FIX 1
INPUTX 2 1
FIX 2 2
END HALT
INPUTX 2 1  1 0.1
ASSEMBLE 1 MIRRORED
TIMES 0 1 0.1
END END
)";
inline constexpr std::string_view kFlexibleRod = R"(# A flexible rod on a hinge, bent at the start.
PLBEAM 1  1 2  3 4
X 1  0 0
X 3  1 0
FIX 1
DYNX 2
DYNE 1  2 3
END HALT
EM 1  0.5
ESTIFF 1  1e5 2
STARTDE 1 2  0.01
STARTVX 2 1  1
TIMES 0 0.1 0.02
INTEG STEP
ERROR 1e-9 1e-9
LIMIT STEPS 100000
FORM FULL
OUTLEVEL 1
END END
)";
inline constexpr std::string_view kCantilever =
    R"(# A cantilever with a load at its tip: equilibrium, then two frequencies about it.
PLBEAMG 1  1 2  3 4
X 1  0 0
X 3  1 0
FIX 1
FIX 2
DYNE 1
END HALT
EM 1  0.5
ESTIFF 1  1e5 20
XM 3  0.5
XF 3  0 -2
STATIC
EIGEN 2
ITERSTEP 30 4 1e-10
END END
)";
inline constexpr std::string_view kLargeBending =
    R"(# A cantilever that bends far under a moment at its tip.
PLBEAML 1  1 2  3 4
X 1  0 0
X 3  1 0
FIX 1
FIX 2
DYNE 1
END HALT
ESTIFF 1  1e5 2
XF 4  3
STATIC
END END
)";
inline constexpr std::string_view kTwoRods =
    R"(# Two hinged rods with a torsional spring between them; point 1 is the tip.
PLREV 1  1 2  3 4   0 0  -0.2 0
PLREV 2  3 4  5 6   0.2 0  -0.3 0
PLTOR 3  4 6
X 1  0 0
X 3  0.2 0
X 5  0.7 0
FIX 1
FIX 2
RLSE 3
DYNX 4
DYNX 6
POINT 1  5 6  0.3 0
END HALT
XM 3  1
XM 4  0.02
XM 5  0.5
XM 6  0.02
ESTIFF 3  20
XLAW 4 1 = -0.1*v
PFORCE 1  5 6  0.3 0  0 -2
GRAVITY 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kSlider = R"(# A crank drives a slider, which a spring pulls back.
PLREV 1   10 11  1 2   0 0   -0.1 0
PLREV 2   1 2  3 4   0.1 0  -0.25 0
PLREV 3   3 4  5 6   0.25 0   0 0
PLTRAN 4  10 11  5 6   0 0  1 0   0 0
PLSDA 5   10 11  5 6   1 0  0 0
X 10  0 0
X 1   0.1 0
X 3   0.45 0
X 5   0.7 0
FIX 10
FIX 11
INPUTX 2
RLSE 5
END HALT
INPUTX 2 1 = 10*t
ESTIFF 5  20
XM 5  0.5
TIMESTEP 0.6 12
END END
)";
inline constexpr std::string_view kBall = R"(# A ball falls on the ground and bounces.
PLCLINE 1  1 2  8 9   0 0  0.05   0 0  1 0
X 1  0 1
X 8  0 0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1  0.6
XM 2  1e-3
GRAVITY 0 -9.81
CONTACT 1 RIGID  0.8  0.3 0.3
TIMESTEP 1 20
END END
)";
inline constexpr std::string_view kStops =
    R"(# A wheel turns back and forth between two stops.
PLTOR 1  1 2
X 1  0
X 2  0
FIX 1
DYNE 1 1
END HALT
XM 2  0.3
STARTDE 1 1  0 4
STOPS 1 1  MIN -0.5 MAX 60deg  RIGID 0.8
TIMESTEP 5 10
END END
)";
inline constexpr std::string_view kFlywheel =
    R"(# A flywheel runs down on its pin and stands still.
PLREV 1  1 2  3 4   0 0  0 0
PLTOR 2  2 4
X 1  0 0
X 3  0 0
FIX 1
FIX 2
DYNX 4
END HALT
XM 3  20
XM 4  0.5
STARTVX 4 1  3
GRAVITY 0 -9.81
FRICTION 1  2 1  0.03 0.2 0.1
TIMESTEP 4 8
END END
)";
inline constexpr std::string_view kWheelInRing = R"(# A wheel rolls without slip inside a ring.
PLCCIRC 1  1 2  8 9   0 0  0.1   0 0  -0.5
X 1  0.4 0
X 8  0 0
FIX 8
FIX 9
DYNX 1 2
END HALT
XM 1  2
XM 2  0.01
GRAVITY 0 -9.81
DOF AUTO
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kKerb = R"(# A wheel runs against a kerb and over it.
PLCLINE 1  1 2  8 9   0 0  0.3   0 0  1 0
PLCPOLY 2  1 2  8 9   POLYGON 0 0 0.3   0.5 0  0.5 0.05  4 0.05  4 0
X 1  0 0.3
X 8  0 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1  10
XM 2  0.8
STARTVX 1 1  3
STARTVX 2 1  -10
GRAVITY 0 -9.81
CONTACT 1 RIGID  0  0.9 0.8
CONTACT 2 RIGID  0  0.9 0.8
TIMESTEP 1 20
END END
)";
inline constexpr std::string_view kSlot = R"(# The trammel of Archimedes: two pins in two slots.
PLSLOT 1  3 4  1 2   0.4 0  0 0  1 0
PLSLOT 2  3 4  1 2  -0.4 0  0 0  0 1
X 1  0 0
X 3  0.4 0
FIX 1
FIX 2
INPUTX 4
END HALT
INPUTX 4 1  0 ${2*pi}
TIMES 0 1 0.125
END END
)";
inline constexpr std::string_view kWeld =
    R"(# A handle welded to a crank; the report has the forces in the weld.
PLREV 1   1 2  3 4   0 0  -0.2 0
PLWELD 2  3 4  5 6   0.2 0  0 -0.1
X 1  0 0
X 3  0.2 0
X 5  0.4 0.1
FIX 1
FIX 2
INPUTX 4
END HALT
INPUTX 4 1  0 3
XM 5  0.2
GRAVITY 0 -9.81
TIMES 0 1 0.25
END END
)";
inline constexpr std::string_view kTop =
    R"(# A top in space on a fixed point, held by an elastic string.
PINBODY 1  1 2 3
TRUSS 2  3 4
X 1  0 0 0
X 2  1 0 0 0
X 3  0 0 0.1
X 4  0.2 0 0.3
FIX 1
FIX 4
DYNX 2
RLSE 2
END HALT
XM 3  1
XM 2  0.04 0 0  0.04 0  0.02
ESTIFF 2  5
STARTVX 2 3  40
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kGear =
    R"(# A pinion drives a wheel of twice its radius against a torque.
PLREV 1   1 2  3 4   0 0    0 0
PLREV 2   1 2  5 6   0.3 0  0 0
PLGEAR 3  3 4  5 6   0 0 0.1  0 0 0.2
X 1  0 0
X 3  0 0
X 5  0.3 0
FIX 1
FIX 2
INPUTX 4
END HALT
INPUTX 4 1  0 10
XF 6  2
TIMES 0 1 0.25
END END
)";
inline constexpr std::string_view kBelt = R"(# A belt from a motor pulley to a larger one.
PLREV 1   1 2  3 4   0 0    0 0
PLREV 2   1 2  5 6   0.5 0  0 0
PLBELT 3  3 4  5 6   0 0 0.05  0 0 0.15
X 1  0 0
X 3  0 0
X 5  0.5 0
FIX 1
FIX 2
DYNX 4
END HALT
XM 4  1e-3
XM 6  0.02
XLAW 4 1 = 2 - 0.01*v
TIMES 0 1 0.25
END END
)";
inline constexpr std::string_view kRack = R"(# A driven pinion moves a rack to the left.
PLREV 1   1 2  3 4   0 0.05  0 0
PLTRAN 2  1 2  5 6   0 0  1 0  0 0
PLRACK 3  3 4  5 6   0 0 0.05  1 0
X 1  0 0
X 3  0 0.05
X 5  0 0
FIX 1
FIX 2
INPUTX 4
END HALT
INPUTX 4 1  0 2
XM 5  3
TIMES 0 1 0.25
END END
)";
inline constexpr std::string_view kScrew =
    R"(# A flywheel turns a screw, which moves a slide of 4 kg along the ground.
PLTRAN 1  1 2  5 6   0 0  1 0  0 0
PLSCREW 2  4  5 6  1 2   0 0  1 0  0.02
X 1  0 0
X 2  0
X 4  0
X 5  0 0
FIX 1
FIX 2
DYNX 4
END HALT
XM 4  0.05
XM 5  4
XF 4  0.3
TIMES 0 1 0.25
END END
)";
inline constexpr std::string_view kPath = R"(# Atwood's machine: two masses on a rope over a pulley.
PATH 1  2 9 0 0  PULLEY 1 9 0 0 0.1 RIGHT  3 9 0 0
X 1  0 0
X 9  0
X 2  -0.1 -1
X 3  0.1 -1
FIX 1
FIX 9
FIX 2 1
FIX 3 1
DYNX 2 2
END HALT
XM 2  3
XM 3  2
GRAVITY 0 -9.81
TIMES 0 0.4 0.1
END END
)";
inline constexpr std::string_view kFormula =
    R"(# A follower on a cam whose profile is a formula of its angle.
FORMULA 1 = x2_1 - 0.01*(1 - cos(x1_1))
X 1  0
X 2  0
INPUTX 1
END HALT
INPUTX 1 1  0 ${2*pi}
XM 2  0.5
TIMES 0 1 0.125
END END
)";
inline constexpr std::string_view kVelocityFormula =
    R"(# Chaplygin's sleigh: a knife edge 0.4 m behind the mass centre lets it go along only.
VFORMULA 1 = -sin(x2_1)*v1_1 + cos(x2_1)*v1_2 - 0.4*v2_1
X 1  0 0
X 2  0
END HALT
XM 1  2
XM 2  0.3
STARTVX 1 1  1
STARTVX 1 2  0.2
STARTVX 2 1  0.5
DOF AUTO
TIMES 0 1 0.25
END END
)";
inline constexpr std::string_view kCam =
    R"(# An eccentric lifts a roller along y; a spring holds it down.
CAM 1  3 4  1 2  ROLLER 0 0 0.01  X = 0.01 + 0.03*cos(u) ; Y = 0.03*sin(u) ; FROM 0 TO 360deg ; &
       ALONG 0 1
X 1  0 0
X 2  0
X 3  0 0.04
X 4  0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
END HALT
INPUTX 2 1  0 ${2*pi}
XM 3  0.5
XLAW 3 2 = -800*x
TIMES 0 1 0.125
END END
)";
inline constexpr std::string_view kCurves =
    R"(# An ellipse rolls on level ground.
CURVES 1  1 2  8 9  X = 0.5*cos(u) ; Y = 0.3*sin(u) ; FROM 0 TO 360deg ; &
       ON X = -u ; Y = 0 ; FROM -20 TO 20
X 1  0 0.3
X 2  0
X 8  0 0
FIX 8
FIX 9
DYNX 2
END HALT
XM 1  2
XM 2  0.17
STARTDX 2 1  0 -4
GRAVITY 0 -9.81
TIMES 0 2 0.25
END END
)";
inline constexpr std::string_view kRelation =
    R"(# A lead screw of 5 mm per turn: node 1 turns, node 2 travels.
RELATION 1 = x2_1 - 0.005/(2*pi)*x1_1
X 1  0
X 2  0
DYNX 1
END HALT
XM 1  1e-4
XM 2  20
XF 1  0.05
TIMES 0 1 0.25
END END
)";

inline constexpr std::string_view kUnits =
    "UNITS mm N s deg\n"
    "PLTRUSS 1 1 2\n"
    "X 1 0 0\n"
    "X 2 500 0\n"
    "FIX 1\n"
    "DYNX 2 2\n"
    "END HALT\n"
    "XM 2 2kg\n"
    "GRAVITY EARTH\n"
    "TIMES 0 0.2 0.1\n"
    "END END\n";
inline constexpr std::string_view kRequires =
    "REQUIRES 0.1\n"
    "UNITS mm N s deg\n"
    "PLTRUSS 1 1 2\n"
    "X 1 0 0\n"
    "X 2 500 0\n"
    "FIX 1\n"
    "DYNX 2 2\n"
    "END HALT\n"
    "XM 2 2kg\n"
    "GRAVITY EARTH\n"
    "TIMES 0 0.2 0.1\n"
    "END END\n";

}  // namespace mbs::native_example
