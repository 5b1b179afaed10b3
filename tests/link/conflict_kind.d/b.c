int thing = 2;
