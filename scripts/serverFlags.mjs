/**
 * The flags of V8 that the server is started with. The Dockerfile and the unit of systemd repeat them:
 * a test of the samples (server/test/matrix) compares them with this list.
 */
export const serverFlags = [
  // New objects get 8 MiB, so that what a request makes is collected while it is new.
  '--max-semi-space-size=8',
  // By itself V8 lets garbage grow to three times of what is in use before it looks.
  '--heap-growing-percent=25',
  // After a rush of log-ins that waited, V8 takes what a request makes for long-lived and puts it among
  // the old objects, where garbage is dear: every later read would cost twice as much.
  '--no-allocation-site-pretenuring',
]
