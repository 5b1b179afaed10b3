/* Statics of one name in two units are two things: each unit's function reaches its own. */
static int counter = 1;

static int bump(void)
{
	return ++counter; // RACE
}

int from_a(void)
{
	return bump();
}

/* dump-has link
   bump: static function in ... a.c at
   bump: static function in ... b.c at
   counter: static variable 4 bytes in ... a.c
   counter: static variable 4 bytes in ... b.c
*/
// STATS: functions_merged == 0
// STATS: conflicts == 0
// STATS: functions == 4
