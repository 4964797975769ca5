import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCommandSocket, passOn } from './commandSocket.ts'
import { mailingCommand } from './mailing.ts'
import { registerForm, signedInPlayer } from './testing/samplePlayers.ts'
import { startApp, type TestApp } from './testing/startApp.ts'

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

describe('the socket for commands', () => {
  it('is not there while no server runs', async () => {
    expect(await passOn(app.services.settings, mailingCommand, order)).toBeNull()
  })

  it('takes a mailing over for the server that has the database open', async () => {
    socket = await openCommandSocket(app.services)
    expect(await passOn(app.services.settings, mailingCommand, order)).toEqual({
      isDone: true,
      message: 'Mails in the outbox: 1.',
    })
    expect((await app.mails('ada@site.test')).map((mail) => mail.subject)).toContain('What is new')
  })

  it('tells why an order cannot be carried out', async () => {
    const answer = await passOn(app.services.settings, mailingCommand, { ...order, list: 9 })
    expect(answer).toEqual({ isDone: false, message: 'local has no active newsletter list 9.' })
    expect(await passOn(app.services.settings, mailingCommand, { list: 'x' })).toEqual({
      isDone: false,
      message: 'No order for mailing.',
    })
  })

  it('takes the place of one that a dead server left behind', async () => {
    const second = await openCommandSocket(app.services)
    expect(await passOn(app.services.settings, mailingCommand, order)).toMatchObject({
      isDone: true,
    })
    await second?.close()
  })
})
