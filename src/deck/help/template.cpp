#include "deck/lines/dialects.h"

namespace mbs {

namespace {

constexpr std::string_view kKabios =
    R"(# A KABIOS deck: a four-bar linkage. Numbers are separated by blanks or commas; # starts a comment.
# (a) NB NR NT NG NS ND NP NGUI NDATA: bodies with ground, revolute and translational joints,
#     grounds, simple constraints, drivers, points of interest, guides, rows of the guide table
4 4 0 1 0 1 1 0 0
# (b) bodies: X Y PHI (estimates; the program assembles the mechanism)
0.0  0.0  0.0        # 1, the ground
0.5  0.8  60deg      # 2, the crank
2.6  2.6  30deg      # 3, the coupler
3.5  1.8  60deg      # 4, the rocker
# (c) revolute joints: i j XI-P-I ETA-P-I XI-P-J ETA-P-J
1 2   0.0 0.0  -1.0 0.0
2 3   1.0 0.0  -2.0 0.0
3 4   2.0 0.0   2.0 0.0
4 1  -2.0 0.0   2.5 0.0
# (d) translational joints, none here: i j XI-P-I ETA-P-I XI-Q-I ETA-Q-I XI-P-J ETA-P-J
# (e) grounds: i
1
# (f) simple constraints, none here: i k (k = 1, 2, 3 for X, Y, PHI)
# (g) drivers: i k position velocity acceleration
2 3  60deg  6.2832  0.0
# (h) points of interest: i XI-P-I ETA-P-I
3  0.5  1.5
# (i) guides, none here: i k; then NDATA rows of time and one value per guide
# (j) T0 TE DT
0.0  1.0  0.025
)";

constexpr std::string_view kKabiosSpaceDeck =
    R"(SPACE
# A KABIOS deck of bodies of space: a four-bar linkage. Its first line is SPACE.
# (a) NB NJ NG NS ND NP NGUI NDATA: bodies with ground, joints, grounds, simple constraints, drivers,
#     points of interest, guides, rows of the guide table
4 4 1 0 1 1 0 0
# (b) bodies: i x y z q0 q1 q2 q3, or i x y z SEQ zxy a b c (estimates; the program assembles them)
1  0   0    0   1 0 0 0                        # the ground
2  0   0    0   SEQ zxy 0 0 0                  # the crank turns about z
3  0.1 0    0   AXES x 0.4 0.15 0.3  y 0 1 0   # the coupler
4  0.5 0.15 0   1 0 0 0                        # the rocker turns about y
# (c) joints: TYPE i j xi eta zeta (in i) xi eta zeta (in j), axes u [v] in i [AXISJ u [v] in j]
REVOLUTE  1 2   0 0 0       0 0 0     0 0 1
SPHERICAL 2 3   0.1 0 0     0 0 0
UNIVERSAL 3 4   0.55 0 0    0 0 0.3   0 0 1  0 1 0   AXISJ 0 0 1  0 1 0
REVOLUTE  1 4   0.5 0.15 0  0 0 0     0 1 0
# (e) grounds: i
1
# (f) simple constraints, none here: i k (k = 1 2 3 for X Y Z, 4 5 6 for the angles of the sequence)
# (g) drivers: i k, or JOINT n d, then position velocity acceleration, or = expression
JOINT 1 1   0 6.2832 0
# (h) points of interest: i xi eta zeta
4  0 0 0.3
# (i) guides, none here: i [Q]; then NDATA rows of time and x y z and three angles, or with Q q0 to q3
# (j) T0 TE DT
0 1 0.05
)";

constexpr std::string_view kNative =
    R"(# A native deck: a pendulum with a flexible rod, hung from a spring. A line is a keyword and what
# it needs; numbers of nodes and elements are yours; # starts a comment; & continues a line.
PARAM L = 0.5
PARAM EA = 2e5

# Kinematics: elements, then nodes, then what is known of them.
PLBEAM 1  1 2  3 4        # e p a q b: rod from point 1 (angle 2) to point 3 (angle 4)
PLTRUSS 2  5 1            # e p q: the spring from the fixed point 5
X 1  0 0                  # points need a position; angles start at 0
X 3  ${L} 0
X 5  0 ${L}
FIX 5                     # both coordinates
FIX 1 1                   # the top of the rod slides up and down
DYNX 1 2                  # degrees of freedom: height of the top,
DYNX 2                    #   angle of the rod,
DYNE 1 2 3                #   its two bending modes
RLSE 2                    # the length of the spring follows from the rest
END HALT

# Dynamics: masses, forces, initial values, how to run.
XM 3  0.2                 # point mass
EM 1  0.1                 # mass per length of the rod
ESTIFF 1  ${EA} 0.5       # EA, EI
ESTIFF 2  50              # EA of the spring: its stiffness times its length
EDAMP 2  0.5
GRAVITY 0 -9.81
STARTDX 2 1  -10deg 0     # n c value velocity
TIMESTEP 1 50             # 1 s in 50 steps
INTEG DOP853 1e-9 1e-9
END END
)";

constexpr std::string_view kSegdyn =
    R"(SEGDYN
# A skeletal chain (Casius, Bobbert, van Soest 2004): two segments hung from a fixed base. Angles
# run from the positive x axis to the line from the proximal to the distal joint, counter-clockwise.
SEGMENT 1  3.5 0.45 0.20 0.06    # i m l d j: d from the proximal joint to the centre of gravity
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 0                # i phi phid
STATE 2  -80deg 0.5
BASE 0 0                         # x y [xd yd]; FREE BASE lets it go
GRAV 0 -9.81
KNOWN M 2 = -5*(phi2-phi1) - 0.5*(phid2-phid1)   # net joint moment on segment 2; others are 0
TIME 0 1 0.05                    # T0 TE DT
INTEG DOP853 1e-10 1e-10
END
)";

}  // namespace

std::string deck_template(std::string_view dialect) {
  if (dialect == "kabios") return std::string(kKabios);
  if (dialect == "kabios-space") return std::string(kKabiosSpaceDeck);
  if (dialect == "native") return std::string(kNative);
  if (dialect == "segdyn") return std::string(kSegdyn);
  return {};
}

}  // namespace mbs
