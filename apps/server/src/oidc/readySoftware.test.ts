import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'
import type { DeploymentFile } from '../deployments/deployments.ts'

/* The entries of examples/ready-software, with what each software sends as its documents and reports have it. */

type Entry = NonNullable<DeploymentFile['clients']>[number]

const file = new URL('../../../../examples/ready-software/clients.json', import.meta.url)
const entries = JSON.parse(readFileSync(file, 'utf8')) as Entry[]
const secretOf = (clientId: string) => `sample-${clientId}-secret`

interface Software {
  /** Besides response type, client, scope, address and state. */
  readonly sends: readonly ('nonce' | 'pkce')[]
  readonly more?: Readonly<Record<string, string>>
  /** How it proves itself. */
  readonly secret: 'basic' | 'form'
  readonly userinfo?: 'POST'
  /** The claim that it calls the player by. */
  readonly name: string
}

const software = {
  nodebb: { sends: [], secret: 'form', name: 'nickname' },
  wordpress: { sends: [], secret: 'form', userinfo: 'POST', name: 'preferred_username' },
  mediawiki: { sends: ['nonce', 'pkce'], secret: 'basic', name: 'preferred_username' },
  directus: {
    sends: ['nonce', 'pkce'],
    more: { access_type: 'offline' },
    secret: 'basic',
    name: 'given_name',
  },
  omniauth: { sends: ['nonce'], secret: 'basic', name: 'nickname' },
  'social-auth': { sends: ['nonce'], secret: 'form', name: 'preferred_username' },
  grant: { sends: ['pkce'], secret: 'form', name: 'name' },
  goth: { sends: [], secret: 'basic', name: 'nickname' },
} as const satisfies Readonly<Record<string, Software>>

let app: TestApp
let ada: TestVisitor

beforeAll(async () => {
  const clients = entries.map((entry) => ({ ...entry, clientSecret: secretOf(entry.clientId) }))
  app = await startApp({ deployments: { local: { clients: [...sampleClients, ...clients] } } })
  shareClock(app.clock)(3600)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

function rowOf(clientId: string): Software {
  const row = Object.entries(software).find(([id]) => id === clientId)?.[1]
  if (!row) throw new Error(`No row ${clientId}.`)
  return row
}

const pathOf = (address: string | undefined) => new URL(address ?? '').pathname
const random = () => randomBytes(24).toString('base64url')

describe('software that is ready', () => {
  it('is each with its entry and its row', () => {
    expect(entries.map(({ clientId }) => clientId)).toEqual(Object.keys(software))
  })

  it.each(entries.map((entry) => [entry.clientId, entry] as const))(
    '%s signs a player in by the endpoints of discovery, and out again',
    async (clientId, entry) => {
      const { sends, more = {}, secret, userinfo = 'GET', name } = rowOf(clientId)
      const site = new TestSite(app, clientId)
      const server = await site.server()
      const [verifier, state, nonce] = [`${random()}${random()}`, random(), random()]
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: site.redirectUri,
        scope: (entry.scopes ?? []).join(' '),
        state,
        ...(sends.includes('nonce') ? { nonce } : {}),
        ...(sends.includes('pkce')
          ? { code_challenge: challenge, code_challenge_method: 'S256' }
          : {}),
        ...more,
      })
      const path = `${pathOf(server.authorization_endpoint)}?${query.toString()}`
      const back = await site.follow(ada, path)
      expect(back.href).toContain(site.redirectUri)
      expect(back.searchParams.get('error_description')).toBeNull()
      expect(back.searchParams.get('state')).toBe(state)

      const basic = `Basic ${btoa(`${clientId}:${secretOf(clientId)}`)}`
      const answer = await app.app.inject({
        method: 'POST',
        url: pathOf(server.token_endpoint),
        headers: {
          host: 'localhost:4000',
          'content-type': 'application/x-www-form-urlencoded',
          ...(secret === 'basic' ? { authorization: basic } : {}),
        },
        payload: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          redirect_uri: site.redirectUri,
          ...(sends.includes('pkce') ? { code_verifier: verifier } : {}),
          ...(secret === 'form' ? { client_id: clientId, client_secret: secretOf(clientId) } : {}),
        }).toString(),
      })
      const tokens = answer.json<{ access_token: string; id_token: string; error?: string }>()
      expect(tokens.error).toBeUndefined()
      const { sub, nonce: returned } = decodeJwt(tokens.id_token)
      expect(returned).toBe(sends.includes('nonce') ? nonce : undefined)

      const read = await app.app.inject({
        method: userinfo,
        url: pathOf(server.userinfo_endpoint),
        headers: { host: 'localhost:4000', authorization: `Bearer ${tokens.access_token}` },
      })
      const claims = read.json<Record<string, unknown>>()
      expect(claims).toMatchObject({ sub, [name]: 'Ada' })
      for (const own of Object.keys(entry.claims ?? {})) expect(claims).toHaveProperty(own)

      const out = new URLSearchParams({
        client_id: clientId,
        post_logout_redirect_uri: entry.postLogoutRedirectUris?.[0] ?? 'https://unknown.example/',
      })
      const asked = await ada.send({
        method: 'GET',
        url: `${pathOf(server.end_session_endpoint)}?${out.toString()}`,
        headers: { accept: 'text/html' },
      })
      expect(asked.body).toContain(`<dt>clientName<dd>&quot;${entry.name}&quot;`)
    },
  )
})
