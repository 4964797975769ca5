import { expect, it } from 'vitest'
import { suggestedUsername } from './suggestedUsername.ts'

it.each([
  ['Pat', 'Pat'],
  ['Zoë Müller', 'ZoeMuller'],
  ['x_ Dragon-Slayer _x', 'xDragonSlayerx'],
  ['a'.repeat(40), 'a'.repeat(25)],
  ['12345', ''],
  ['!', ''],
  ['玩家', ''],
  ['', ''],
])('A-110 a partner’s name %j is suggested as %j', (name, suggestion) => {
  expect(suggestedUsername(name)).toBe(suggestion)
})
