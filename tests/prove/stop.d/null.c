// STOPS: a write through a null pointer
struct pair {
	int a, b;
};
static struct pair *nothing;

int main(void)
{
	nothing->b = 1;
	return 0;
}
