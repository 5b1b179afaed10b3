/* Functions outside the program, and what they are called on: a belief about one stream says nothing of the other (racerx, Figure 8, serial_out and its argument). */
#include <pthread.h>

struct stream;

extern struct stream *out, *err;
void put(struct stream *, int); /* somewhere else */
void flush(struct stream *);

static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *argument)
{
	pthread_mutex_lock(&out_lock);
	put(out, 1);
	pthread_mutex_unlock(&out_lock);
	put(err, 1); // NOINCONSISTENT-LOCK: nobody ever holds a lock for err
	return argument;
}

static void *two(void *argument)
{
	pthread_mutex_lock(&out_lock);
	put(out, 2);
	pthread_mutex_unlock(&out_lock);
	put(err, 2); // NOINCONSISTENT-LOCK
	return argument;
}

static void *three(void *argument)
{
	pthread_mutex_lock(&out_lock);
	put(out, 3);
	flush(out);
	pthread_mutex_unlock(&out_lock);
	put(err, 3); // NOINCONSISTENT-LOCK
	return argument;
}

static void *four(void *argument)
{
	pthread_mutex_lock(&out_lock);
	put(out, 4);
	pthread_mutex_unlock(&out_lock);
	put(out, 5); // INCONSISTENT-LOCK
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3, t4;

	put(out, 0); // NOINCONSISTENT-LOCK: nobody else is there yet
	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, two, NULL);
	pthread_create(&t3, NULL, three, NULL);
	pthread_create(&t4, NULL, four, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	return 0;
}
