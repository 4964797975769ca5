import { subscribe } from 'node:diagnostics_channel'

/*
 * Loaded before a test's server, never by one that anybody starts: dies by SIGKILL at the point that
 * the test names in a message or, for its start, in DIE_AT, while whatever comes after that point has not happened.
 */

let wanted: unknown = process.env['DIE_AT'] ?? null

process.on('message', (point) => {
  wanted = point
  process.send?.('armed')
})
process.channel?.unref()

subscribe('gatehouse:point', (point) => {
  if (point === wanted) process.kill(process.pid, 'SIGKILL')
})
