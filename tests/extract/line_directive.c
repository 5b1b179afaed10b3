/* #line, as generated parsers have it: locations are those of the grammar. */
int value;

void set(int v)
{
#line 77 "grammar.y"
	value = v;
}

int main(void)
{
	set(1);
	return value;
}

/* dump-has ir:set
   fn extern set(%v.1: int)  ; ... line_directive.c:4
   store i32 @value, %v.1  ; grammar.y:77:8
*/
