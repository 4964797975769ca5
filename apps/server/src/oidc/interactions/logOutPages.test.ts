import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { configurationOf, entryOf, signInBy } from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const wiki = entryOf('wiki', {
  clientSecret: undefined,
  frontchannelLogoutUri: 'https://wiki.site.test/forget?from=portal',
  postLogoutRedirectUris: ['https://wiki.site.test/bye'],
})
const map = entryOf('map', { frontchannelLogoutUri: 'https://map.site.test/forget' })

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: { clients: [...sampleClients, wiki, map] } } })
  shareClock(app.clock)(3600)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function signedInAt(visitor: TestVisitor, clientId: string) {
  const proof =
    clientId === 'wiki' ? openid.None() : openid.ClientSecretBasic(`sample-${clientId}-secret`)
  const configuration = await configurationOf(app, clientId, proof)
  return { configuration, tokens: await signInBy(app, configuration, visitor) }
}

/** Logs out as a client asks, by the page's own button. */
async function logOut(visitor: TestVisitor, address: URL, answer = 'yes') {
  const page = await visitor.send({
    method: 'GET',
    url: `${address.pathname}${address.search}`,
    headers: { accept: 'text/html' },
  })
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.body)?.[1] ?? ''
  return visitor.send({
    method: 'POST',
    url: '/oidc/session/end/confirm',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams({ xsrf, ...(answer === '' ? {} : { logout: answer }) }).toString(),
  })
}

describe('a log-out that a client asks for', () => {
  it('shows the pages of clients without a server in frames, and goes on in two seconds (O74)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    await signedInAt(ada, 'map')
    const { configuration, tokens } = await signedInAt(ada, 'wiki')
    const { sid } = decodeJwt<{ sid: string }>(tokens.id_token ?? '')
    const { statusCode, headers, body } = await logOut(
      ada,
      openid.buildEndSessionUrl(configuration, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'https://wiki.site.test/bye',
        state: 'done',
      }),
    )
    expect(statusCode).toBe(200)
    expect(headers['refresh']).toBe('2; url=https://wiki.site.test/bye?state=done')
    const text = body.replaceAll('&amp;', '&')
    const query = new URLSearchParams({ iss: 'http://localhost:4000/oidc', sid })
    expect(text).toContain(`https://wiki.site.test/forget?from=portal&${query.toString()}`)
    expect(text).toContain('https://map.site.test/forget?iss=')
    // Each client reads its own name of the session.
    expect(text.split(sid)).toHaveLength(2)
    const policy = String(headers['content-security-policy'])
    expect(
      policy
        .split('; ')
        .find((part) => part.startsWith('frame-src'))
        ?.split(' ')
        .toSorted(),
    ).toEqual(['frame-src', 'https://map.site.test', 'https://wiki.site.test'])
    expect(policy).toContain("frame-ancestors 'none'")
    const metadata = configuration.serverMetadata()
    expect(metadata['frontchannel_logout_supported']).toBe(true)
    expect(metadata['frontchannel_logout_session_supported']).toBe(true)
  })

  it('shows no page of a client that the session never knew, and none to who stays (O75)', async () => {
    const bea = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const { configuration, tokens } = await signedInAt(bea, 'community')
    const hint = { id_token_hint: tokens.id_token ?? '' }
    const plain = await logOut(bea, openid.buildEndSessionUrl(configuration, hint))
    expect(plain.statusCode).toBe(303)
    const cleo = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    const wikiOf = await signedInAt(cleo, 'wiki')
    const stays = await logOut(cleo, openid.buildEndSessionUrl(wikiOf.configuration), '')
    expect(stays.body).not.toContain('wiki.site.test/forget')
    expect((await signInBy(app, wikiOf.configuration, cleo)).access_token).toBeTruthy()
  })
})
