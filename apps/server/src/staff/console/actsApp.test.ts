import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actNames } from '@gatehouse/contract/acts/everyAct'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { PublishedAnswers } from '../../../test/fixtures/staff/publishedAnswer.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { passOn } from '../command-line/passOn.ts'
import { openActsApp } from './actsApp.ts'
import { type MachineFile, machineFileIn, readMachineFile } from './machineFile.ts'

const published = new PublishedAnswers('machine')

let folder: string
let app: TestApp
let acts: FastifyInstance | null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-acts-'))
  app = await startApp({ settings: { DATA_DIR: folder } })
  const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  await ada.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: true } })
})
afterAll(async () => {
  await acts?.close()
  await app.close()
  await rm(folder, { recursive: true })
})

const order = { deployment: 'local', list: 1, subject: 'What is new', text: 'Much.' }
const author = { who: 'ada', why: 'the news of May' }

function pass(given: object, name = 'newsletters mailing') {
  return passOn(app.services.settings, name, { order: given, ...author })
}

async function entries() {
  return app.services.database.kysely.selectFrom('audit_log').selectAll().execute()
}

async function machineFile(): Promise<MachineFile> {
  const file = await readMachineFile(app.services.settings)
  if (file === null) throw new Error('No server runs.')
  return file
}

interface Ask {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

async function ask({ path = '/api/v1/badges/list', headers = {}, body }: Ask) {
  const { address, token } = await machineFile()
  const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...given, ...headers },
    body: JSON.stringify(body ?? { order: { deployment: 'local' }, who: 'ada' }),
  })
  const read = (await answer.json()) as Record<string, unknown>
  published.check(path, answer.status, read)
  return { status: answer.status, body: read }
}

describe('the API of the acts', () => {
  it('is absent while no server runs', async () => {
    expect(await pass(order)).toBeNull()
  })

  it('carries out a mailing, with its entry of the audit log', async () => {
    acts = await openActsApp(app.services)
    expect(await pass(order)).toMatchObject({
      outcome: 'done',
      message: expect.stringContaining('The mailing to newsletter list 1 is on its way.'),
      data: { list: 1, mailing: 1 },
    })
    expect((await app.mails('ada@site.test')).map((mail) => mail.subject)).toContain('What is new')
    expect(await entries()).toMatchObject([{ ...author, subject: 'mailing 1' }])
  })

  it('answers the reason of a refused order, and names the field of one that it cannot read', async () => {
    expect(await pass({ ...order, list: 9 })).toMatchObject({
      outcome: 'refused',
      error: 'LIST_NOT_ACTIVE',
      message: 'local has no active newsletter list 9.',
    })
    expect(await pass({ ...order, list: 'x' })).toMatchObject({
      outcome: 'misunderstood',
      error: 'INVALID_ORDER',
      fields: [{ path: 'list' }],
    })
    expect(await entries()).toHaveLength(1)
  })

  it.each([
    ['', 'WHY_REQUIRED'],
    ['ok', 'WHY_REQUIRED'],
    ['ada@example.com asked', 'WHY_NAMES_SOMEBODY'],
    ['from 203.0.113.9', 'WHY_NAMES_SOMEBODY'],
    ['x'.repeat(501), 'INVALID_ORDER'],
  ])('refuses the reason "%s" at its field (AT-CON2-22)', async (why, error) => {
    const body = { order, who: 'ada', why }
    const answer = await ask({ path: '/api/v1/newsletters/mailing', body })
    expect(answer).toMatchObject({ status: 400, body: { error, fields: [{ path: 'why' }] } })
    expect(await entries()).toHaveLength(1)
  })

  it('needs the token of this start, and the address that its file names (AX-CON2-13, AX-CON2-14)', async () => {
    const { address } = await machineFile()
    for (const authorization of ['', 'Bearer', 'Bearer 00', `Basic ${btoa('ada:ada')}`]) {
      expect((await ask({ headers: { authorization } })).status).toBe(401)
    }
    const cookie = 'gh_staff=1; session=1'
    expect((await ask({ headers: { authorization: '', cookie } })).status).toBe(401)
    const named = await acts?.inject({
      method: 'POST',
      url: '/api/v1/badges/list',
      headers: { host: 'console.site.test' },
    })
    expect(named?.statusCode).toBe(421)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('has a file that its user alone reads, until it stops', async () => {
    expect((await stat(machineFileIn(app.services.settings))).mode & 0o777).toBe(0o600)
    const second = await openActsApp(app.services)
    await acts?.close()
    // The file of the later server stays.
    expect(await pass(order)).toMatchObject({ outcome: 'done' })
    await second?.close()
    expect(await pass(order)).toBeNull()
    acts = await openActsApp(app.services)
  })

  it('takes no act that it does not have, no offline one, and no more than an envelope has (AX-CON2-03)', async () => {
    for (const path of [
      '/api/v1/players/burn',
      '/api/v1/migrate',
      '/api/v1/__proto__',
      '/api/v1/',
    ]) {
      expect((await ask({ path })).status).toBe(404)
    }
    const envelope = { order: { deployment: 'local' }, who: 'ada' }
    for (const more of [{ via: 'console' }, { approved_by: 'otto' }, { roles: ['operator'] }]) {
      const { status, body } = await ask({ body: { ...envelope, ...more } })
      expect([status, body['error']]).toEqual([400, 'INVALID_ORDER'])
    }
    const inOrder = { order: { deployment: 'local', via: 'console' }, who: 'ada' }
    expect((await ask({ body: inOrder })).status).toBe(400)
    await expect(pass({}, 'players burn')).rejects.toThrow('it is of another version')
  })

  it('describes the acts that it takes as OpenAPI, and no other (AT-CON2-60)', async () => {
    const { address, token } = await machineFile()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${address}/api/openapi.json`, { headers })
    const { openapi, paths } = (await answer.json()) as { openapi: string; paths: object }
    expect(openapi).toBe('3.1.0')
    for (const name of actNames) {
      const path = `/api/v1/${name.replaceAll(' ', '/')}`
      const { status } = await ask({ path, body: {} })
      expect([name, status]).toEqual([name, Object.hasOwn(paths, path) ? 400 : 404])
    }
  })
})
