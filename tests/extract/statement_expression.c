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

/* dump-has ir:biggest
   %a_... = load i32 @shared  ; 13:9
   compare > %a_..., %x.1
   branch
   phi
   ret
*/
