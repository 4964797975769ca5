import { expect, test } from 'vitest'
import { outsideAt } from './outside.mjs'

test('the address of a service becomes its stand-in with the real path', () => {
  expect(outsideAt('http://here')).toMatchObject({
    STEAM_OPENID_ENDPOINT: 'http://here/steam/openid/login',
    EPIC_API_BASE: 'http://here/epic',
    XBOX_USER_BASE: 'http://here/xbox',
  })
})
