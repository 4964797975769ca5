import { expect, it } from 'vitest'
import { Drain } from './drain.ts'

it('a drain lasts its seconds, unless it is cut short (T69)', async () => {
  const drain = new Drain()
  expect(drain.isBegun).toBe(false)
  const over = drain.wait(0.01)
  expect(drain.isBegun).toBe(true)
  await over
  const long = new Drain()
  const cut = long.wait(300)
  const early = await Promise.race([cut.then(() => 'over'), long.wait(0.01).then(() => 'waits')])
  expect(early).toBe('waits')
  long.cutShort()
  await cut
})
