/* A call reads or writes a string behind its first byte: what is not looked at is said. A string that ends there has no more. */
// search: --define CALL=strcpy(target,text) race @call @other : not within: the first byte of what a call touches (strcpy)
// search: --define CALL=strspn(text,"abc") race @call @other : not within: the first byte of what a call touches (strspn)
// search: --define CALL=strtol(text,0,10) race @call @other : not within: the first byte of what a call touches (strtol)
// search: --define CALL=strcat(text,"d") race @call @other : not within: the first byte of what a call touches (strcat)
// search: --define CALL=sprintf(text,"d") race @call @other : not within: the first byte of what a call touches (sprintf)
// search: --define CALL=printf("%s",text) race @call @other : not within: the first byte of what a call touches (printf)
// search: --define CALL=sscanf("1","%hhd",text+1) race @call @other : not within: the first byte of what a call touches
// search: --define CALL=strtok(text,"b") race @call @other : not within: the first byte of what a call touches (strtok)
// search: --define CALL=strtok(0,"b") race @call @other : not within: the first byte of what a call touches (strtok)
// search: --define CALL=snprintf(target,8,"%.1s",text) --switches 30 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strlen(text+7) --switches 30 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strlen(empty) --switches 30 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strtol(text+1,0,10) race @call @other : found
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char text[8] = "abc", target[8], empty[8];

static void *work(void *unused)
{
	text[1] = 'z'; // @other
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!CALL; // @call
	return 0;
}
