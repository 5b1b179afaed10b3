// STOPS: a division by zero
static volatile int zero;

int main(void)
{
	return 10 / zero;
}
