/* Goblint-like: two slots by constants, each with a lock of its own. */
#include <pthread.h>
#include <stdlib.h>
struct s { int datum; struct s *next; };
static struct s *slot[10];
static pthread_mutex_t slots_mutex[10];
static struct s *new(int x)
{
	struct s *p = malloc(sizeof *p);

	p->datum = x; // RACE 3
	p->next = NULL;
	return p;
}
static void list_add(struct s *node, struct s *list)
{
	struct s *temp = list->next;

	list->next = node; // RACE 2
	node->next = temp;
}
static void *t_fun(void *arg)
{
	int i = rand() % 10;

	pthread_mutex_lock(&slots_mutex[i]);
	list_add(new(3), slot[i]);
	pthread_mutex_unlock(&slots_mutex[i]);
	return arg;
}
int main(void)
{
	int j = rand() % 10, k = rand() % 10;
	struct s *p;
	pthread_t id;

	for (int i = 0; i < 10; i++) {
		slot[i] = new(i);
		pthread_mutex_init(&slots_mutex[i], NULL);
	}
	pthread_create(&id, NULL, t_fun, NULL);
	pthread_mutex_lock(&slots_mutex[k]);
	p = slot[j]->next; // RACE 2
	if (p)
		p->datum++; // RACE 3
	pthread_mutex_unlock(&slots_mutex[k]);
	pthread_join(id, NULL);
	return 0;
}
