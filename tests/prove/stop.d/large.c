// STOPS: needs more than 256 MB of memory
static char much[1 << 30];

int main(int argc, char **argv)
{
	(void)argv;
	much[argc] = 1;
	return much[2];
}
