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
	TOUCH(q);
}
