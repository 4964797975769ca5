import getPort, { portNumbers } from 'get-port'

/*
 * Systems lend ports from 32768 or 49152 to outgoing connections. A port from there may be taken
 * before the server listens on it.
 */
const [first, last] = [15_000, 32_767]

/** Finds a free port. The search begins anywhere, so that concurrent processes differ. */
export function freePort() {
  const begin = first + Math.floor(Math.random() * (last - first))
  return getPort({ port: portNumbers(begin, last), reserve: true })
}
