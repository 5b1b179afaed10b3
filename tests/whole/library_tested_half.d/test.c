void forth(void);

int main(void)
{
	forth();
	return 0;
}
