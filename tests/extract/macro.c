/* Code from a macro has the place where the macro is used. */
struct queue {
	int n, lock;
};

#define TOUCH(q)          \
	do {              \
		(q)->n++; \
	} while (0)

void touch(struct queue *q)
{
	TOUCH(q); // NORACE: nothing says that what callers hand over is shared
}

/* dump-has ir:touch
   $n = field %q.1 + 0 : struct queue.n  ; 13:2
   load i32 $n  ; 13:2
   store i32 $n, ... ; 13:2
*/
