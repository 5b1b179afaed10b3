#include <pthread.h>

struct state {
	int uptime, requests;
};

struct state *state_get(void);
pthread_mutex_t *state_lock(void);
void *request_main(void *);
