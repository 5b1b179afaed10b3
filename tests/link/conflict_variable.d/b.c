long limit = 2;
