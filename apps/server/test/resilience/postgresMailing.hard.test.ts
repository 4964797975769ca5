import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openPostgres } from '../../src/database/pool/openDatabase.ts'
import { gatehouseProcess } from '../fixtures/processes/gatehouseProcess.ts'
import { type MailSink, openMailSink } from '../fixtures/processes/mailSink.ts'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'
import type { ServerProcess } from '../fixtures/processes/startServer.ts'
import { addManySubscribers } from '../fixtures/samples/manySubscribers.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { textOfMail } from '../fixtures/samples/textOfMail.ts'

/* Two servers share the mails of a mailing to 5,000 subscribers. */

const subscribers = 5000

let bench: ServerEnvironment
let mails: MailSink
let database: Database

beforeEach(async () => {
  bench = await ServerEnvironment.open()
  mails = await openMailSink()
  database = openPostgres(bench.environment['DATABASE_URL'] ?? '', 2, { patience: 30 })
})
afterEach(async () => {
  await bench.close()
  await database.close()
  await mails.close()
})

async function started(): Promise<ServerProcess> {
  const server = await bench.start({ SMTP_URL: mails.url })
  if ((await server.ready) !== null) throw new Error(server.output())
  return server
}

/** By the server that was started last: the file of the machine names it. */
const gatehouse = (line: string, input = '') =>
  gatehouseProcess(`${line} --deployment local`, { environment: bench.environment, input })

/** Starts the mailing, and resolves when a part of it has arrived. */
async function startMailing(arrived: number): Promise<void> {
  await addManySubscribers(database.kysely, subscribers)
  const line = 'newsletters mailing 1 --subject "Season two" --text - --why news'
  expect((await gatehouse(line, 'It begins.')).errors).toBe('')
  await received(arrived)
}

const ofMailing = () => mails.recipients.filter((to) => to.startsWith('many'))

async function received(count: number): Promise<void> {
  while (ofMailing().length < count) await mails.next()
}

interface Shown {
  readonly state: string
  readonly total: number
  readonly posted: number
  readonly waiting: number
  readonly dropped: number
}

async function show(): Promise<Shown> {
  return JSON.parse((await gatehouse('mailings show 1 --json')).output) as Shown
}

/** The ids of the mails of each subscriber. */
function idsByRecipient(): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const [at, to] of mails.recipients.entries()) {
    const id = /^Message-ID: (\S+)/im.exec(mails.received[at] ?? '')?.[1] ?? ''
    if (to.startsWith('many')) ids.set(to, (ids.get(to) ?? new Set()).add(id))
  }
  return ids
}

it('a mailing whose server is killed in the middle is ended by the other one, no subscriber gets two or none, and a recovery overtakes it (AT-CON2-42)', async () => {
  const first = await started()
  const second = await started()
  const visitor = await bench.visitor(second)
  const { Email } = registerForm({ Username: 'Forgetful' })
  await visitor.call('registerNewUser', { body: registerForm({ Username: 'Forgetful' }) })
  while (mails.received.length === 0) await mails.next()
  const Uid = /\?uid=([\w-]+)/.exec(textOfMail(mails.received[0] ?? ''))?.[1] ?? ''
  await visitor.call('confirmEmail', { body: { Uid } })

  await startMailing(1500)
  const ended = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await ended
  expect(await show()).toMatchObject({ total: subscribers })
  const earlier = mails.recipients.length
  await visitor.call('recoverPassword', { body: { email: Email } })
  while (!mails.recipients.includes(Email, earlier)) await mails.next()
  // It waited for the mails that were under way, not for the rest.
  expect(mails.recipients.indexOf(Email, earlier) - earlier).toBeLessThan(500)
  expect(ofMailing().length).toBeLessThan(subscribers - 1000)

  while (new Set(ofMailing()).size < subscribers) await mails.next()
  await expect
    .poll(show)
    .toMatchObject({ state: 'done', total: subscribers, posted: subscribers, waiting: 0 })
  const ids = idsByRecipient()
  expect(ids.size).toBe(subscribers)
  expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
  // Mails that the mail server took while the server died come again, as the same mail: at most a
  // batch of the one worker.
  expect(ofMailing().length - subscribers).toBeLessThanOrEqual(4)
})

it('a mailing that is stopped at about half has sent and dropped as many mails as it has subscribers (AT-CON2-42)', async () => {
  await started()
  await started()
  await startMailing(subscribers / 2)
  const { output, errors } = await gatehouse('mailings stop 1 --why "a wrong date" --json')
  expect(errors).toBe('')
  const { sent, dropped } = JSON.parse(output) as { sent: number; dropped: number }
  expect(sent + dropped).toBe(subscribers)
  expect(Math.min(sent, dropped)).toBeGreaterThan(1000)
  await received(sent)
  await expect
    .poll(show)
    .toMatchObject({ state: 'stopped', total: subscribers, posted: sent, waiting: 0, dropped })
  expect([...idsByRecipient().values()].filter(({ size }) => size !== 1)).toEqual([])
  expect([ofMailing().length, idsByRecipient().size]).toEqual([sent, sent])
})
