/* Pointer steps: forward by elements, backward, and by bytes of another type. */
struct item {
	int a, b, c;
};

int back(struct item *p)
{
	return p[-1].b;
}

int ahead(struct item *p, long n)
{
	return (p + n)->c;
}

int raw(char *p)
{
	return *(int *)(p + 6);
}
