void *input_main(void *);
void *output_main(void *);
int input_count(void);
int output_count(void);
