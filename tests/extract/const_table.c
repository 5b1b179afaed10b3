/* Constant tables: their bytes are known, trailing zeros included, and their memory is never written. */
const unsigned short powers[6] = { 1, 2, 4, 8 };
static const struct {
	char op;
	int weight;
} weights[] = { { '+', 1 }, { '*', 0x01020304 } };

int weigh(int i)
{
	return powers[i] + weights[1 - i].weight;
}
