/* A string literal is a constant without a name, and its bytes are there. */
const char *greeting = "hello";
char copy[] = "ab\0c";

const char *say(void)
{
	return "bye" + 1;
}
