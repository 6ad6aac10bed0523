/* log.h: what whoever runs the server should know: a line for each event, to stderr. A line is made
 * of KEY=VALUE, with the level, the event and, where it is about one, the key of the table:
 *
 *     level=error event=damaged table=g23fb6pxjk8i8rkvij52btdi6r text="the lines cannot be read:
 * .."
 *
 * Where stderr goes to systemd's journal, the priority comes first ("<3>"). No line tells what
 * players may not know, who they are, or any secret. */
#ifndef APPARAT_SERVER_LOG_H
#define APPARAT_SERVER_LOG_H

/* The values are the priorities of syslog. */
typedef enum sv_level { SV_LOG_ERROR = 3, SV_LOG_WARNING = 4, SV_LOG_INFO = 6 } sv_level;

/* Writes a line. `table` is the key of a table, or NULL; the text is written as by printf. */
void sv_log(sv_level level, const char *event, const char *table, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif
