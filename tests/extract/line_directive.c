/* #line, as generated parsers have it: locations are those of the grammar. */
int value;

void set(int v)
{
#line 77 "grammar.y"
	value = v;
}
