#include <stdio.h>
#include "model/model.h"
int main(void){ struct arena a; arena_init(&a,"t"); struct models *m=models_read(&a,&(struct models_options){0});
for(uint32_t i=0;i<m->complaint.n;i++) printf("%s:%u: %s\n",m->complaint.at[i].file,m->complaint.at[i].line,m->complaint.at[i].text); models_dump(m,stdout);models_check(m);return 0;}
