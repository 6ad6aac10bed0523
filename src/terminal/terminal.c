/* terminal.c: see terminal.h. At a keyboard lines are edited with line_editor.h; through pipes, and
 * on terminals that cannot move the cursor, they are taken as they come. Signals are blocked except
 * while the program waits for input. */
#include "terminal/terminal.h"

#include <assert.h>
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

static volatile sig_atomic_t stop_signal; /* the signal that asks to stop, or 0 */
static volatile sig_atomic_t resized;
static volatile sig_atomic_t was_suspended;
static volatile sig_atomic_t on_own_screen;
static sigset_t original_mask; /* the signals that were blocked before terminal_open() */
static sigset_t waiting_mask;  /* the signals that stay blocked while the program waits */

/* ---- Signals --------------------------------------------------------------------------------- */

static void on_stop(int number)
{
	stop_signal = number;
}

static void on_resize(int number)
{
	(void)number;
	resized = 1;
}

/* Writes at once, from a signal handler: stdio must not be used there. */
static void write_now(const char *text, size_t length)
{
	while (length > 0) {
		ssize_t n = write(STDOUT_FILENO, text, length);
		if (n <= 0)
			return;
		text += n;
		length -= (size_t)n;
	}
}

/* Gives the shell its own screen back while the program is suspended. */
static void on_suspend(int number)
{
	(void)number;
	int error = errno;
	if (on_own_screen)
		write_now(leave_screen, sizeof leave_screen - 1);
	raise(SIGSTOP);
	if (on_own_screen)
		write_now(enter_screen, sizeof enter_screen - 1);
	resized = was_suspended = 1;
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
	sigprocmask(SIG_BLOCK, &caught, &original_mask);
	waiting_mask = original_mask;
	for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
		sigdelset(&waiting_mask, stops[i]);
	sigdelset(&waiting_mask, SIGTSTP);
#ifdef SIGWINCH
	sigdelset(&waiting_mask, SIGWINCH);
#endif
}

static int next_byte(void *context);

/* ---- What the terminal can do ---------------------------------------------------------------- */

static bool is_set(const char *name)
{
	const char *value = getenv(name);
	return value && value[0];
}

static bool locale_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	for (int i = 0; i < 3; i++)
		if (is_set(names[i])) {
			const char *value = getenv(names[i]);
			return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8") ||
				strstr(value, "UTF8");
		}
	return false;
}

static int size_from_environment(const char *name, int otherwise)
{
	const char *value = getenv(name);
	long n = value ? strtol(value, NULL, 10) : 0;
	return n > 0 && n <= 1000 ? (int)n : otherwise;
}

void terminal_measure(terminal *t)
{
	struct winsize size;
	bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
	t->columns = known ? size.ws_col : size_from_environment("COLUMNS", 80);
	t->rows = known ? size.ws_row : size_from_environment("LINES", 24);
	if (t->columns < 20)
		t->columns = 20;
	if (t->rows < 8)
		t->rows = 8;
}

void terminal_open(terminal *t, bool plain)
{
	const char *term = getenv("TERM");
	bool to_screen = isatty(STDOUT_FILENO);
	bool dumb = !term || !term[0] || strcmp(term, "dumb") == 0;
	memset(t, 0, sizeof *t);
	setvbuf(stdout, NULL, _IOFBF, 1 << 16); /* so that a page appears as a whole */
	t->can_clear = to_screen && !dumb;
	t->keyboard = isatty(STDIN_FILENO);
	t->full_screen = t->can_clear && !plain && t->keyboard;
	t->colour = t->can_clear && !plain && !is_set("NO_COLOR");
	t->utf8 = locale_is_utf8();
	t->symbols = t->utf8 && !plain;
	terminal_measure(t);
	stop_signal = resized = was_suspended = 0;
	catch_signals();
	on_own_screen = t->full_screen;
	if (t->full_screen)
		fputs(enter_screen, stdout);
	if (t->keyboard && t->can_clear)
		t->editor = line_editor_new(next_byte, t);
}

void terminal_close(terminal *t)
{
	line_editor_free(t->editor);
	t->editor = NULL;
	if (t->full_screen)
		fputs(leave_screen, stdout);
	fflush(stdout);
	t->full_screen = false;
	on_own_screen = 0;
	sigprocmask(SIG_SETMASK, &original_mask, NULL);
}

void terminal_clear(const terminal *t)
{
	if (t->full_screen)
		fputs("\033[H\033[2J", stdout);
}

void terminal_clear_history(const terminal *t)
{
	if (t->editor)
		line_editor_forget(t->editor);
	if (t->can_clear) {
		fputs("\033[H\033[2J\033[3J", stdout);
		return;
	}
	for (int i = 0; i < t->rows; i++)
		putchar('\n');
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Copies the first `length` bytes of the input to `line` and removes them, and the line end behind
 * them, from the input. */
static void take_line(terminal *t, size_t length, char *line, size_t size)
{
	size_t used = length < t->input_length ? length + 1 : length;
	size_t copied = length < size - 1 ? length : size - 1;
	memcpy(line, t->input, copied);
	line[copied] = '\0';
	t->input_length -= used;
	memmove(t->input, t->input + used, t->input_length);
}

/* Waits for input (if `reads`), a signal, or what the background work waits for. Returns 1 if there
 * is input, 0 if there is none, and -1 with errno after a signal or an error. */
static int wait_for_event(const terminal_background *background, bool reads)
{
	fd_set in, out;
	int fd = -1, wait = -1;
	bool writes = false;
	FD_ZERO(&in);
	FD_ZERO(&out);
	if (reads)
		FD_SET(STDIN_FILENO, &in);
	if (background->self)
		wait = background->watch(background->self, &fd, &writes);
	assert(fd < FD_SETSIZE);
	if (fd >= 0)
		FD_SET(fd, &in);
	if (fd >= 0 && writes)
		FD_SET(fd, &out);
	struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
	int most = fd > STDIN_FILENO ? fd : STDIN_FILENO;
	int n = pselect(most + 1, &in, &out, NULL, wait < 0 ? NULL : &time, &waiting_mask);
	return n < 0 ? n : reads && n > 0 && FD_ISSET(STDIN_FILENO, &in);
}

/* Waits until there is something to draw or, if `reads`, to read: then the result is INPUT_LINE. */
static terminal_input wait_for_input(terminal *t, bool reads)
{
	for (;;) {
		int ready = wait_for_event(&t->background, reads);
		if (stop_signal)
			return INPUT_STOPPED;
		if (ready < 0 && errno != EINTR)
			return INPUT_ENDED;
		if (resized && t->full_screen) {
			resized = 0;
			return INPUT_REDRAW;
		}
		if (t->background.self && t->background.serve(t->background.self))
			return INPUT_REDRAW;
		if (ready > 0)
			return INPUT_LINE;
	}
}

terminal_input terminal_wait_for_background(terminal *t)
{
	assert(t->background.self);
	fflush(stdout);
	return stop_signal ? INPUT_STOPPED : wait_for_input(t, false);
}

int terminal_stop_signal(void)
{
	return stop_signal;
}

/* Lets pending signals in and serves the background work once, without waiting: otherwise lines
 * that are in the input already would delay both. Returns whether to draw again. */
static bool serve_at_once(terminal *t)
{
	static const struct timespec no_time;
	pselect(0, NULL, NULL, NULL, &no_time, &waiting_mask);
	return t->background.self && t->background.serve(t->background.self);
}

/* Waits for input and adds it to what was read. Returns INPUT_LINE if there is some. */
static terminal_input read_more(terminal *t)
{
	if (t->input_length == sizeof t->input)
		t->input_length = sizeof t->input / 2; /* still far longer than any answer */
	terminal_input result = wait_for_input(t, true);
	if (result != INPUT_LINE)
		return result;
	ssize_t n = read(STDIN_FILENO, t->input + t->input_length, sizeof t->input - t->input_length);
	if (n > 0)
		t->input_length += (size_t)n;
	else if (n == 0 || errno != EINTR)
		t->input_ended = true;
	return INPUT_LINE;
}

/* See line_editor_source. Why it breaks off is kept in `broken_off`. */
static int next_byte(void *context)
{
	terminal *t = context;
	while (t->input_length == 0) {
		t->broken_off = stop_signal ? INPUT_STOPPED : t->input_ended ? INPUT_ENDED : read_more(t);
		if (t->broken_off != INPUT_LINE)
			return -1;
		if (was_suspended) {
			was_suspended = 0;
			line_editor_resume(t->editor);
		}
	}
	unsigned char byte = (unsigned char)t->input[0];
	t->input_length--;
	memmove(t->input, t->input + 1, t->input_length);
	return byte;
}

static terminal_input read_edited(terminal *t, const char *prompt, char *line, size_t size)
{
	switch (line_editor_read(t->editor, prompt, line, size)) {
	case LINE_EDITOR_LINE:
		return INPUT_LINE;
	case LINE_EDITOR_BROKEN_OFF:
		return t->broken_off;
	case LINE_EDITOR_ENDED:
		break;
	}
	return INPUT_ENDED;
}

static terminal_input read_as_it_comes(terminal *t, char *line, size_t size)
{
	for (;;) {
		if (stop_signal)
			return INPUT_STOPPED;
		char *end = memchr(t->input, '\n', t->input_length);
		if (end || (t->input_ended && t->input_length > 0)) {
			take_line(t, end ? (size_t)(end - t->input) : t->input_length, line, size);
			return INPUT_LINE;
		}
		terminal_input result = t->input_ended ? INPUT_ENDED : read_more(t);
		if (result != INPUT_LINE)
			return result;
	}
}

terminal_input terminal_read(terminal *t, const char *prompt, char *line, size_t size)
{
	assert(prompt && line && size > 0);
	if (!t->editor)
		fputs(prompt, stdout);
	fflush(stdout);
	if (serve_at_once(t))
		return INPUT_REDRAW;
	return t->editor ? read_edited(t, prompt, line, size) : read_as_it_comes(t, line, size);
}
