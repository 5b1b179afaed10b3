/* A _Bool takes a byte in memory and one bit as a value. */
_Bool done;

void finish(int n)
{
	done = n; // RACE
}

int is_done(void)
{
	return done;
}

/* dump-has ir:finish
   compare != %n.1, 0
   store i8 @done
*/

/* dump-has ir:is_done
   load i8 @done
*/

/* dump-has ir
   var extern done: _Bool
*/
