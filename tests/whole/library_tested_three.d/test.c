// STATS: programs == 2
// A library and its test, which calls three functions of four. It starts no thread, and the library takes locks: for others.
void queue_put(void);
void queue_get(void);
int queue_size(void);

int main(void)
{
	queue_put();
	queue_get();
	return queue_size();
}
