import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailSink, openMailSink } from '../../test/fixtures/processes/mailSink.ts'
import { registerForm } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { readSettings } from '../platform/config/readSettings.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { openOutbox } from './outbox.ts'

const operations = 500
const hour = 3600

let app: TestApp
let sink: MailSink

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  sink = await openMailSink()
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

const mailerTo = (url: string) => createMailer(readSettings({ SMTP_URL: url }))

const addressesReached = () =>
  new Set(sink.received.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1] ?? '')).size

/** Lets an hour pass; returns the number of addresses with their mail. */
function reachedInAnHour(): number {
  app.clock.advance(hour)
  return addressesReached()
}

describe('three days without a mail server', () => {
  it('lose none of five hundred mails and disturb no request (T20)', async () => {
    const { database, jobs, key, log, scheduler } = app.services
    const down = [mailerTo('smtp://127.0.0.1:1'), mailerTo('smtp://mail.invalid:25')]
    let tries = 0
    let mailer: Pick<Mailer, 'send'> = {
      async send(mail) {
        tries += 1
        await down[tries % down.length]?.send(mail)
      },
    }
    const outbox = openOutbox({
      database,
      jobs,
      mailer: { send: (mail) => mailer.send(mail) },
      key: key.mail,
      log,
      clock: app.clock,
      deployments: { byName: () => null },
    })
    outbox.start(scheduler)
    const visitor = app.visitor()
    for (let count = 0; count < operations; count += 1) {
      const body = registerForm({ Username: `Out${count}` })
      expect(await visitor.call('registerNewUser', { body })).toEqual({})
      if (count % 50 === 49) app.clock.advance(7 * hour)
    }
    await expect.poll(() => outbox.stopped()).not.toBeNull()
    expect(sink.received).toEqual([])

    const arriving = mailerTo(sink.url)
    mailer = arriving ?? mailer
    await expect.poll(reachedInAnHour, { interval: 500 }).toBe(operations)
    await expect.poll(() => outbox.list(database.kysely, { limit: 10 })).toEqual([])
    await outbox.stop()
    await scheduler.stop()
    arriving?.close()
  })
})
