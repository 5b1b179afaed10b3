/* A string literal is a constant without a name, and its bytes are there. */
const char *greeting = "hello";
char copy[] = "ab\0c";

const char *say(void)
{
	return "bye" + 1;
}

/* dump-has ir
   .str: ... constant "hello
*/

/* dump-has ir
   var extern greeting: const char *
   +0 = &.str
*/

/* dump-has ir
   var extern copy: char [5]
*/

/* dump-has ir:say
   ret ... @.str.1 + 1
*/
