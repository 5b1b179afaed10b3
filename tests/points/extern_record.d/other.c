#include "tab.h"

struct other other[4];
