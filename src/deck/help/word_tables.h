// The parts of the table of words; words() joins them. Private to deck/help/words*.cpp.
#pragma once

#include "deck/help/words.h"

namespace mbs {

std::span<const Word> words_of_elements();
std::span<const Word> words_of_space();
std::span<const Word> words_of_kabios_space();
std::span<const Word> words_of_mechanisms();
std::span<const Word> words_of_forces();
std::span<const Word> words_of_runs();
std::span<const Word> words_anywhere();

}  // namespace mbs
