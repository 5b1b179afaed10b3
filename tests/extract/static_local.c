/* Static variables of functions: the linker's name has the function in it, the source's name has not. */
int next_id(void)
{
	static int id = 100;

	return ++id; // RACE
}

int next_key(void)
{
	static int id;

	return --id; // RACE
}

/* dump-has ir
   var static next_id.id 'id': int
*/

/* dump-has ir
   var static next_key.id 'id': int
*/

/* dump-has ir:next_key
   load i32 @next_key.id
   binary add i32 ..., -1
   store i32 @next_key.id
*/
