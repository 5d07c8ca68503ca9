// Owns the headers that all tests share, precompiled (CMakeLists.txt); no code of its own.
