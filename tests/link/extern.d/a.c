/* A declaration finds its definition, for functions, variables and thread-local ones. */
extern int limit;
extern __thread int depth;
int helper(int);

int use(int n)
{
	return helper(n) + limit + depth;
}

/* dump-has link
   depth: extern variable 4 bytes in ... b.c
   helper: extern function in ... b.c
   limit: extern variable 4 bytes in ... b.c
   missing: extern function undefined
*/
/* dump-has ir:use
   call ... @helper(%n.1)
   load i32 @limit
*/
// STATS: conflicts == 0
// STATS: symbols == 5
