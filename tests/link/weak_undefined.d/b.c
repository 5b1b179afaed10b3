void present(void)
{
}
