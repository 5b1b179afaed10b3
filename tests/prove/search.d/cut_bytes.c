/* Which bytes a call touches: those that it executes up to where it stops by itself; what it may touch besides is said. */
// search: --define CALL=strcpy(target,text) race @call @other : found
// search: --define CALL=strcpy(text,target) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strspn(text,"abc") race @call @other : found
// search: --define CALL=strspn(text,"xyz") race @call @other : not within: what a call surely touches (strspn)
// search: --define CALL=strtol(text,0,10) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strtol(text,0,16) race @call @other : found
// search: --define CALL=strtol(text+1,0,10) race @call @other : found
// search: --define CALL=strcat(text,"d") race @call @other : found
// search: --define CALL=strncat(target,text,1) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=sprintf(text,"d") race @call @other : found
// search: --define CALL=snprintf(text,1,"dd") --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=snprintf(text,2,"dd") race @call @other : found
// search: --define CALL=printf("%s",text) race @call @other : found
// search: --define CALL=snprintf(target,8,"%.1s",text) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strlen(text) race @call @other : found
// search: --define CALL=strlen(text+7) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strlen(empty) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strnlen(text,1) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strcmp(text,"abd") race @call @other : found
// search: --define CALL=strcmp(text,"xyz") --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strncmp(text,"abd",1) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=memcmp(text,"abd",3) race @call @other : found
// search: --define CALL=memcmp(text,"xyz",3) race @call @other : not within: what a call surely touches (memcmp)
// search: --define CALL=memchr(text,'c',8) race @call @other : found
// search: --define CALL=memchr(text,'a',8) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strchr(text,'c') race @call @other : found
// search: --define CALL=strchr(text,'a') --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=strrchr(text,'a') race @call @other : found
// search: --define CALL=memccpy(target,text,'a',8) --switches 30 --seconds 60 race @call @other : not within: all schedules: the search is complete
// search: --define CALL=memccpy(target,text,'b',8) race @call @other : found
// search: --define CALL=strncpy(text,"q",8) race @call @other : found
// search: --define CALL=puts(text) race @call @other : found
// search: --define CALL=sscanf("1","%hhd",text+1) race @call @other : not within: what a call surely touches
// search: --define CALL=strtok(text,"b") race @call @other : not within: what a call surely touches (strtok)
// search: --define CALL=strtok(0,"b") race @call @other : not within: what a call surely touches (strtok)
#define _GNU_SOURCE
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
