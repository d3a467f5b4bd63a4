// Common code of the tests of both commands.
#pragma once

#include "program/expectations.hpp"

namespace fathom::test {

inline const char* const railway = "from,to\nVienna,Linz\nLinz,Salzburg\nSalzburg,Innsbruck\nVienna,Graz\nGraz,Villach\n";

}  // namespace fathom::test
