import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { everyRow } from '../../../../test/fixtures/samples/everyRow.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { shareClock } from '../../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'
import { serverKeyOf } from '../../../platform/crypto/serverKey.ts'
import { deploymentsOf } from '../../../deployments/deployments.ts'
import { createClientStore, resealClients } from '../../../deployments/storedClients.ts'

const day = 86_400
const wiki = {
  clientId: 'wiki',
  name: 'Wiki',
  redirectUris: ['https://wiki.site.test/callback'],
  firstParty: true,
}
const inLocal = '--deployment local --why test'

let app: TestApp
let ada: TestVisitor
let advance: (seconds: number) => void

beforeAll(async () => {
  app = await startApp({ deployments: { local: { clients: sampleClients } } })
  advance = shareClock(app.clock)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

interface Made {
  readonly clientId: string
  readonly clientSecret?: string
  readonly webhookSecret?: string
}

/** Carries a line out, and lets the servers look for changes. */
async function order(line: string, input: object = {}): Promise<Made> {
  const given = { input: JSON.stringify(input) }
  const made = (await jsonOutputOf(app, `${line} ${inLocal}`, given)) as Made
  await app.services.clients.refresh()
  return made
}

const add = (change: object = {}, more = '') =>
  order(`clients add - ${more}`, { ...wiki, ...change })

const refused = async (line: string, input: object = {}) => {
  const given = { input: JSON.stringify(input) }
  const { exitCode, errors } = await gatehouse(app, `${line} ${inLocal}`, given)
  expect(exitCode).toBe(1)
  return errors
}

/** Signs Ada in at a client by a secret; the status where the client is refused. */
async function signInWith(clientId: string, secret: string | undefined): Promise<string> {
  const site = new TestSite(app, clientId)
  const begun = await site.begin()
  const callback = await site.follow(ada, begun.path)
  const given = secret === undefined ? {} : { secret }
  return site.exchange(begun, callback, given).then(
    ({ claims }) => (claims.sub ? 'signed in' : 'nobody'),
    (error: { readonly status?: number }) => `refused with ${error.status}`,
  )
}

interface Listed {
  readonly clientId: string
  readonly from: string
  readonly hasSecret: boolean
  readonly oldSecretUntil: string | null
}

const listed = async () =>
  (await jsonOutputOf(app, 'clients list --deployment local')) as readonly Listed[]

describe('a client that an operator adds', () => {
  it('signs players in, and its secret is in no list, log or table (O40)', async () => {
    const { clientSecret = '' } = await add()
    expect(clientSecret).toMatch(/^[\w-]{43}$/)
    expect(await signInWith('wiki', clientSecret)).toBe('signed in')
    expect(await signInWith('wiki', 'another-secret-of-16')).toBe('refused with 401')
    const found = (await listed()).find(({ clientId }) => clientId === 'wiki')
    expect(found).toMatchObject({ from: 'database', hasSecret: true, oldSecretUntil: null })
    expect((await listed()).find(({ clientId }) => clientId === 'community')?.from).toBe('file')
    expect(JSON.stringify(await listed())).not.toContain(clientSecret)
    expect(app.logged.join('')).not.toContain(clientSecret)
    const rows = await everyRow(app.services.database.kysely)
    expect(rows).not.toContain(clientSecret)
    expect(rows).toContain('client wiki')
  })

  it('is known to another server within some seconds (O40)', async () => {
    const other = await startApp({
      beside: app,
      deployments: { local: { clients: sampleClients } },
    })
    const watch = other.services.scheduler.begin(other.services.clients.watching)
    const made = await add({ clientId: 'late' })
    const clients = () => other.deployment('local').clients
    await expect.poll(() => clients().get('late')?.clientSecret).toBe(made.clientSecret)
    await order('clients remove late')
    await expect.poll(() => clients().has('late')).toBe(false)
    await watch.end()
    await other.close()
  })

  it('is in the audit log with each change, without its secret (O40)', async () => {
    const { clientSecret = '' } = await add({ clientId: 'noted' })
    await order('clients rotate-secret noted --days 3')
    await order('clients remove noted')
    const entries = (await jsonOutputOf(app, 'audit list')) as readonly {
      readonly command: string
      readonly subject: string
    }[]
    const commands = entries
      .filter(({ subject }) => subject === 'client noted')
      .map(({ command }) => command)
    expect(commands.toSorted()).toEqual(['clients add', 'clients remove', 'clients rotate-secret'])
    expect(JSON.stringify(entries)).not.toContain(clientSecret)
  })

  it('may be a program without a secret, which signs in by PKCE alone', async () => {
    const made = await add({ clientId: 'browser-game' }, '--public')
    expect(made).toEqual({ clientId: 'browser-game' })
    expect(await signInWith('browser-game', undefined)).toBe('signed in')
    await order('clients remove browser-game')
  })

  it('has one id in file and database together (O42)', async () => {
    expect(await refused('clients add -', { ...wiki, clientId: 'community' })).toContain(
      'community is a client of the file of local',
    )
    expect(await refused('clients add -', wiki)).toContain('local has a client wiki already')
    const { deployments } = app.services
    const local = app.deployment('local')
    const known = local.clients.get('wiki')
    if (!known) throw new Error('No client wiki.')
    const taken = { ...local, clientsOfFile: new Map([...local.clientsOfFile, ['wiki', known]]) }
    const others = deployments.all.filter(({ name }) => name !== 'local')
    expect(() => deployments.replace(deploymentsOf([...others, taken]))).toThrow(
      'local: clients: wiki is in the file and in the database',
    )
    expect(app.deployment('local')).toBe(local)
  })

  it('is refused where a file could not have it, field by field (O43)', async () => {
    const errorsOf = (change: object) => refused('clients add -', { ...wiki, ...change })
    expect(await errorsOf({ redirectUris: ['http://wiki.site.test/'] })).toContain('redirectUris')
    expect(await errorsOf({ clientId: 'a b' })).toContain('clientId')
    expect(await errorsOf({ redirect_uris: [] })).toContain('redirect_uris')
    expect(await errorsOf({ pkce: 'never' })).toContain('pkce')
    expect(await refused('clients remove nobody-has-it')).toContain('has no client nobody-has-it')
    const { output, errors } = await gatehouse(app, `clients add - ${inLocal}`, { input: '{' })
    expect([output, errors]).toEqual(['', expect.stringContaining('The client is no JSON')])
    const services = { ...app.services, settings: { ...app.services.settings } }
    services.settings.NODE_ENV = 'production'
    const loopback = { ...wiki, clientId: 'near', redirectUris: ['http://127.0.0.1:9/'] }
    const given = { input: JSON.stringify(loopback) }
    const answer = await gatehouse({ services }, `clients add - ${inLocal}`, given)
    expect(answer.errors).toContain('http://127.0.0.1:9/ is not https')
  })

  it('keeps its secret when its other fields change, and is gone when it is removed', async () => {
    const { clientSecret = '' } = await add({ clientId: 'blog' })
    await order('clients change -', {
      ...wiki,
      clientId: 'blog',
      name: 'Journal',
      redirectUris: ['https://blog.site.test/back'],
    })
    expect(app.deployment('local').clients.get('blog')).toMatchObject({
      name: 'Journal',
      redirectUris: ['https://blog.site.test/back'],
    })
    expect(await signInWith('blog', clientSecret)).toBe('signed in')
    await order('clients remove blog')
    expect(app.deployment('local').clients.has('blog')).toBe(false)
    const page = await app.visitor().send({ method: 'GET', url: '/oidc/auth?client_id=blog' })
    expect(page.headers.location).toContain('/bad-request')
  })

  it('makes the account’s section of connected sites appear when it is a third party', async () => {
    const before = app.deployment('local').configuration.EnableSitesSection
    await add({ clientId: 'guest', firstParty: false })
    expect([before, app.deployment('local').configuration.EnableSitesSection]).toEqual([
      false,
      true,
    ])
    await order('clients remove guest')
    expect(app.deployment('local').configuration.EnableSitesSection).toBe(false)
  })
})

describe('a secret of a client', () => {
  it('is changed without a sign-in that fails: two are good, and no third (O41)', async () => {
    const { clientSecret: first = '' } = await add({ clientId: 'shop' })
    const { clientSecret: second = '' } = await order('clients rotate-secret shop --days 2')
    expect(await signInWith('shop', first)).toBe('signed in')
    expect(await signInWith('shop', second)).toBe('signed in')
    const { clientSecret: third = '' } = await order('clients rotate-secret shop --days 2')
    expect(await signInWith('shop', first)).toBe('refused with 401')
    expect(await signInWith('shop', second)).toBe('signed in')
    advance(2 * day + 1)
    ada = await signedInPlayer(app, registerForm({ Username: 'Ada2' }))
    await app.services.clients.refresh()
    expect(await signInWith('shop', second)).toBe('refused with 401')
    expect(await signInWith('shop', third)).toBe('signed in')
  })

  it('ends at once where the operator says so (O41)', async () => {
    const { clientSecret: first = '' } = await add({ clientId: 'store' })
    const { clientSecret: second = '' } = await order('clients rotate-secret store')
    await order('clients rotate-secret store --end-old')
    expect(await signInWith('store', first)).toBe('refused with 401')
    const { clientSecret: third = '' } = await order('clients rotate-secret store --days 0')
    expect(await signInWith('store', second)).toBe('refused with 401')
    expect(await signInWith('store', third)).toBe('signed in')
  })

  it('of a client of the file is changed in the file, with the one before beside it (O41)', async () => {
    expect(await refused('clients rotate-secret community')).toContain(
      'the only place to change it',
    )
    const other = await startApp({
      deployments: {
        local: {
          clients: sampleClients
            .filter(({ clientSecret }) => clientSecret !== undefined)
            .map((client) => ({ ...client, previousClientSecret: 'the-secret-of-before' })),
        },
      },
    })
    const visitor = await signedInPlayer(other, registerForm({ Username: 'Eve' }))
    const site = new TestSite(other)
    for (const secret of ['the-secret-of-before', site.client.clientSecret ?? '']) {
      const begun = await site.begin()
      const callback = await site.follow(visitor, begun.path)
      expect((await site.exchange(begun, callback, { secret })).claims.sub).toBeTruthy()
    }
    await other.close()
  })

  it('is sealed again when the server’s key changes (O40)', async () => {
    const [old, fresh] = [Buffer.alloc(32, 'test'), Buffer.alloc(32, 'fresh')]
    const { database, clock, log, deployments } = app.services
    await resealClients({ database, key: serverKeyOf(fresh, old) }, 'local')
    const read = (key: Buffer) => {
      const found: string[] = []
      const store = createClientStore({
        database,
        clock,
        log,
        key: serverKeyOf(key),
        deployments: {
          ...deployments,
          all: deployments.all,
          replaceClients: (next) => found.push(...[...next.values()].flat().map((c) => c.name)),
        },
      })
      return store.refresh().then(() => found)
    }
    expect(await read(fresh)).toContain('Wiki')
    const logged = app.logged.length
    expect(await read(old)).toEqual([])
    expect(app.logged.slice(logged).join('')).toContain('"event":"clients.rejected"')
    await resealClients({ database, key: serverKeyOf(old, fresh) }, 'local')
  })
})
