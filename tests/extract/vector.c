/* Vectors: element access, replacement, shuffles, comparison to a mask. */
typedef int v4 __attribute__((vector_size(16)));

int third(v4 *v)
{
	return (*v)[2];
}

void set_second(v4 *v, int x)
{
	(*v)[1] = x;
}

v4 reverse(v4 a)
{
	return __builtin_shufflevector(a, a, 3, 2, 1, 0);
}

v4 above(v4 a, v4 b)
{
	return a > b;
}
