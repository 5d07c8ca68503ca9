// Examples of words of space in native decks.
#pragma once

#include <string_view>

namespace mbs::native_example {

inline constexpr std::string_view kGimbal =
    R"(# A wheel in a gimbal: the ring turns about z, the wheel in it about x.
HINGE 1  2 3  0 0 1
HINGE 2  3 4  1 0 0
X 1  0 0 0
X 2  1 0 0 0
FIX 1
FIX 2
DYNE 1 1
DYNE 2 1
END HALT
XM 3  1e-3 0 0  1e-3 0  2e-3
XM 4  4e-3 0 0  2e-3 0  2e-3
STARTDE 2 1  0 30
XF 3  0 0 0.01
TIMESTEP 1 20
END END
)";
inline constexpr std::string_view kHingedArm =
    R"(# An arm with two hinges: it swings about y, and its second hinge is locked.
REVOLUTE 1  1 2  3 4   0 0 0  -0.2 0 0   0 1 0
REVOLUTE 2  3 4  5 6   0.2 0 0  -0.2 0 0   0 0 1
X 1  0 0 0
X 3  0.2 0 0
X 5  0.6 0 0
FIX 1
FIX 2
DYNE 1 1
FIXE 2 1
END HALT
XM 3  1
XM 4  1e-3 0 0  0.02 0  0.02
XM 5  1
XM 6  1e-3 0 0  0.02 0  0.02
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kCylinder =
    R"(# A ring falls along a vertical rod and turns about it.
CYLINDRICAL 1  1 2  3 4   0 0 0  0 0 0   0 0 1
X 1  0 0 0
X 3  0 0 1
FIX 1
FIX 2
DYNE 1 1 2
END HALT
XM 3  1
XM 4  0.01 0 0  0.01 0  0.02
STARTDE 1 1  0 3
GRAVITY 0 0 -9.81
TIMESTEP 0.4 8
END END
)";
inline constexpr std::string_view kSpaceSlide =
    R"(# A block on a slide along x, on a spring.
PRISMATIC 1  1 2  3 4   0 0 0  0 0 0   1 0 0
X 1  0 0 0
X 3  0.1 0 0
FIX 1
FIX 2
DYNE 1 1
END HALT
XM 3  1
ESTIFF 1  40 0 0 0 0 0
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kCardanShaft =
    R"(# Two shafts at 20 degrees, joined by a Cardan joint; the first turns at 3 rad/s.
HINGE 1  2 3  1 0 0
UNIVERSAL 2  1 3  4 5   0 0 0  0 0 0   0 1 0  ${sin(20deg)} 0 ${cos(20deg)}
HINGE 3  2 5  ${cos(20deg)} 0 ${-sin(20deg)}
X 1  0 0 0
X 2  1 0 0 0
X 4  0 0 0
FIX 1
FIX 2
INPUTE 1 1
RLSE 3 1
END HALT
INPUTE 1 1  = 3*t
TIMESTEP 2 20
END END
)";
inline constexpr std::string_view kConstantVelocity =
    R"(# Two shafts at 20 degrees that turn at one speed.
HINGE 1  2 3  1 0 0
CVJOINT 2  1 3  4 5   0 0 0  0 0 0   1 0 0  ${cos(20deg)} 0 ${-sin(20deg)}
HINGE 3  2 5  ${cos(20deg)} 0 ${-sin(20deg)}
X 1  0 0 0
X 2  1 0 0 0
X 4  0 0 0
X 5  ROT AXIS 0 1 0 20deg
FIX 1
FIX 2
INPUTE 1 1
RLSE 3 1
END HALT
INPUTE 1 1  = 3*t
TIMESTEP 2 20
END END
)";
inline constexpr std::string_view kTableTop =
    R"(# A plate that slides and turns on a level table.
PLANAR 1  1 2  3 4   0 0 0  0 0 0   0 0 1
X 1  0 0 0
X 3  0 0 0
FIX 1
FIX 2
DYNE 1 1 2 3
END HALT
XM 3  1
XM 4  0.01 0 0  0.01 0  0.02
STARTDE 1 1  0 0.5
STARTDE 1 3  0 4
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kPointOnPlane =
    R"(# The tip of a falling rod slides on a level plane.
INPLANE 1  1 2  3 4   0 0 0  0 0 -0.5   0 0 1
X 1  0 0 0
X 3  0 0 ${0.5*cos(20deg)}
X 4  ROT AXIS 1 0 0 20deg
FIX 1
FIX 2
DYNX 3 1 2
DYNX 4
END HALT
XM 3  1
XM 4  0.083 0 0  0.083 0  1e-3
GRAVITY 0 0 -9.81
TIMESTEP 0.3 6
END END
)";
inline constexpr std::string_view kRollingDisc =
    R"(# A coin rolls on a floor and leans.
WHEEL 1  1 2  1 0 0  0.012  PLANE 0 0 1
X 1  0 0 ${0.012*sin(70deg)}
X 2  ROT AXIS 0 1 0 -20deg
DYNX 2
END HALT
XM 1  8.5e-3
XM 2  6.1e-7 0 0  3.1e-7 0  3.1e-7
STARTVX 2  40 3 0
GRAVITY 0 0 -9.81
TIMESTEP 0.5 10
END END
)";
inline constexpr std::string_view kRollingBall =
    R"(# A ball rolls down a plane that slopes by 10 degrees, and begins across the slope.
BALL 1  1 2  0.03  PLANE ${sin(10deg)} 0 ${cos(10deg)}
X 1  ${0.03*sin(10deg)} 0 ${0.03*cos(10deg)}
X 2  1 0 0 0
DYNX 2
END HALT
XM 1  0.2
XM 2  7.2e-5 0 0  7.2e-5 0  7.2e-5
STARTVX 2  -20 0 0
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kRollingEgg =
    R"(# An egg rocks on a table.
EGG 1  1 2  0.03 0.02 0.02  PLANE 0 0 1
X 1  0 0 0.02
X 2  1 0 0 0
DYNX 2
END HALT
XM 1  0.06
XM 2  9.6e-6 0 0  1.56e-5 0  1.56e-5
STARTVX 2  5 4 0
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kBallJoint =
    R"(# A bar of space hangs from a ball joint and whirls.
SPHERICAL 1  1 2  3 4   0 0 0  -0.2 0 0
X 1  0 0 0
X 3  0.2 0 0
FIX 1
FIX 2
DYNX 4
END HALT
XM 3  1
XM 4  1e-3 0 0  0.02 0  0.02
STARTVX 4 3  5
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kSpaceWeld =
    R"(# A pendulum of two parts that are welded. The force and the moment of the weld are s2_1 to s2_6.
REVOLUTE 1  0 0  1 2  AT 0 0 0  0 1 0
WELD 2  1 2  3 4  AT 0.4 0 0  1 0 0
X 1  0.2 0 0
X 3  0.4 0.1 0
DYNE 1 1
END HALT
XM 1  1
XM 2  1e-3 0 0  0.014 0  0.014
BODYMASS 3 4  0.5  0 0.05 0  1e-3 0 0  1e-3 0  1e-3
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kSpaceScrew =
    R"(# A weight on a nut of steep thread turns down a screw, 50 mm for one turn.
SCREW 1  0 0  1 2  AT 0 0 0.5  0 0 1  LEAD 0.05
X 1  0 0 0.5
DYNE 1 1
END HALT
XM 1  2
XM 2  1e-3 0 0  1e-3 0  2e-3
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kBushing =
    R"(# A block on a rubber mount: soft along z, stiff across.
BUSHING 1  0 0  1 2  AT 0 0 0  0 0 1  1 0 0
X 1  0 0 0.05
DYNE 1 1 2 3 4 5 6
END HALT
XM 1  1
XM 2  1e-3 0 0  2e-3 0  2e-3
ESTIFF 1  1000 1e4 1e4  20 50 50
EDAMP 1  5 20 20  0.02 0.05 0.05
GRAVITY 1 0 -9.81
TIMESTEP 0.5 10
END END
)";
inline constexpr std::string_view kSpaceStrut =
    R"(# A door on a sloping hinge, and a spring with a damper that shuts it.
REVOLUTE 1  0 0  1 2  AT 0 0 0  0.1 0 1
SDA 2  0 0  1 2  0 0.3 0.2  0.1 0 0.2
X 1  0.4 0 0
DYNE 1 1
RLSE 2
END HALT
BODYMASS 1 2  15  0 0 0  1.7 0 0  2.5 0  0.8
ESTIFF 2  200
EDAMP 2  30
GRAVITY 0 0 -9.81
TIMESTEP 2 10
END END
)";
inline constexpr std::string_view kCardanAngles =
    R"(# A ball joint with a spring for each of three joint angles, flexion first.
SPHERICAL 1  0 0  1 2  AT 0 0 0
CARDAN 2  0 2  zxy
X 1  0 -0.2 0
DYNE 2 1 2 3
END HALT
XM 1  2
XM 2  0.03 0 0  0.002 0  0.03
ESTIFF 2  2 10 5
EDAMP 2  0.2 0.2 0.1
STARTDE 2 1  0.5
GRAVITY 0 -9.81 0
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kBodyRates =
    R"(# A body is led by its angular velocities along its own axes.
SPIN 1  0 2
X 1  0 0 0
FIX 1
INPUTE 1 4 5 6
END HALT
INPUTE 1 4 RATE = 0.5*sin(3*t)
INPUTE 1 5 RATE = 0.5*cos(3*t)
INPUTE 1 6 RATE 2
XM 2  0.02 0 0  0.03 0  0.04
TIMESTEP 2 10
END END
)";
inline constexpr std::string_view kRigidBeam =
    R"(# A rigid beam turns about the vertical and carries a mass; s2_1 is the force along it.
HINGE 1  0 2  0 0 1
RBEAM 2  1 2 3  0 1 0
X 1  0 0 0
X 3  0.5 0 0.2
FIX 1
DYNE 1 1
END HALT
XM 2  1e-3 0 0  1e-3 0  1e-3
XM 3  2
STARTDE 1 1  0 6
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kSpaceSlider =
    R"(# A bead on a rod that turns with 4 rad/s, held by a spring.
HINGE 1  0 2  0 0 1
SLIDER 2  1 2 3  1 0 0
X 1  0 0 0
X 3  0.1 0 0
FIX 1
INPUTE 1 1
DYNE 2 1
END HALT
INPUTE 1 1  = 4*t
XM 3  0.2
ESTIFF 2  20
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kThrownClub =
    R"(# A club, thrown by its handle: node 1 is the handle, the centre of mass is 0.3 m from it.
PINBODY 1  1 2 3
X 1  0 0 1
X 3  0.4 0 1
DYNX 1
DYNX 2
END HALT
BODYMASS 1 2  0.5  0.3 0 0  2e-4 0 0  6e-3 0  6e-3
STARTVX 1 3  5
STARTVX 2  2 8 0
GRAVITY 0 0 -9.81
TIMESTEP 1 10
END END
)";

inline constexpr std::string_view kSpaceContact =
    R"(# A plate on three feet falls on a smooth floor and stays there.
SPLANE 1  1 2   0.2  0   -0.1 0  PLANE 0 0 1
SPLANE 2  1 2  -0.1  0.2 -0.1 0  PLANE 0 0 1
SPLANE 3  1 2  -0.1 -0.2 -0.1 0  PLANE 0 0 1
X 1  0 0 0.3
X 2  ROT xyz 0.1 0.05 0
DYNX 1
DYNX 2
END HALT
XM 1  2
XM 2  0.02 0 0  0.02 0  0.035
GRAVITY 0 0 -9.81
CONTACT 1 RIGID 0
CONTACT 2 RIGID 0
CONTACT 3 RIGID 0
TIMESTEP 1 10
END END
)";
inline constexpr std::string_view kSpaceDoor =
    R"(# A door on two hinges. Each hinge bears half the weight.
REVOLUTE 1  0 0  1 2  AT 0 0 0.2  0 0 1
REVOLUTE 2  0 0  1 2  AT 0 0 1.8  0 0 1
X 1  0.4 0 1
DYNE 1 1
END HALT
BODYMASS 1 2  20  0 0 0  6 0 0  7 0  1.2
STARTDE 1 1  0 1
GRAVITY 0 0 -9.81
REDUNDANT LEAST
MEASURE load = MAX rev2.fu
TIMESTEP 1 10
END END
)";

}  // namespace mbs::native_example
