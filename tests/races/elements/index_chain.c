/* An index that is computed anew at every call of a long chain: its name does not grow without end. The elements are not known to be
 * different ones, and the two threads write them. */
#include <pthread.h>

static int arr[1000];

static void f_end(int i)
{
	arr[i]++; // RACE 1
}

#define CALL(name, next)                                                                                                                 \
	static void name(int i)                                                                                                            \
	{                                                                                                                                  \
		next(i * 3 + 1);                                                                                                           \
	}
#define CALLS(name, next)                                                                                                                \
	CALL(name##3, next)                                                                                                                \
	CALL(name##2, name##3)                                                                                                             \
	CALL(name##1, name##2)                                                                                                             \
	CALL(name, name##1)
#define MORE_CALLS(name, next)                                                                                                           \
	CALLS(name##d, next)                                                                                                               \
	CALLS(name##c, name##d)                                                                                                            \
	CALLS(name##b, name##c)                                                                                                            \
	CALLS(name, name##b)

MORE_CALLS(f_z, f_end)
MORE_CALLS(f_y, f_z)
MORE_CALLS(f_x, f_y)
MORE_CALLS(f_w, f_x)
MORE_CALLS(f_v, f_w)
MORE_CALLS(f_u, f_v)

static void *worker(void *arg)
{
	f_u((int)(long)arg);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	f_u(2);
	pthread_join(t, NULL);
	return arr[0];
}
/* dump-has summary:worker
   arr {}, {} read
   arr {}, {} write
*/
