import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Systems lend ports from 32768 or 49152 to outgoing connections. A port from there may be taken
 * before the server listens on it.
 */
const [first, last] = [15_000, 32_767]
const taken = new Set()

/**
 * Finds a free port, followed by as many free ones as `count` requires. The choice is random, so
 * that concurrent processes differ. This process never chooses it again.
 */
export async function freePort(count = 1) {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first - count))
    const wanted = Array.from({ length: count }, (_, place) => port + place)
    const free = await Promise.all(wanted.map(isFree))
    if (free.includes(false)) continue
    for (const each of wanted) taken.add(each)
    return port
  }
}

/** Listens on every address, as servers without a host do. */
async function isFree(port) {
  if (taken.has(port)) return false
  const probe = createServer().listen(port)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
