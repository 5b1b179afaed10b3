/* Calls that fail, or have nothing to write. */
// PROVED: assuming
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static struct timespec resolution, rest, no_time;
static struct rlimit limit;
static int ends[2];
static double load[3];
static wchar_t wide[4];
static gid_t group[2];

static void *work(void *unused)
{
	clock_getres(9999, &resolution); // NORACE
	nanosleep(&no_time, &rest); // NORACE
	getrlimit(9999, &limit); // NORACE
	socketpair(-1, -1, -1, ends); // NORACE
	getloadavg(load, 0); // NORACE
	wmemset(wide, 1, 0); // NORACE
	getgroups(0, group); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	resolution.tv_sec = 1; // NORACE reported: there is no such clock
	rest.tv_sec = 1; // NORACE reported: nobody interrupts it
	limit.rlim_cur = 1; // NORACE reported: there is no such limit
	ends[0] = 1; // NORACE reported: there are no such sockets
	load[0] = 1; // NORACE reported: none are asked for
	wide[0] = 1; // NORACE reported: none are set
	group[0] = 1; // NORACE reported: they are only counted
	pthread_join(t, 0);
	return 0;
}
