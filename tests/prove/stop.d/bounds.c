// STOPS: a write out of bounds
int a[4];

int main(int argc, char **argv)
{
	(void)argv;
	a[argc + 3] = 1; /* argc is 1 */
	return 0;
}
