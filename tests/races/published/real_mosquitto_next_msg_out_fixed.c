/* mosquitto, bug 2506, fixed as in pull request 2510: mosquitto_loop takes msgtime_mutex for next_msg_out, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct mosquitto {
	pthread_mutex_t msgtime_mutex;
	time_t last_msg_in;
	time_t next_msg_out;
	unsigned short keepalive;
};

static void packet__write(struct mosquitto *mosq)
{
	pthread_mutex_lock(&mosq->msgtime_mutex);
	mosq->next_msg_out = time(NULL) + mosq->keepalive; // NORACE
	pthread_mutex_unlock(&mosq->msgtime_mutex);
}

static int mosquitto_loop(struct mosquitto *mosq, int timeout)
{
	time_t now = time(NULL);

	pthread_mutex_lock(&mosq->msgtime_mutex);
	if (mosq->next_msg_out && now + timeout / 1000 > mosq->next_msg_out) // NORACE
		timeout = (int)(mosq->next_msg_out - now) * 1000; // NORACE
	mosq->last_msg_in = now; // NORACE
	pthread_mutex_unlock(&mosq->msgtime_mutex);
	return timeout;
}

static void *network_thread(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += mosquitto_loop(argument, 90000);
	printf("%d\n", sum > 0);
	return NULL;
}

int main(void)
{
	struct mosquitto *mosq = calloc(1, sizeof *mosq);
	pthread_t thread;

	if (!mosq)
		return 1;
	pthread_mutex_init(&mosq->msgtime_mutex, NULL);
	mosq->keepalive = 60;
	pthread_create(&thread, NULL, network_thread, mosq);
	for (int i = 0; i < 10; i++)
		packet__write(mosq);
	pthread_join(thread, NULL);
	free(mosq);
	return 0;
}
