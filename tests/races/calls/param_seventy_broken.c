/* More parameters than fit into a register's worth of bits: the last one counts as well. */
#include <pthread.h>
#include <stdio.h>

static int total;

static void add(int *p0, int *p1, int *p2, int *p3, int *p4, int *p5, int *p6, int *p7, int *p8, int *p9, int *p10, int *p11, int *p12, int *p13, int *p14, int *p15, int *p16, int *p17, int *p18, int *p19, int *p20, int *p21, int *p22, int *p23, int *p24, int *p25, int *p26, int *p27, int *p28, int *p29, int *p30, int *p31, int *p32, int *p33, int *p34, int *p35, int *p36, int *p37, int *p38, int *p39, int *p40, int *p41, int *p42, int *p43, int *p44, int *p45, int *p46, int *p47, int *p48, int *p49, int *p50, int *p51, int *p52, int *p53, int *p54, int *p55, int *p56, int *p57, int *p58, int *p59, int *p60, int *p61, int *p62, int *p63, int *p64, int *p65, int *p66, int *p67, int *p68, int *p69)
{
	*p69 = *p0 + 1; // RACE 1
}

static void *run(void *argument)
{
	add(&total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total, &total);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, run, NULL);
	pthread_create(&second, NULL, run, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d\n", total);
	return 0;
}
