/* Another name for the same thing: the alias leads to its target, for functions and variables, strong and weak. */
static int real_open(int fd)
{
	return fd + 1;
}

int my_open(int) __attribute__((alias("real_open")));
int my_open_weak(int) __attribute__((weak, alias("real_open")));

int storage[4] = { 1, 2, 3, 4 };
extern int view[4] __attribute__((alias("storage")));

int use(void)
{
	return my_open(view[1]) + my_open_weak(2);
}

/* dump-has ir
   alias extern my_open: ... = real_open
*/

/* dump-has ir
   alias weak my_open_weak: ... = real_open
*/

/* dump-has ir
   alias extern view: ... = storage
*/

/* dump-has ir:use
   load i32 @view + 4
   call ... @my_open(
   call ... @my_open_weak(2)
*/
