#ifndef LOG_H
#define LOG_H

void log_open(const char *name);
void log_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_last(char *line, unsigned size);

#endif
