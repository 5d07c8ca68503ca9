// Short decks that show the words of KABIOS decks of space: `mbsim help WORD` prints them. A test
// runs each.
#pragma once

#include <string_view>

namespace mbs::kabios_space_example {

inline constexpr std::string_view kPendulum =
    R"(# A rod on a hinge that leans, with a spring, a motor and friction.
SPACE
2 1 1 0 0 0 0 0              (a)
1  0 0 0    1 0 0 0          (b)
2  0.3 0 0  1 0 0 0          (b)
REVOLUTE 1 2  0 0 0  -0.3 0 0  0 1 0.2   (c)
1                            (e)
0 1 0.1                      (j)
MASS 2  1.5  0.001 0 0  0.05 0  0.05
VEL 2  0 0 0  0 1 0.2
GRAV 0 0 -9.81
RSDA 1 1  2 0.1 0.05
LAW JOINT 1 1 = 0.3*sin(3*t)
FRICTION 1 1 CONSTANT 0.01
TORQ 2  0.1 0 0
BDAMP 2  0.1 0.1 0.1  0 0 0
FORCE 2  0.3 0 0  0 0 0.5
END
)";
inline constexpr std::string_view kMounted =
    R"(# A motor on four springs and a bushing.
SPACE
2 0 1 0 0 0 0 0
1  0 0 0    1 0 0 0
2  0 0 0.3  1 0 0 0
1
0 0.5 0.05
MASS 2  10  0.2 0 0  0.2 0  0.1
GRAV 0 0 -9.81
SDA 1 2   0.2 0 0     0.2 0 -0.1   2000 0.22 20
SDA 1 2  -0.2 0 0    -0.2 0 -0.1   2000 0.22 20
BUSHING 1 2  0 0 0.2  0 0 -0.1  0 0 1  STIFFNESS 100 1000 1000 50 50 50  DAMPING 1 10 10 1 1 1
TORQ 2  MX = 0 ; MY = 0 ; MZ = 2*sin(20*t)
END
)";
inline constexpr std::string_view kGears =
    R"(# Two shafts with bevel wheels of 20 and 30 teeth.
SPACE
3 2 1 0 0 0 0 0
1  0 0 0    1 0 0 0
2  0.1 0 0  1 0 0 0
3  0 0.1 0  1 0 0 0
REVOLUTE 1 2  0.1 0 0  0 0 0  1 0 0
REVOLUTE 1 3  0 0.1 0  0 0 0  0 1 0
1
0 1 0.25
DRIVE JOINT 1 1 = 3*t^2
RELATION = 20*rev1.angle + 30*rev2.angle
END
)";
inline constexpr std::string_view kFormulas =
    R"(# A mass on a paraboloid, and beside it a skate that does not slip across its blade.
SPACE
2 0 0 3 0 0 0 0
1  0.1 0 0.01  1 0 0 0
2  1 0 0       1 0 0 0
1 A1
1 A2
1 A3
0 1 0.25
MASS 1  0.2  1e-5 0 0  1e-5 0  1e-5
MASS 2  1  0.01 0 0  0.01 0  0.01
VEL 1  0 0.5 0  0 0 0
VEL 2  1 0 0  0 0 0.5
GRAV 0 0 -9.81
FORMULA = body1.z - body1.x^2 - body1.y^2
FORMULA = body2.z
VFORMULA = dirx4_2*body2.xd + diry4_2*body2.yd
END
)";
inline constexpr std::string_view kRolling =
    R"(# A coin, a ball and an egg on a floor.
SPACE
3 0 0 0 0 0 0 0
1  0 0 0.0112763    ROT AXIS 0 1 0 -20deg
2  0.2 0 0.05       1 0 0 0
3  0.5 0 0.02       1 0 0 0
0 0.3 0.1
MASS 1  8.5e-3  6.1e-7 0 0  3.1e-7 0  3.1e-7
MASS 2  0.1  1e-4 0 0  1e-4 0  1e-4
MASS 3  0.1  4e-5 0 0  3e-5 0  3e-5
VEL 1  0 0 0 BODY  40 3 0
VEL 2  0.05 0 0  0 1 0
GRAV 0 0 -9.81
WHEEL 1  1 0 0  0.012  PLANE 0 0 1
BALL 2  0.05  PLANE 0 0 1
EGG 3  0.03 0.02 0.02  PLANE 0 0 1
END
)";
inline constexpr std::string_view kBounce =
    R"(# A plate falls on a smooth floor, and a flap on its stop.
SPACE
3 1 1 0 0 0 0 0
1  0 0 0      1 0 0 0
2  0 0 0.1    1 0 0 0
3  1.2 0 0.5  1 0 0 0
REVOLUTE 1 3  1 0 0.5  -0.2 0 0  0 1 0
1
0 0.5 0.1
MASS 2  2  0.02 0 0  0.02 0  0.035
MASS 3  1  0.001 0 0  0.01 0  0.01
GRAV 0 0 -9.81
SPLANE 2   0.2  0   0 0  PLANE 0 0 1
SPLANE 2  -0.1  0.2 0 0  PLANE 0 0 1
SPLANE 2  -0.1 -0.2 0 0  PLANE 0 0 1
CONTACT 2 RIGID 0.2
CONTACT 3 RIGID 0.2
CONTACT 4 RIGID 0.2
STOPS 1 1  MAX 0.8 RIGID 0.5
END
)";
inline constexpr std::string_view kDoor =
    R"(# A door on two hinges, whose forces are shared as equal hinges share them.
SPACE
2 2 1 0 0 0 0 0
1  0 0 0    1 0 0 0
2  0.4 0 1  1 0 0 0
REVOLUTE 1 2  0 0 0.2  -0.4 0 -0.8  0 0 1
REVOLUTE 1 2  0 0 1.8  -0.4 0  0.8  0 0 1
1
0 1 0.25
MASS 2  20  6 0 0  7 0  1.2
VEL 2  0 0.4 0  0 0 1
GRAV 0 0 -9.81
REDUNDANT LEAST
END
)";

}  // namespace mbs::kabios_space_example
