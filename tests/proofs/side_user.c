/* Nobody has this name. */
// PROVED: assuming
#include <pthread.h>
#include <pwd.h>
#include <sys/types.h>

static struct passwd found, *result;
static char text[256];

static void *work(void *unused)
{
	getpwnam_r("", &found, text, sizeof text, &result); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	found.pw_name = text; // NORACE reported: it fails
	pthread_join(t, 0);
	return 0;
}
