/* admin_socket.c: see admin_socket.h.
 *
 * The socket's mode lets only its owner connect. That is not enough on every system, so the server
 * also asks the kernel who is at the other end. */
#ifdef __linux__
#define _GNU_SOURCE /* for struct ucred */
#else
#define _DARWIN_C_SOURCE /* for getpeereid() */
#endif

#include "server/admin_socket.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

#include "server/admin.h"
#include "server/front_nodes.h"
#include "text/memory.h"

enum { MOST_LINKS = 8, MOST_LINE = 64 << 10, WHO_SIZE = 64, PIECE = 4096 };

/* A connection. */
typedef struct admin_link {
	uv_pipe_t pipe;
	sv_admin_socket *socket;
	char who[WHO_SIZE];
	bool waits; /* another node carries a request out */
	char *line; /* what has come of a request */
	size_t length;
	char piece[PIECE];
	struct admin_link *next;
} admin_link;

struct sv_admin_socket {
	uv_pipe_t listener;
	sv_front *front;
	char *path;
	admin_link *links;
	int count;
};

/* ---- Addresses ------------------------------------------------------------------------------- */

/* An address has room for about a hundred bytes. A longer path is reached through a link to its
 * folder, which the kernel provides; the folder must stay open for as long as the address is used.
 * Returns false, with errno, if there is no such path. */
static bool make_address(const char *path, struct sockaddr_un *out, int *folder)
{
	char parent[SV_SOCKET_PATH];
	const char *slash = strrchr(path, '/');
	*out = (struct sockaddr_un){.sun_family = AF_UNIX};
	*folder = -1;
	if (strlen(path) < sizeof out->sun_path) {
		memcpy(out->sun_path, path, strlen(path) + 1);
		return true;
	}
	errno = ENAMETOOLONG;
	if (!slash || (size_t)(slash - path) >= sizeof parent || strlen(slash) > 64)
		return false;
	snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
	*folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*folder < 0)
		return false;
	snprintf(out->sun_path, sizeof out->sun_path, "/proc/self/fd/%d/%.64s", *folder, slash + 1);
	return true;
}

int sv_admin_connect(const char *path)
{
	assert(path);
	struct sockaddr_un address;
	int folder, fd = -1, error = 0;
	if (make_address(path, &address, &folder))
		fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
		error = errno;
		close(fd);
		fd = -1;
	}
	if (folder >= 0)
		close(folder);
	if (error)
		errno = error;
	return fd;
}

/* Binds a socket that only its owner can connect to. What a server left that was killed is
 * replaced. */
static int bind_at(const char *path)
{
	struct stat is;
	struct sockaddr_un address;
	int folder, fd = sv_admin_connect(path), error = 0;
	if (fd >= 0) {
		close(fd);
		errno = EADDRINUSE;
		return -1;
	}
	if (lstat(path, &is) == 0 && S_ISSOCK(is.st_mode))
		unlink(path);
	if (!make_address(path, &address, &folder))
		return -1;
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	mode_t before = umask(0177);
	if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
		error = errno;
		close(fd);
		fd = -1;
	}
	umask(before);
	if (folder >= 0)
		close(folder);
	errno = error;
	return fd;
}

/* ---- Who is at the other end ----------------------------------------------------------------- */

static bool find_user(int fd, uid_t *out)
{
#ifdef __linux__
	struct ucred peer;
	socklen_t size = sizeof peer;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
		return false;
	*out = peer.uid;
	return true;
#else
	gid_t group;
	return getpeereid(fd, out, &group) == 0;
#endif
}

/* The user of the server and root may administrate. Writes the user's name. */
static bool may_administrate(uv_pipe_t *pipe, char who[WHO_SIZE])
{
	uv_os_fd_t fd;
	uid_t user;
	if (uv_fileno((uv_handle_t *)pipe, &fd) != 0 || !find_user(fd, &user) ||
		(user != geteuid() && user != 0))
		return false;
	const struct passwd *known = getpwuid(user);
	if (known)
		snprintf(who, WHO_SIZE, "%s", known->pw_name);
	else
		snprintf(who, WHO_SIZE, "user %lu", (unsigned long)user);
	return true;
}

/* ---- Connections ----------------------------------------------------------------------------- */

static void free_link(uv_handle_t *handle)
{
	admin_link *link = handle->data;
	free(link->line);
	free(link);
}

static void close_link(admin_link *link)
{
	if (uv_is_closing((uv_handle_t *)&link->pipe))
		return;
	admin_link **at = &link->socket->links;
	while (*at != link)
		at = &(*at)->next;
	*at = link->next;
	link->socket->count--;
	if (link->waits)
		sv_front_drop_command(link->socket->front, link);
	uv_close((uv_handle_t *)&link->pipe, free_link);
}

/* An answer that is being written. */
typedef struct writing {
	uv_write_t request;
	char *text;
} writing;

static void on_written(uv_write_t *request, int status)
{
	writing *w = request->data;
	if (status < 0 && status != UV_ECANCELED)
		close_link(request->handle->data);
	free(w->text);
	free(w);
}

static void write_answer(admin_link *link, const char *text, size_t size)
{
	writing *w = ap_allocate(1, sizeof *w);
	w->text = ap_allocate(size + 2, 1);
	memcpy(w->text, text, size);
	w->text[size] = '\n';
	w->request.data = w;
	uv_buf_t buffer = uv_buf_init(w->text, (unsigned)size + 1);
	if (uv_write(&w->request, (uv_stream_t *)&link->pipe, &buffer, 1, on_written) != 0) {
		free(w->text);
		free(w);
		close_link(link);
	}
}

static void take_lines(admin_link *link);

/* The node that leads the table has carried the command out. */
static void on_passed(void *to, const char *text, size_t length)
{
	static const char none[] =
		"{\"error\":{\"code\":\"storage\",\"text\":\"the node that leads this table cannot be "
		"reached: try again\"}}";
	admin_link *link = to;
	link->waits = false;
	write_answer(link, text ? text : none, text ? length : sizeof none - 1);
	take_lines(link);
}

static void answer(admin_link *link, char *line, size_t length)
{
	sv_front *front = link->socket->front;
	link->waits = sv_front_pass_command(front, link->who, line, length, on_passed, link);
	if (link->waits)
		return;
	char *text = sv_admin_answer(front, link->who, line, length);
	write_answer(link, text, strlen(text));
	free(text);
}

/* Answers every whole line, one after the other. */
static void take_lines(admin_link *link)
{
	char *end;
	while (!uv_is_closing((uv_handle_t *)&link->pipe) && !link->waits && link->length > 0 &&
		(end = memchr(link->line, '\n', link->length))) {
		size_t length = (size_t)(end - link->line);
		answer(link, link->line, length);
		memmove(link->line, end + 1, link->length - length - 1);
		link->length -= length + 1;
	}
}

static void make_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
	admin_link *link = handle->data;
	(void)wanted;
	*out = uv_buf_init(link->piece, sizeof link->piece);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
	admin_link *link = stream->data;
	if (count < 0 || link->length + (size_t)count > MOST_LINE) {
		close_link(link);
		return;
	}
	link->line = ap_reallocate(link->line, link->length + (size_t)count + 1, 1);
	memcpy(link->line + link->length, buffer->base, (size_t)count);
	link->length += (size_t)count;
	take_lines(link);
}

static void on_connection(uv_stream_t *listener, int status)
{
	sv_admin_socket *s = listener->data;
	if (status < 0)
		return;
	admin_link *link = ap_allocate(1, sizeof *link);
	link->socket = s;
	uv_pipe_init(listener->loop, &link->pipe, 0);
	link->pipe.data = link;
	link->next = s->links;
	s->links = link;
	s->count++;
	if (uv_accept(listener, (uv_stream_t *)&link->pipe) != 0 || s->count > MOST_LINKS ||
		!may_administrate(&link->pipe, link->who) ||
		uv_read_start((uv_stream_t *)&link->pipe, make_room, on_read) != 0)
		close_link(link);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void free_socket(uv_handle_t *handle)
{
	free(handle->data);
}

sv_admin_socket *sv_admin_socket_open(sv_front *front, const char *path, ap_error *error)
{
	assert(front && path && error);
	int fd = bind_at(path);
	if (fd < 0) {
		ap_fail(error, 0, "cannot listen for apparat admin at %.200s: %s", path,
			errno == EADDRINUSE ? "a server listens there already" : strerror(errno));
		return NULL;
	}
	sv_admin_socket *s = ap_allocate(1, sizeof *s);
	s->front = front;
	uv_pipe_init(sv_loop_of(front->loop), &s->listener, 0);
	s->listener.data = s;
	if (uv_pipe_open(&s->listener, fd) == 0 &&
		uv_listen((uv_stream_t *)&s->listener, MOST_LINKS, on_connection) == 0) {
		s->path = ap_copy_text(path);
		return s;
	}
	ap_fail(error, 0, "cannot listen for apparat admin at %.200s", path);
	unlink(path);
	uv_close((uv_handle_t *)&s->listener, free_socket);
	return NULL;
}

void sv_admin_socket_close(sv_admin_socket *s)
{
	assert(s);
	while (s->links)
		close_link(s->links);
	unlink(s->path);
	free(s->path);
	uv_close((uv_handle_t *)&s->listener, free_socket);
}
