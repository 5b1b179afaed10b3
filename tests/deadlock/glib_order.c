/* GLib mutexes in opposite orders. */
typedef union {
	void *p;
	unsigned int i[2];
} GMutex;
typedef struct _GThread GThread;

void g_mutex_lock(GMutex *);
void g_mutex_unlock(GMutex *);
int g_mutex_trylock(GMutex *);
GThread *g_thread_new(const char *, void *(*)(void *), void *);
void *g_thread_join(GThread *);

static GMutex a, b;
static int total;

static void *first(void *data)
{
	g_mutex_lock(&a); // DEADLOCK 1
	g_mutex_lock(&b); // DEADLOCK 1
	total++; // NORACE
	g_mutex_unlock(&b);
	g_mutex_unlock(&a);
	return data;
}

static void *second(void *data)
{
	g_mutex_lock(&b); // DEADLOCK 1
	g_mutex_lock(&a); // DEADLOCK 1
	total--; // NORACE
	g_mutex_unlock(&a);
	g_mutex_unlock(&b);
	return data;
}

int main(void)
{
	GThread *t1 = g_thread_new("first", first, (void *)0), *t2 = g_thread_new("second", second, (void *)0);

	g_thread_join(t1);
	g_thread_join(t2);
	return 0;
}
