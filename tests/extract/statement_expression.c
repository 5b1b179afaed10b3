/* A statement expression yields its last value; what it declares is a variable like any other. */
#define MAX(a, b)              \
	({                     \
		int a_ = (a);  \
		int b_ = (b);  \
		a_ > b_ ? a_ : b_; \
	})

int shared;

int biggest(int x)
{
	return MAX(shared, x);
}
