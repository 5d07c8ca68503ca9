// A four-bar that falls from rest and swings: links of 0.2, 0.5 and 0.3 m between pins 0.55 m
// apart. Friction of its pins and END are to be added.
#pragma once

namespace mbs::test {

inline constexpr const char* kFallingFourBar =
    R"(4 4 0 1 0 0 0 0 0
0 0 0
0.1 0.1 0.9
0.4 0.25 0.2
0.6 0.1 1.0
1 2 0 0 -0.1 0
2 3 0.1 0 -0.25 0
3 4 0.25 0 0.15 0
1 4 0.55 0 -0.15 0
1
0 5 0.1
MASS 2 1 0.01
MASS 3 2 0.05
MASS 4 1 0.02
GRAV 0 -9.81
INTEG DOP853 1e-10 1e-10
)";

}  // namespace mbs::test
