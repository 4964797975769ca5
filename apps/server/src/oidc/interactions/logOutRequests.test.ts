import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

/*
 * A client's request for a log-out ends in no error page (RP-Initiated Logout 1.0, 2 to 4): what does
 * not hold is not used, and the player is asked. Played for each hint, client, address and session.
 */

const site = 'http://localhost:4000'
const hints = [
  'none',
  'right',
  'expired',
  'of another session',
  'of another player',
  'forged',
  'unsigned',
  'for an unknown client',
  'of another deployment',
  'no token',
  'twice',
] as const
type Hint = (typeof hints)[number]
const named = ['none', 'community', 'forum', 'nobody'] as const
const addresses = ['none', 'registered', 'unregistered'] as const

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor
let home = ''
const tokens = new Map<Hint, string>()

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { clients: sampleClients, EnableSecuritySection: true } },
    nodes: 1,
  })
  pass = shareClock(app.clock)
  const community = new TestSite(app)
  home = community.client.postLogoutRedirectUris[0] ?? ''
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  const elsewhere = app.visitor()
  await elsewhere.logIn('Ada', registerForm().Password)
  const bea = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
  tokens.set('expired', (await community.signIn(ada)).idToken)
  tokens.set('of another session', (await community.signIn(elsewhere)).idToken)
  tokens.set('of another player', (await community.signIn(bea)).idToken)
  pass(2 * 3600)
  const { idToken } = await community.signIn(ada)
  const [claims, { alg, kid }] = [decodeJwt(idToken), decodeProtectedHeader(idToken)]
  const { privateKey } = await generateKeyPair(alg ?? '')
  const sign = (changed: object) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: alg ?? '', ...(kid === undefined ? {} : { kid }) })
      .sign(privateKey)
  tokens.set('right', idToken)
  tokens.set('twice', idToken)
  tokens.set('forged', await sign({}))
  tokens.set('for an unknown client', await sign({ aud: 'nobody' }))
  tokens.set('of another deployment', await sign({ iss: 'https://other.test/oidc' }))
  tokens.set('unsigned', `${btoa('{"alg":"none"}')}.${idToken.split('.')[1]}.`)
  tokens.set('no token', 'hint')
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

interface Row {
  readonly hint: Hint
  readonly client: (typeof named)[number]
  readonly address: (typeof addresses)[number]
}

const rows: Row[] = hints.flatMap((hint) =>
  named.flatMap((client) => addresses.map((address) => ({ hint, client, address }))),
)

function pathOf({ hint, client, address }: Row): string {
  const query = new URLSearchParams({ state: 's' })
  const sent = [tokens.get(hint), hint === 'twice' ? tokens.get(hint) : undefined]
  for (const token of sent) if (token !== undefined) query.append('id_token_hint', token)
  if (client !== 'none') query.set('client_id', client)
  if (address !== 'none')
    query.set('post_logout_redirect_uri', address === 'registered' ? home : 'https://evil.test/')
  return `/oidc/session/end?${query.toString()}`
}

/** What a request proves and names. */
function heldBy({ hint, client, address }: Row) {
  const own: readonly Hint[] = ['right', 'expired']
  const ofCommunity: readonly Hint[] = [...own, 'of another session', 'of another player']
  const holds =
    hint === 'none'
      ? client !== 'nobody'
      : ofCommunity.includes(hint) && client !== 'forum' && client !== 'nobody'
  const who = hint === 'none' ? client : 'community'
  const isAutomatic = holds && own.includes(hint)
  const goesHome = !(holds && who === 'community' && address === 'registered')
  return { holds, who: holds && who !== 'none' ? who : null, isAutomatic, goesHome }
}

const titles = { community: 'Community', forum: 'Forum' } as Record<string, string>

/** The page at the end of the redirects within the portal, or the address outside of the provider. */
async function openedBy(visitor: TestVisitor, path: string) {
  let url = path
  for (;;) {
    const response = await visitor.send({ method: 'GET', url, headers: { accept: 'text/html' } })
    const { location } = response.headers
    if (location === undefined) return { page: response.body }
    const next = new URL(location, site)
    if (next.origin !== site || !next.pathname.startsWith('/oidc/')) return { address: next.href }
    url = `${next.pathname}${next.search}`
  }
}

describe('a log-out that a client asks for', () => {
  it.each(rows)(
    'asks, or knows its session: $hint, client $client, address $address',
    async (row) => {
      const { holds, who, isAutomatic } = heldBy(row)
      pass(61)
      const start = app.logged.length
      const { page } = await openedBy(ada, pathOf(row))
      expect(page).toContain(`<dt>isAutomatic<dd>${isAutomatic}`)
      expect(page).toContain(`<dt>isRefused<dd>${!holds}`)
      const name =
        who === null
          ? null
          : (sampleClients.find(({ clientId }) => clientId === who)?.name ?? titles[who])
      expect(page).toContain(`<dt>clientName<dd>${name === null ? 'null' : `&quot;${name}&quot;`}`)
      const lines = app.logged.slice(start).filter((line) => line.includes('"client.refused"'))
      const isUnregistered = who !== null && row.address !== 'none' && heldBy(row).goesHome
      expect(lines).toHaveLength(holds && !isUnregistered ? 0 : 1)
    },
  )

  it.each(rows)('of a visitor is done: $hint, client $client, address $address', async (row) => {
    const { address } = await openedBy(app.visitor(), pathOf(row))
    expect(address).toBe(heldBy(row).goesHome ? `${site}/#logged-out` : `${home}?state=s`)
  })

  it('whose question is over is asked once more, and is no log-out', async () => {
    const confirm = await ada.send({
      method: 'POST',
      url: '/oidc/session/end/confirm',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'xsrf=old&logout=yes',
    })
    const { pathname, search } = new URL(confirm.headers.location ?? '', site)
    const { page } = await openedBy(ada, `${pathname}${search}`)
    expect(page).toContain('<dt>isAutomatic<dd>false')
    const success = await openedBy(ada, '/oidc/session/end/success?client_id=nobody')
    expect(success.address).toBe(`${site}/`)
    expect((await ada.readToken()).Id_User).toBeGreaterThan(0)
  })

  it('by a form that is too long is asked, too', async () => {
    const posted = await ada.send({
      method: 'POST',
      url: '/oidc/session/end',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `id_token_hint=${'x'.repeat(40_000)}`,
    })
    const { pathname, search } = new URL(posted.headers.location ?? '', site)
    expect((await openedBy(ada, `${pathname}${search}`)).page).toContain('<dt>isRefused<dd>true')
  })
})
