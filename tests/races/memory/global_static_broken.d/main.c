#include <pthread.h>
#include <stdio.h>

#include "counts.h"

int main(void)
{
	pthread_t in, out;

	pthread_create(&in, NULL, input_main, NULL);
	pthread_create(&out, NULL, output_main, NULL);
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	printf("%d %d\n", input_count(), output_count());
	return 0;
}
