/* terminal.c: see terminal.h. Lines are edited by the terminal itself, so there is little to put
 * back. Signals wait until a line is read: nothing else takes long. */
#include "terminal/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

static const char enter_screen[] = "\033[?1049h\033[H\033[2J";
static const char leave_screen[] = "\033[0m\033[?1049l";

static volatile sig_atomic_t stopped, resized;
static volatile sig_atomic_t on_own_screen;
static sigset_t before, none;

/* ---- Signals ------------------------------------------------------------------------------- */

static void on_stop(int number)
{
	stopped = number;
}

static void on_resize(int number)
{
	(void)number;
	resized = 1;
}

static void say_now(const char *text, size_t length)
{
	while (length > 0) {
		ssize_t n = write(STDOUT_FILENO, text, length);
		if (n <= 0)
			return;
		text += n;
		length -= (size_t)n;
	}
}

/* The shell gets its own screen back while we sleep. */
static void on_suspend(int number)
{
	(void)number;
	int error = errno;
	if (on_own_screen)
		say_now(leave_screen, sizeof leave_screen - 1);
	raise(SIGSTOP);
	if (on_own_screen)
		say_now(enter_screen, sizeof enter_screen - 1);
	resized = 1;
	errno = error;
}

static void catch_signals(void)
{
	static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = on_stop};
	sigset_t caught;
	sigemptyset(&caught);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
		sigaction(stops[i], &action, NULL);
		sigaddset(&caught, stops[i]);
	}
	action.sa_handler = on_suspend;
	sigaction(SIGTSTP, &action, NULL);
	sigaddset(&caught, SIGTSTP);
#ifdef SIGWINCH
	action.sa_handler = on_resize;
	sigaction(SIGWINCH, &action, NULL);
	sigaddset(&caught, SIGWINCH);
#endif
	sigprocmask(SIG_BLOCK, &caught, &before);
	none = before;
	for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
		sigdelset(&none, stops[i]);
	sigdelset(&none, SIGTSTP);
#ifdef SIGWINCH
	sigdelset(&none, SIGWINCH);
#endif
}

/* ---- What the terminal can do -------------------------------------------------------------- */

static bool given(const char *name)
{
	const char *value = getenv(name);
	return value && value[0];
}

static bool locale_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	for (int i = 0; i < 3; i++)
		if (given(names[i])) {
			const char *value = getenv(names[i]);
			return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8") ||
				strstr(value, "UTF8");
		}
	return false;
}

static int size_from(const char *name, int otherwise)
{
	const char *value = getenv(name);
	long n = value ? strtol(value, NULL, 10) : 0;
	return n > 0 && n <= 1000 ? (int)n : otherwise;
}

void terminal_measure(terminal *t)
{
	struct winsize size;
	bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
	t->columns = known ? size.ws_col : size_from("COLUMNS", 80);
	t->rows = known ? size.ws_row : size_from("LINES", 24);
	if (t->columns < 20)
		t->columns = 20;
	if (t->rows < 8)
		t->rows = 8;
}

void terminal_open(terminal *t, bool plain)
{
	const char *term = getenv("TERM");
	bool screen = isatty(STDOUT_FILENO);
	bool dumb = !term || !term[0] || strcmp(term, "dumb") == 0;
	memset(t, 0, sizeof *t);
	setvbuf(stdout, NULL, _IOFBF, 1 << 16); /* a page appears at once */
	t->wipes = screen && !dumb;
	t->keyboard = isatty(STDIN_FILENO);
	t->live = t->wipes && !plain && t->keyboard;
	t->colour = t->wipes && !plain && !given("NO_COLOR");
	t->utf8 = locale_is_utf8();
	t->symbols = t->utf8 && !plain;
	terminal_measure(t);
	stopped = resized = 0;
	catch_signals();
	on_own_screen = t->live;
	if (t->live)
		fputs(enter_screen, stdout);
}

void terminal_close(terminal *t)
{
	if (t->live)
		fputs(leave_screen, stdout);
	fflush(stdout);
	t->live = false;
	on_own_screen = 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
}

void terminal_clear(const terminal *t)
{
	if (t->live)
		fputs("\033[H\033[2J", stdout);
}

void terminal_wipe(const terminal *t)
{
	if (t->wipes) {
		fputs("\033[H\033[2J\033[3J", stdout);
		return;
	}
	for (int i = 0; i < t->rows; i++)
		putchar('\n');
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* Hands out the first `length` bytes held and forgets them and the end of line after them. */
static void hand_out(terminal *t, size_t length, char *line, size_t size)
{
	size_t used = length < t->held ? length + 1 : length;
	size_t copied = length < size - 1 ? length : size - 1;
	memcpy(line, t->input, copied);
	line[copied] = '\0';
	t->held -= used;
	memmove(t->input, t->input + used, t->held);
}

/* Sleeps until a line, the company or a signal comes, or the company's time. Is there a line? */
static int sleep_until(const terminal_company *c, bool keyboard)
{
	fd_set in, out;
	int fd = -1, wait = -1;
	bool writes = false;
	FD_ZERO(&in);
	FD_ZERO(&out);
	if (keyboard)
		FD_SET(STDIN_FILENO, &in);
	if (c->self)
		wait = c->watch(c->self, &fd, &writes);
	if (fd >= 0)
		FD_SET(fd, &in);
	if (fd >= 0 && writes)
		FD_SET(fd, &out);
	struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
	int most = fd > STDIN_FILENO ? fd : STDIN_FILENO;
	int n = pselect(most + 1, &in, &out, NULL, wait < 0 ? NULL : &time, &none);
	return n < 0 ? n : keyboard && n > 0 && FD_ISSET(STDIN_FILENO, &in);
}

/* Waits until there is something to read, or to draw. */
static terminal_line wait_for_input(terminal *t, bool keyboard)
{
	for (;;) {
		int ready = sleep_until(&t->company, keyboard);
		if (stopped)
			return LINE_STOPPED;
		if (ready < 0 && errno != EINTR)
			return LINE_ENDED;
		if (resized && t->live) {
			resized = 0;
			return LINE_RESIZED;
		}
		if (t->company.self && t->company.serve(t->company.self))
			return LINE_RESIZED;
		if (ready > 0)
			return LINE_READ;
	}
}

terminal_line terminal_wait(terminal *t)
{
	fflush(stdout);
	return stopped ? LINE_STOPPED : wait_for_input(t, false);
}

int terminal_signal(void)
{
	return stopped;
}

/* Lines that are held already must keep neither signals nor company waiting. */
static bool glance(terminal *t)
{
	static const struct timespec now;
	pselect(0, NULL, NULL, NULL, &now, &none);
	return t->company.self && t->company.serve(t->company.self);
}

terminal_line terminal_read(terminal *t, char *line, size_t size)
{
	fflush(stdout);
	if (glance(t))
		return LINE_RESIZED;
	for (;;) {
		if (stopped)
			return LINE_STOPPED;
		char *end = memchr(t->input, '\n', t->held);
		if (end || (t->ended && t->held > 0)) {
			hand_out(t, end ? (size_t)(end - t->input) : t->held, line, size);
			return LINE_READ;
		}
		if (t->ended)
			return LINE_ENDED;
		if (t->held == sizeof t->input)
			t->held = sizeof t->input / 2; /* far longer than any answer */
		terminal_line now = wait_for_input(t, true);
		if (now != LINE_READ)
			return now;
		ssize_t n = read(STDIN_FILENO, t->input + t->held, sizeof t->input - t->held);
		if (n > 0)
			t->held += (size_t)n;
		else if (n == 0 || errno != EINTR)
			t->ended = true;
	}
}
