import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { openCommandSocket } from './commandSocket.ts'
import { catalogueCommands } from './commands/catalogueCommands.ts'
import { passOn } from './passOn.ts'

let folder: string
let app: TestApp
let socket: FastifyInstance | null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-commands-'))
  app = await startApp({ settings: { DATA_DIR: folder } })
  const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  await ada.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: true } })
})
afterAll(async () => {
  await socket?.close()
  await app.close()
  await rm(folder, { recursive: true })
})

const order = { deployment: 'local', list: 1, subject: 'What is new', text: 'Much.' }
const author = { who: 'ada', why: 'news' }

function pass(given: object) {
  const mailing = catalogueCommands.find(({ name }) => name === 'newsletters mailing')
  if (!mailing) throw new Error('No such command.')
  return passOn(app.services.settings, mailing, given, author)
}

describe('the command socket', () => {
  it('is absent while no server runs', async () => {
    expect(await pass(order)).toBeNull()
  })

  it('carries out a mailing in the server that has the database open', async () => {
    socket = await openCommandSocket(app.services)
    expect(await pass(order)).toEqual({
      outcome: 'done',
      message: expect.stringContaining('The mailing to newsletter list 1 is on its way.'),
      data: { list: 1 },
    })
    expect((await app.mails('ada@site.test')).map((mail) => mail.subject)).toContain('What is new')
    const log = await app.services.database.kysely.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([{ ...author, subject: 'newsletter list 1' }])
  })

  it('answers the reason of a refused order and writes no audit entry', async () => {
    expect(await pass({ ...order, list: 9 })).toMatchObject({
      outcome: 'refused',
      message: 'local has no active newsletter list 9.',
    })
    const answer = await pass({ list: 'x' })
    expect(answer?.outcome).toBe('misunderstood')
    expect(answer?.message).toContain('→ at list')
    const log = await app.services.database.kysely.selectFrom('audit_log').selectAll().execute()
    expect(log).toHaveLength(1)
  })

  it('refuses an order without author and reason', async () => {
    const response = await socket?.inject({
      method: 'POST',
      url: '/newsletters/mailing',
      payload: { order },
    })
    expect(response?.statusCode).toBe(400)
  })

  it('throws for an unknown command, because the server has another version', async () => {
    const [known] = catalogueCommands
    if (!known) throw new Error('No commands.')
    const unknown = { ...known, name: 'newsletters burn' }
    const asked = passOn(app.services.settings, unknown, {}, author)
    await expect(asked).rejects.toThrow('Route POST:/newsletters/burn not found')
  })

  it('replaces a socket that a dead server left', async () => {
    const second = await openCommandSocket(app.services)
    expect(await pass(order)).toMatchObject({ outcome: 'done' })
    await second?.close()
  })
})
