import { expect, it } from 'vitest'
import { suggestedUsername } from './usernameRefusal.ts'

it.each([
  ['Pat', 'Pat'],
  ['Zoë Müller', 'ZoeMuller'],
  ['x_ Dragon-Slayer _x', 'xDragonSlayerx'],
  ['a'.repeat(40), 'a'.repeat(25)],
  ['12345', ''],
  ['!', ''],
  ['玩家', ''],
  ['', ''],
])('a partner’s name %j becomes the suggestion %j (A-110)', (name, suggestion) => {
  expect(suggestedUsername(name)).toBe(suggestion)
})
