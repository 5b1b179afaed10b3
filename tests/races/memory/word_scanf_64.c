// The same on a machine of 64 bits: a long has eight bytes, which are two members of this record.
typedef unsigned long thread_id;
int pthread_create(thread_id *, const void *, void *(*)(void *), void *);
int pthread_join(thread_id, void **);
int sscanf(const char *, const char *, ...);

static struct {
	int number;
	int count;
} g;

static void *reader(void *text)
{
	sscanf(text, "%ld", (long *)&g.number); // RACE 1
	return text;
}

int main(void)
{
	thread_id t;

	pthread_create(&t, 0, reader, "7");
	g.count++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
