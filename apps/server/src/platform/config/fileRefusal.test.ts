import { mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { fileRefusal } from './fileRefusal.ts'

it('explains a file that a process cannot have, and leaves defects to their stack', async () => {
  const refused = await mkdir('/proc/none/data').catch((error: unknown) => error)
  expect(fileRefusal(refused)).toBe('/proc/none/data: there is no such file or folder.')
  const path: string = './none.ts'
  const missing = await import(path).catch((error: unknown) => error)
  expect(fileRefusal(missing)).toMatch(/none.*Install the packages of this version again\.$/)
  expect([fileRefusal(new TypeError('x')), fileRefusal(null)]).toEqual([null, null])
})
