/* Pointers of four bytes: in records, in tables, on the stack and in what threads are given. */
// search: --pointer 4 race @count @other : found
// search: --switches 30 --seconds 60 --pointer 4 race @sum @set : not within: all schedules: the search is complete
// search: race @count @other : found
// search: --switches 30 --seconds 60 race @sum @set : not within: all schedules: the search is complete
// no-emit: C for a machine with other pointers
typedef unsigned long pthread_t;
typedef struct { int word[6]; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);

struct node {
	struct node *next;
	short n;
	char *text;
};
static struct node last = { 0, 3, "last" }, first = { &last, 2, "first" };
static pthread_mutex_t m;
static int total, counted;
static int *const where[2] = { &total, &counted };

static void *work(void *a)
{
	struct node *l = a;
	int sum = 0;

	for (; l; l = l->next)
		sum += l->n + l->text[0];
	pthread_mutex_lock(&m);
	*where[0] += sum; // @sum
	pthread_mutex_unlock(&m);
	if (sum == 2 + 3 + 'l' + 'f')
		++*where[1]; // @count
	return &total;
}

int main(void)
{
	pthread_t t;
	void *back = 0;

	pthread_create(&t, 0, work, &first);
	pthread_mutex_lock(&m);
	total = 7; // @set
	pthread_mutex_unlock(&m);
	counted = 1; // @other
	pthread_join(t, &back);
	return back == where[0];
}
