/* The table of a checksum is computed at the first use, which may be in two threads: `ready` is a plain flag. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void make_table(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;

		for (int bit = 0; bit < 8; bit++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		table[i] = c; // RACE 1
	}
}

static uint32_t checksum(const char *text)
{
	static int ready;
	uint32_t c = 0xffffffffu;

	if (!ready) { // RACE 2
		make_table();
		ready = 1; // RACE 2
	}
	for (; *text; text++)
		c = table[(c ^ (unsigned char)*text) & 0xff] ^ c >> 8; // RACE 1
	return ~c;
}

static void *check(void *text)
{
	printf("%08x\n", checksum(text));
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, check, "header");
	pthread_create(&second, NULL, check, "body");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
