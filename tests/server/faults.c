/* Makes the disk and the clock of a program fail on demand: loaded with LD_PRELOAD. The file named by FAULTS says how:
 * "write N" and "sync N" let writes to the database and their flushing fail with the error number N, "clock N" moves the
 * time of day by N seconds. Without the file nothing fails. The database is every file whose path contains FAULTS_AT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long fault(const char *kind) {
  const char *path = getenv("FAULTS");
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file) return 0;
  char word[16] = "";
  long number = 0;
  int read = fscanf(file, "%15s %ld", word, &number);
  fclose(file);
  return read == 2 && strcmp(word, kind) == 0 ? number : 0;
}

static int fails(int fd, const char *kind) {
  char link[64], path[4096];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  errno = before;
  if (size < 0) return 0;
  path[size] = 0;
  const char *database = getenv("FAULTS_AT");
  if (!strstr(path, database ? database : "games.db")) return 0;
  long number = fault(kind);
  errno = number ? (int)number : before;
  return number != 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) { return fails(fd, "write") ? -1 : REAL(write)(fd, data, size); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  return fails(fd, "write") ? -1 : REAL(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return fails(fd, "write") ? -1 : REAL(pwrite64)(fd, data, size, at);
}
int fsync(int fd) { return fails(fd, "sync") ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, "sync") ? -1 : REAL(fdatasync)(fd); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int done = REAL(clock_gettime)(clock, now);
  if (done == 0 && clock == CLOCK_REALTIME) now->tv_sec += fault("clock");
  return done;
}
time_t time(time_t *to) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}
