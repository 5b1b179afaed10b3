/* A compound literal is an object: on the stack in a function, static at file scope. */
struct pair {
	int a, b;
};
struct pair *global = &(struct pair){ 1, 2 };
void take(struct pair *);

void give(int n)
{
	take(&(struct pair){ .b = n });
}

/* dump-has ir
   .compoundliteral
*/

/* dump-has ir
   var extern global: struct pair *
   +0 = &.compoundliteral
*/

/* dump-has ir:give
   $p = alloca struct pair
   store i32 ..., %n.1
   call ... @take($p)
*/
