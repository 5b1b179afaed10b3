// STOPS: a write to a constant
int main(void)
{
	char *s = "text";

	s[0] = 'T';
	return 0;
}
