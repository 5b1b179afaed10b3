/* curl, bug 915, commit c509808: Curl_ipv6works remembered its answer in a static variable at the first use, which may be in
 * two threads with a handle each. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

struct easy {
	int number;
	bool resolved_v6;
};

static bool Curl_ipv6works(void)
{
	static int ipv6_works = -1;

	if (ipv6_works == -1) { // RACE 1
		int s = socket(AF_INET6, SOCK_DGRAM, 0);

		ipv6_works = s >= 0; // RACE 1
		if (s >= 0)
			close(s);
	}
	return ipv6_works > 0; // RACE 1
}

static void curl_global_init(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
}

static void *curl_easy_perform(void *argument)
{
	struct easy *easy = argument;

	easy->resolved_v6 = Curl_ipv6works(); // NORACE
	return NULL;
}

int main(void)
{
	struct easy easy[2] = { { 0, false }, { 1, false } };
	pthread_t threads[2];

	curl_global_init();
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, curl_easy_perform, &easy[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", easy[0].number, easy[1].number);
	return 0;
}
