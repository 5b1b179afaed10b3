void forth(void);
void back(void);

int main(void)
{
	forth();
	back();
	return 0;
}
