/**
 * The V8 flags of the server. The Dockerfile and the systemd unit repeat them: a test of the
 * samples (apps/server/test/matrix) compares them with this list.
 */
export const serverFlags = [
  // New objects get 8 MiB, so that V8 frees a request's objects while they are new.
  '--max-semi-space-size=8',
  // By default V8 lets garbage grow to three times the live memory.
  '--heap-growing-percent=25',
  // After a rush of log-ins V8 treats a request's objects as long-lived. It puts them among the old
  // objects, where collection is expensive: every later read would cost twice as much.
  '--no-allocation-site-pretenuring',
]
