/* libuv, pull request 189: the event loop tested and cleared the pending flag of an async handle with plain accesses; a
 * concurrent uv_async_send, whose own accesses are atomic, could be lost between them. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

typedef struct uv_async_s {
	void (*async_cb)(struct uv_async_s *handle);
	int pending;
	int calls;
} uv_async_t;

static int wakeup[2];

static int uv_async_send(uv_async_t *handle)
{
	if (__atomic_exchange_n(&handle->pending, 1, __ATOMIC_SEQ_CST) == 0) // RACE 1
		return write(wakeup[1], "", 1) == 1;
	return 0;
}

static void uv__async_event(uv_async_t *handle)
{
	if (handle->pending == 0) // RACE 1
		return;
	handle->pending = 0; // RACE 1
	handle->async_cb(handle);
}

static void count(uv_async_t *handle)
{
	handle->calls++; // NORACE
}

static void *sender(void *argument)
{
	for (int i = 0; i < 10; i++)
		uv_async_send(argument);
	close(wakeup[1]);
	return NULL;
}

int main(void)
{
	static uv_async_t handle = { .async_cb = count };
	pthread_t thread;
	char byte;

	if (pipe(wakeup) != 0)
		return 1;
	pthread_create(&thread, NULL, sender, &handle);
	while (read(wakeup[0], &byte, 1) == 1)
		uv__async_event(&handle);
	pthread_join(thread, NULL);
	printf("%d\n", handle.calls > 0);
	return 0;
}
