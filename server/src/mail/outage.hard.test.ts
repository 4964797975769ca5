import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../platform/config/readSettings.ts'
import { type MailSink, openMailSink } from '../../test/fixtures/processes/mailSink.ts'
import { registerForm } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { openOutbox } from './outbox.ts'

const operations = 500
const minute = 60

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

/** Lets time pass: on the product's clock, and for the mails that wait for another try. */
async function pass(seconds: number): Promise<void> {
  app.clock.advance(seconds)
  await sql`
    update pgboss.job set start_after = start_after - make_interval(secs => ${seconds}::int)
    where name = 'mail' and state = 'retry'`.execute(app.services.database.kysely)
}

const addressesReached = () =>
  new Set(sink.received.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1] ?? '')).size

/** Lets an hour pass; returns the number of addresses with their mail. */
async function reachedInAnHour(): Promise<number> {
  await pass(60 * minute)
  return addressesReached()
}

describe('an hour without a mail server', () => {
  it('loses none of five hundred mails and disturbs no request (T20)', async () => {
    const { jobs, key, log } = app.services
    const down = [mailerTo('smtp://127.0.0.1:1'), mailerTo('smtp://mail.invalid:25')]
    let tries = 0
    let mailer: Pick<Mailer, 'send'> = {
      async send(mail) {
        tries += 1
        await down[tries % down.length]?.send(mail)
      },
    }
    const outbox = await openOutbox({
      jobs,
      mailer: { send: (mail) => mailer.send(mail) },
      key: key.mail,
      log,
      domainOf: () => 'site.test',
    })
    await outbox.start()
    const visitor = app.visitor()
    for (let count = 0; count < operations; count += 1) {
      const body = registerForm({ Username: `Out${count}` })
      expect(await visitor.call('registerNewUser', { body })).toEqual({})
      if (count % 100 === 99) await pass(12 * minute)
    }
    // Mails were tried in the meantime; their number depends on the machine.
    expect(tries).toBeGreaterThan(operations / 20)
    expect(sink.received).toEqual([])

    mailer = mailerTo(sink.url) ?? mailer
    await expect.poll(reachedInAnHour, { interval: 500 }).toBe(operations)
  })
})
