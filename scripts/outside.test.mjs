import { expect, test } from 'vitest'
import { outsideAt } from './outside.mjs'

test('an address of a service leads to its stand-in, with the path of the real address', () => {
  expect(outsideAt('http://here')).toMatchObject({
    STEAM_OPENID_ENDPOINT: 'http://here/steam/openid/login',
    EPIC_API_BASE: 'http://here/epic',
    XBOX_USER_BASE: 'http://here/xbox',
  })
})
