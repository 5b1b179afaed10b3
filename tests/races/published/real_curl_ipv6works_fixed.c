/* curl, bug 915, fixed as in commit c509808: curl_global_init asks once, before there are threads. The variable is then set, so
 * that the threads' calls only read it: the write is still in their code, but its condition does not hold any more. */
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

	if (ipv6_works == -1) { // NORACE
		int s = socket(AF_INET6, SOCK_DGRAM, 0);

		ipv6_works = s >= 0; // NORACE reported: that the condition cannot hold any more needs the value of the variable
		if (s >= 0)
			close(s);
	}
	return ipv6_works > 0; // NORACE
}

static void curl_global_init(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	(void)Curl_ipv6works();
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
