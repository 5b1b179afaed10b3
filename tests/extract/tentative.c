// FLAGS: -- -fcommon
/* int x; without initialiser under -fcommon: a common symbol, several units may have it. */
int tentative;
int defined = 0;
extern int declared;

int sum(void)
{
	return tentative + defined + declared;
}

/* dump-has ir
   var common tentative: int
*/

/* dump-has ir
   var extern defined: int
*/

/* dump-has ir
   declare var extern declared
*/
