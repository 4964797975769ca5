import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Below what systems lend to outgoing connections (from 32768 or 49152): a port from there may be
 * another connection, or still wait for the end of one, before the server that it is for comes.
 */
const [first, last] = [15_000, 32_767]
const taken = new Set()

/**
 * A port of this machine that no server listens on, followed by as many free ones as `count` asks for.
 * It is chosen by chance, so that processes that choose at the same time do not meet; this one does
 * not choose it again.
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

/** On every address, as servers without a host listen. */
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
