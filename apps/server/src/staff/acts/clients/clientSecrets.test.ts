import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import * as openid from 'openid-client'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  configurationOf,
  sendTo,
  signInBy,
  type Tokens,
} from '../../../../test/fixtures/apiClients.ts'
import { serverKeyOf } from '../../../platform/crypto/serverKey.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { shareClock } from '../../../../test/fixtures/processes/shareClock.ts'
import { everyRow } from '../../../../test/fixtures/samples/everyRow.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { sampleClients } from '../../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'
import { runWaiting } from '../../../../test/fixtures/runWaiting.ts'

interface Made {
  readonly clientId: string
  readonly clientSecret?: string
  readonly webhookSecret?: string
}

interface Post {
  readonly body: string
  readonly headers: Record<string, string>
}

const inLocal = '--deployment local --why test'
const day = 86_400

let app: TestApp
let ada: TestVisitor
let pass: (seconds: number) => void
let site: Server
let origin: string
let posts: Post[] = []

beforeAll(async () => {
  site = createServer((request, response) => {
    const keep = async () => {
      const headers = request.headers as Record<string, string>
      posts.push({ headers, body: await textOf(request) })
      response.writeHead(204).end()
    }
    void keep()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  // No other client listens.
  const clients = sampleClients.map((client) => ({ ...client, webhook: undefined }))
  app = await startApp({ deployments: { local: { clients } } })
  // A webhook's signature is as old as the clock of its reader says.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  pass = shareClock(app.clock)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  site.close()
})

/** Carries a line out as people read it, and lets the servers look for changes. */
async function order(line: string, input: object = {}): Promise<string> {
  const given = { input: JSON.stringify(input) }
  const { exitCode, output, errors } = await gatehouse(app, `${line} ${inLocal}`, given)
  expect(errors).toBe('')
  expect(exitCode).toBe(0)
  await app.services.clients.refresh()
  return output
}

async function ordered(line: string, input: object = {}): Promise<Made> {
  const given = { input: JSON.stringify(input) }
  const made = (await jsonOutputOf(app, `${line} ${inLocal}`, given)) as Made
  await app.services.clients.refresh()
  return made
}

const refusal = async (line: string, input: object = {}) => {
  const given = { input: JSON.stringify(input) }
  const { exitCode, errors } = await gatehouse(app, `${line} ${inLocal}`, given)
  expect(exitCode).toBe(1)
  return errors
}

const by = (secret: string) => configurationOf(app, 'arena', openid.ClientSecretBasic(secret))

/** True for a request that no wrong secret of its client failed. */
function isKnown(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    (error: { readonly status?: number }) => error.status !== 401,
  )
}

/** The answers of each endpoint that knows a client by its secret, to this one. */
async function answersTo(
  secret: string,
  { refresh_token: refreshToken = 'nothing' }: Partial<Tokens>,
) {
  const configuration = await by(secret)
  return [
    await isKnown(signInBy(app, configuration, ada)),
    await isKnown(openid.refreshTokenGrant(configuration, refreshToken)),
    await isKnown(openid.tokenRevocation(configuration, 'nothing')),
  ]
}

/** The secrets of a list that sign what is posted for a new name. */
async function signersOf(name: string, secrets: readonly string[]) {
  posts = []
  const { Id_User: userId } = await ada.readToken()
  await ada.call('updateUsername', { path: { userId }, body: { Username: name } })
  await runWaiting(app.services.jobs, 'events')
  const [post = { body: '', headers: {} }] = posts
  return secrets.filter((secret) => {
    try {
      return new Webhook(secret).verify(post.body, post.headers) !== null
    } catch {
      return false
    }
  })
}

const known = [true, true, true]
const refused = [false, false, false]

describe('the secrets of a client that an operator adds', () => {
  it('are two at a time, for tokens and events alike, until it is removed, and none is read again (O98)', async () => {
    const first = await ordered('clients add -', {
      clientId: 'arena',
      name: 'Arena',
      redirectUris: ['https://arena.site.test/callback'],
      firstParty: true,
      webhook: { url: origin },
    })
    const { clientSecret: one = '', webhookSecret: sealOne = '' } = first
    const tokens = await signInBy(app, await by(one), ada)
    const rotate = (of: string) => ordered(`clients rotate-secret arena --of ${of}`)
    const { clientSecret: two = '' } = await rotate('client')
    const { webhookSecret: sealTwo = '' } = await rotate('webhook')
    expect(await answersTo(one, tokens)).toEqual(known)
    expect(await answersTo(two, {})).toEqual(known)
    expect(await signersOf('Ada2', [sealOne, sealTwo])).toEqual([sealOne, sealTwo])

    const { clientSecret: three = '' } = await rotate('client')
    const { webhookSecret: sealThree = '' } = await rotate('webhook')
    const secrets = [one, two, three, sealOne, sealTwo, sealThree]
    expect(new Set(secrets).size).toBe(6)
    expect(await answersTo(one, tokens)).toEqual(refused)
    expect(await answersTo(two, {})).toEqual(known)
    expect(await answersTo(three, {})).toEqual(known)
    expect(await signersOf('Ada3', secrets.slice(3))).toEqual([sealTwo, sealThree])

    // Neither is a secret of the other's use.
    expect(await answersTo(sealThree, {})).toEqual(refused)

    const lists = [
      await gatehouse(app, 'clients list --deployment local'),
      await gatehouse(app, 'clients list --deployment local --json'),
      await gatehouse(app, 'audit list --json'),
      await gatehouse(app, `events test arena --deployment local`),
    ].map(({ output }) => output)
    const rows = await everyRow(app.services.database.kysely)
    expect(rows).toContain('Arena')
    for (const secret of secrets) {
      for (const read of [...lists, rows, app.logged.join('')]) expect(read).not.toContain(secret)
    }

    const late = await signInBy(app, await by(three), ada)
    await order('clients remove arena')
    // The sign-in ends at the portal, before any secret is asked for.
    expect((await answersTo(three, late)).slice(1)).toEqual(refused.slice(1))
    await expect(signInBy(app, await by(three), ada)).rejects.toThrow(Error)
    expect(await signersOf('Ada4', secrets.slice(3))).toEqual([])
    expect(posts).toEqual([])
    expect(app.logged.join('')).not.toContain(three)
    const origins = app.deployment('local').origin
    const info = await sendTo(app, `${origins}/oidc/me`, {
      headers: { authorization: `Bearer ${late.access_token}` },
    })
    expect(info.status).toBe(401)
  })

  it('that are replaced expire, those of webhooks too (O98)', async () => {
    const entry = {
      clientId: 'arena',
      name: 'Arena',
      redirectUris: ['https://arena.site.test/callback'],
      firstParty: true,
      webhook: { url: origin },
    }
    const { clientSecret: one = '', webhookSecret: sealOne = '' } = await ordered(
      'clients add -',
      entry,
    )
    await order('clients rotate-secret arena --days 1')
    const { webhookSecret: sealTwo = '' } = await ordered(
      'clients rotate-secret arena --of webhook --days 1',
    )
    // Another field changes, and the moments stay.
    await order('clients change -', { ...entry, name: 'Arena II' })
    expect((await answersTo(one, {}))[1]).toBe(true)
    pass(day + 1)
    await app.services.clients.refresh()
    ada = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    expect((await answersTo(one, {}))[1]).toBe(false)
    expect(await signersOf('Bea2', [sealOne, sealTwo])).toEqual([sealTwo])
    await order('clients remove arena')
  })

  it('come in with the entry of a file but for replaced ones, which a rotation makes (O98)', async () => {
    const entry = {
      clientId: 'moved',
      name: 'Moved',
      clientSecret: 'a-secret-of-the-file',
      redirectUris: ['https://moved.site.test/callback'],
      firstParty: true,
    }
    const seal = `whsec_${Buffer.alloc(32, 'f').toString('base64')}`
    const old = { ...entry, previousClientSecret: 'a-secret-of-before-it' }
    expect(await refusal('clients add -', old)).toContain('previousClientSecret')
    const webhook = { url: origin, secret: seal, previousSecret: seal }
    const errors = await refusal('clients add -', { ...entry, webhook })
    expect(errors).toContain('previousSecret')
    expect(errors).not.toContain(seal)
    const made = await ordered('clients add -', {
      ...entry,
      webhook: { url: origin, secret: seal },
    })
    expect(made).toEqual({ clientId: 'moved' })
    expect(app.deployment('local').clients.get('moved')).toMatchObject({
      clientSecret: entry.clientSecret,
      webhook: { secret: seal },
    })
    const rows = await everyRow(app.services.database.kysely)
    for (const secret of [entry.clientSecret, seal]) expect(rows).not.toContain(secret)
    await order('clients remove moved')
  })
})

describe('a client with its own keys that an operator adds', () => {
  const entry = {
    clientId: 'signer',
    name: 'Signer',
    redirectUris: ['https://signer.site.test/callback'],
    firstParty: true,
  }

  it('has no secret, and its private key is refused and kept nowhere (O99)', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const secret = await exportJWK(privateKey)
    const errors = await refusal('clients add -', { ...entry, jwks: { keys: [secret] } })
    expect(errors).toContain('has a private part')
    const rows = await everyRow(app.services.database.kysely)
    for (const read of [errors, rows, app.logged.join('')]) {
      expect(read).not.toContain(secret.d)
    }
    const jwk = await exportJWK(publicKey)
    expect(await ordered('clients add -', { ...entry, jwks: { keys: [jwk] } })).toEqual({
      clientId: 'signer',
    })
    const configuration = await configurationOf(
      app,
      'signer',
      openid.PrivateKeyJwt({ key: privateKey }),
    )
    expect((await signInBy(app, configuration, ada)).claims()?.sub).toBeTruthy()
    const listed = await jsonOutputOf(app, 'clients list --deployment local')
    expect(listed).toContainEqual(
      expect.objectContaining({ clientId: 'signer', hasKeys: true, hasSecret: false }),
    )
  })

  it('gets a secret when it has its keys no more, and loses it with new ones: it is never without a proof (O99)', async () => {
    const { clientSecret = '' } = await ordered('clients change -', entry)
    const bySecret = await configurationOf(app, 'signer', openid.ClientSecretBasic(clientSecret))
    expect((await signInBy(app, bySecret, ada)).claims()?.sub).toBeTruthy()
    await order('clients rotate-secret signer')
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const said = await order('clients change -', {
      ...entry,
      jwks: { keys: [await exportJWK(publicKey)] },
    })
    expect(said).toContain('Its secret ended.')
    const byKey = openid.PrivateKeyJwt({ key: privateKey })
    expect(
      (await signInBy(app, await configurationOf(app, 'signer', byKey), ada)).claims()?.sub,
    ).toBeTruthy()
    await expect(signInBy(app, bySecret, ada)).rejects.toMatchObject({ status: 401 })
    const unproven = await configurationOf(app, 'signer', openid.None())
    await expect(signInBy(app, unproven, ada)).rejects.toMatchObject({ status: 401 })
    await order('clients remove signer')
  })

  it('has none either where players have it (O99)', async () => {
    const native = {
      ...entry,
      applicationType: 'native',
      redirectUris: ['http://127.0.0.1/callback'],
    }
    expect(await ordered('clients add -', native)).toEqual({ clientId: 'signer' })
    expect(await ordered('clients change -', { ...native, name: 'Other' })).toEqual({
      clientId: 'signer',
    })
    expect(app.deployment('local').clients.get('signer')?.clientSecret).toBeUndefined()
    await order('clients remove signer')
  })
})

it('a key of the server that did not seal the secrets is named, with the remedy', async () => {
  const key = serverKeyOf(Buffer.alloc(32, 9))
  const other = { services: { ...app.services, key } }
  await ordered('clients add -', {
    clientId: 'sealed',
    name: 'Sealed',
    redirectUris: ['https://sealed.site.test/callback'],
  })
  const line = `clients rotate-secret sealed --deployment local --why yearly`
  expect(await gatehouse(other, line)).toMatchObject({
    exitCode: 1,
    errors: expect.stringMatching(
      /^SESSION_KEY, or server\.key in DATA_DIR, is not the key/,
    ) as string,
  })
})
