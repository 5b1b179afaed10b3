int shared[8];
int decided = 5;
