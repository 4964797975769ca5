import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { configurationOf, entryOf, signInBy } from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { pageHeaders } from '../../pages/pageHeaders.ts'

const wiki = entryOf('wiki', {
  clientSecret: undefined,
  frontchannelLogoutUri: 'https://wiki.site.test/forget?from=portal',
})
const map = entryOf('map', { frontchannelLogoutUri: 'https://map.site.test/forget' })

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { clients: [...sampleClients, wiki, map] },
      sandbox: { clients: sampleClients },
    },
  })
  shareClock(app.clock)(3600)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Signs a visitor in at a client; answers the client's name of the session. */
async function signInAt(visitor: TestVisitor, clientId: string): Promise<string> {
  const proof =
    clientId === 'wiki' ? openid.None() : openid.ClientSecretBasic(`sample-${clientId}-secret`)
  const configuration = await configurationOf(app, clientId, proof)
  const { id_token: idToken = '' } = await signInBy(app, configuration, visitor)
  return decodeJwt<{ sid: string }>(idToken).sid
}

async function logOut(visitor: TestVisitor) {
  const { Id_User: userId } = await visitor.readToken()
  return visitor.call('logOut', { path: { userId }, body: {} })
}

describe('a log-out in the portal', () => {
  it('names the pages of clients without a server that this session knew (O80)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const [atWiki, atMap] = [await signInAt(ada, 'wiki'), await signInAt(ada, 'map')]
    await signInAt(ada, 'community')
    // A second sign-in of the same session is the same session.
    expect(await signInAt(ada, 'wiki')).toBe(atWiki)
    const iss = 'http://localhost:4000/oidc'
    const { Frames = [] } = await logOut(ada)
    expect(Frames.toSorted()).toEqual([
      `https://map.site.test/forget?${new URLSearchParams({ iss, sid: atMap }).toString()}`,
      `https://wiki.site.test/forget?${new URLSearchParams({ from: 'portal', iss, sid: atWiki }).toString()}`,
    ])
    await ada.logIn('Ada', registerForm().Password)
    expect(await logOut(ada)).toEqual({ CookieName: null })
  })

  it('names none of another session of the player, nor of another player (O81)', async () => {
    const bea = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const elsewhere = app.visitor()
    await elsewhere.logIn('Bea', registerForm().Password)
    const sid = await signInAt(elsewhere, 'wiki')
    const cleo = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    await signInAt(cleo, 'map')
    expect(await logOut(bea)).toEqual({ CookieName: null })
    const { Frames = [] } = await logOut(elsewhere)
    expect(Frames.map((frame) => new URL(frame).searchParams.get('sid'))).toEqual([sid])
  })

  it('answers as ever where no client has such a page, and no page may have frames (O81)', async () => {
    const dan = await signedInPlayer(app, registerForm({ Username: 'Dan' }), 'sandbox')
    expect(await logOut(dan)).toEqual({ CookieName: null })
    const policyOf = (name: 'local' | 'sandbox', path: string) =>
      pageHeaders(app.deployment(name), path)['content-security-policy'] ?? ''
    const origins = /frame-src [^;]*https:\/\/wiki\.site\.test https:\/\/map\.site\.test/
    for (const path of ['/', '/account', '/account/logout']) {
      expect(policyOf('local', path)).toMatch(origins)
      expect(policyOf('sandbox', path)).not.toContain('site.test')
    }
  })
})
