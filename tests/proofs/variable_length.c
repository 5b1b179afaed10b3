/* Arrays whose length is known only when the program runs. */
// PROVED: confirmed
#include <pthread.h>
#include <string.h>

static int shared, two = 2;

static void *work(void *unused)
{
	int row[two], table[two][3];

	memset(row, 0, sizeof row);
	memset(table, 0, sizeof table);
	row[1] = 4;
	table[1][2] = 5;
	if (row[two - 1] == 4 && table[two - 1][two] == 5 && sizeof table == 6 * sizeof **table)
		shared++; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
