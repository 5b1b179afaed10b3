/* A header function is one function, however many units include it; what it calls must be the same one, too. */
#include "shared.h"

int from_a(int n)
{
	return quadruple(n);
}

// STATS: functions_merged == 4
// STATS: functions == 5
/* dump-has link
   quadruple: static function in ... at ... shared.h:9, 2 copies left out
   twice: static function in ... at ... shared.h:4, 2 copies left out
*/
