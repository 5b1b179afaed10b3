// STATS: programs == 2
int store_put(void);

int main(void)
{
	return store_put();
}
