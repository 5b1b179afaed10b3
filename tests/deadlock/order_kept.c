/* Locks are taken in the order of a table or of a list, which is not the same for all, or does not stay as it is. */
#include <pthread.h>
#include <stdlib.h>

#define INIT PTHREAD_MUTEX_INITIALIZER

/* two tables with the same things */
struct shard { pthread_mutex_t lock; int used; };
static struct shard shard[2] = { { INIT, 0 }, { INIT, 0 } };
static struct shard *up[2] = { &shard[0], &shard[1] }, *down[2] = { &shard[1], &shard[0] };

static void lock_table(struct shard **table, int n)
{
	for (int i = 0; i < n; i++)
		pthread_mutex_lock(&table[i]->lock); // DEADLOCK 1
	for (int i = 0; i < n; i++)
		pthread_mutex_unlock(&table[i]->lock);
}

/* by numbers out of a table */
struct cell { pthread_mutex_t lock; int used; };
static struct cell cells[2] = { { INIT, 0 }, { INIT, 0 } };
static const int first[2] = { 0, 1 }, second[2] = { 1, 0 };

static void lock_numbers(const int *number, int n)
{
	for (int i = 0; i < n; i++)
		pthread_mutex_lock(&cells[number[i]].lock); // DEADLOCK 2
	for (int i = 0; i < n; i++)
		pthread_mutex_unlock(&cells[number[i]].lock);
}

/* the numbers of places are compared, and two tables have the things in other places */
struct seat { pthread_mutex_t lock; int used; };
static struct seat seat[2] = { { INIT, 0 }, { INIT, 0 } };
static struct seat *rows[2] = { &seat[0], &seat[1] }, *columns[2] = { &seat[1], &seat[0] };

static void lock_seats(struct seat **table, int a, int b)
{
	if (a >= b)
		return;
	pthread_mutex_lock(&table[a]->lock);
	pthread_mutex_lock(&table[b]->lock); // DEADLOCK 3
	pthread_mutex_unlock(&table[b]->lock);
	pthread_mutex_unlock(&table[a]->lock);
}

/* one table, in which somebody exchanges two */
struct desk { pthread_mutex_t lock; int used; };
static struct desk desk[2] = { { INIT, 0 }, { INIT, 0 } };
static struct desk *plan[2] = { &desk[0], &desk[1] };

static void lock_plan(void)
{
	for (int i = 0; i < 2; i++)
		pthread_mutex_lock(&plan[i]->lock); // DEADLOCK 4; RACE 41
	for (int i = 0; i < 2; i++)
		pthread_mutex_unlock(&plan[i]->lock); // RACE 41
}

static void exchange(void)
{
	struct desk *d = plan[0];

	plan[0] = plan[1]; // RACE 41
	plan[1] = d; // RACE 41
}

/* round about, from anywhere */
struct fork { pthread_mutex_t lock; int used; };
static struct fork forks[3] = { { INIT, 0 }, { INIT, 0 }, { INIT, 0 } };

static void take_forks(int from)
{
	for (int i = 0; i < 3; i++)
		pthread_mutex_lock(&forks[(from + i) % 3].lock); // DEADLOCK 5
	for (int i = 0; i < 3; i++)
		pthread_mutex_unlock(&forks[(from + i) % 3].lock);
}

/* all of one array and then all of another one, which for somebody else is the first */
struct slot { pthread_mutex_t lock; int used; };
static struct slot left[2] = { { INIT, 0 }, { INIT, 0 } }, right[2] = { { INIT, 0 }, { INIT, 0 } };

static void lock_both(struct slot *a, struct slot *b)
{
	for (int i = 0; i < 2; i++)
		pthread_mutex_lock(&a[i].lock); // DEADLOCK 6; DEADLOCK 9: of one array, told for each of the two
	for (int i = 0; i < 2; i++)
		pthread_mutex_lock(&b[i].lock); // DEADLOCK 6; DEADLOCK 9
	for (int i = 0; i < 2; i++) {
		pthread_mutex_unlock(&a[i].lock);
		pthread_mutex_unlock(&b[i].lock);
	}
}

/* a list, in which the first becomes the last one while somebody goes along it */
struct wagon { pthread_mutex_t lock; struct wagon *next; };
static pthread_mutex_t points = INIT;
static struct wagon engine = { INIT, NULL }, tender = { INIT, NULL }, *head;

static void go_along(void)
{
	struct wagon *w, *next;

	pthread_mutex_lock(&points);
	w = head;
	next = w->next;
	pthread_mutex_unlock(&points);
	pthread_mutex_lock(&w->lock);
	if (next) {
		pthread_mutex_lock(&next->lock); // DEADLOCK 7
		pthread_mutex_unlock(&next->lock);
	}
	pthread_mutex_unlock(&w->lock);
}

static void shunt(void)
{
	struct wagon *w;

	pthread_mutex_lock(&points);
	w = head;
	if (w->next) {
		head = w->next;
		head->next = w;
		w->next = NULL;
	}
	pthread_mutex_unlock(&points);
}

/* two that are looked up, in whatever order */
struct user { pthread_mutex_t lock; int id; struct user *next; };
static struct user *users;

static struct user *get(int id)
{
	for (struct user *u = users; u; u = u->next)
		if (u->id == id) {
			pthread_mutex_lock(&u->lock); // DEADLOCK 8
			return u;
		}
	return NULL;
}

static void put(struct user *u)
{
	if (u)
		pthread_mutex_unlock(&u->lock);
}

static void introduce(int a, int b)
{
	struct user *x = get(a), *y = get(b);

	put(y);
	put(x);
}

#define THREAD(name, call) static void *name(void *argument) { call; return argument; }
THREAD(one0, (lock_table(up, 2)))
THREAD(two0, (lock_table(down, 2)))
THREAD(one1, (lock_numbers(first, 2)))
THREAD(two1, (lock_numbers(second, 2)))
THREAD(one2, (lock_seats(rows, 0, 1)))
THREAD(two2, (lock_seats(columns, 0, 1)))
THREAD(one3, (lock_plan()))
THREAD(two3, (exchange(), lock_plan()))
THREAD(one4, (take_forks(0)))
THREAD(two4, (take_forks(1)))
THREAD(one5, (lock_both(left, right)))
THREAD(two5, (lock_both(right, left)))
THREAD(one6, (go_along()))
THREAD(two6, (shunt(), go_along()))
THREAD(one7, (introduce(1, 2)))
THREAD(two7, (introduce(2, 1)))

int main(void)
{
	void *(*const run[])(void *) = { one0, two0, one1, two1, one2, two2, one3, two3, one4, two4, one5, two5, one6, two6, one7, two7 };
	pthread_t t[16];

	engine.next = &tender;
	head = &engine;
	for (int i = 0; i < 4; i++) {
		struct user *u = calloc(1, sizeof *u);
		if (!u)
			return 1;
		pthread_mutex_init(&u->lock, NULL);
		u->id = i;
		u->next = users;
		users = u;
	}
	for (int i = 0; i < 16; i++)
		pthread_create(&t[i], NULL, run[i], NULL);
	for (int i = 0; i < 16; i++)
		pthread_join(t[i], NULL);
	return 0;
}
