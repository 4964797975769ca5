import { inTransaction } from '../database/transactions/inTransaction.ts'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { readSettings } from '../platform/config/readSettings.ts'
import { runWaiting } from '../../test/fixtures/runWaiting.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { createMailer, type Mail } from './mailer.ts'
import { createMailOutcomes } from './deliver.ts'
import { openOutbox } from './outbox.ts'

let app: TestApp
const hour = 3600
const day = 24 * hour

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

describe('the link of a mail that had to wait', () => {
  it('recovers a password for an hour from the sending of the mail (T22)', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    await app.visitor().call('recoverPassword', { body: { email: 'ada@site.test' } })
    app.clock.advance(3 * hour)
    const Token = await linkToken(app, 'ada@site.test')
    app.clock.advance(hour - 1)
    const Password = 'Castle4Kites'
    const body = { Token, Password, Confirm: Password }
    expect(await app.visitor().call('validatePasswordRecovery', { body })).toEqual({})
    await app.visitor().logIn('Ada', Password)
  })

  it('confirms an address for a week from then and no longer (T22)', async () => {
    for (const name of ['Bea', 'Cleo']) {
      await app.visitor().call('registerNewUser', { body: registerForm({ Username: name }) })
    }
    app.clock.advance(day)
    const [bea, cleo] = [
      await linkToken(app, 'bea@site.test'),
      await linkToken(app, 'cleo@site.test'),
    ]
    app.clock.advance(7 * day - 1)
    await app.visitor().call('confirmEmail', { body: { Uid: bea } })
    app.clock.advance(1)
    const late = await app.visitor().refused('confirmEmail', { body: { Uid: cleo } })
    expect(late.items).toEqual(['ERROR_EMAIL_RECOVERY_EXPIRED@'])
  })

  it('changes an address for a day from then and undoes the change for a week (T22)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const { Id_User: userId } = await visitor.readToken()
    const Email = 'dora2@site.test'
    const body = { Email, ConfirmEmail: Email }
    await visitor.call('updateEmail', { path: { userId }, body })
    app.clock.advance(day)
    const uid = await linkToken(app, Email)
    const undo = await linkToken(app, 'dora@site.test')
    app.clock.advance(day - 1)
    const elsewhere = app.visitor()
    await elsewhere.call('confirmEmailUpdate', { query: { uid } })
    expect(elsewhere.last?.statusCode).toBe(200)
    app.clock.advance(6 * day - 1)
    await app.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
    // The undo has voided the password.
    const Token = await linkToken(app, 'dora@site.test')
    const reset = { Token, Password: samplePassword, Confirm: samplePassword }
    await app.visitor().call('validatePasswordRecovery', { body: reset })
    await app.visitor().logIn('dora@site.test', samplePassword)
  })

  it('stays void when a newer one has replaced it (T22)', async () => {
    await app.visitor().call('registerNewUser', { body: registerForm({ Username: 'Ella' }) })
    await app.visitor().call('sendConfirmationEmail', { body: { Email: 'ella@site.test' } })
    app.clock.advance(day)
    const tokens = (await app.mails('ella@site.test')).map(
      ({ text }) => /uid=([\w-]+)/.exec(text)?.[1] ?? '',
    )
    const answers = await Promise.allSettled(
      tokens.map((Uid) => app.visitor().call('confirmEmail', { body: { Uid } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await app.visitor().logIn('Ella', samplePassword)
  })
})

const mail: Mail = {
  to: 'ada@site.test',
  subject: 'Hello',
  text: 'Hello.\n',
  html: '<p>Hello.</p>',
  messageId: '<1@site.test>',
}

/** A mail server with the given answers to commands; it accepts all others. */
async function mailServer(answers: Readonly<Record<string, string | null>>): Promise<Server> {
  const server = createServer((socket) => converse(socket, answers)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function converse(socket: Socket, answers: Readonly<Record<string, string | null>>): void {
  let isMail = false
  const answer = (command: string, usual: string) => {
    const said = answers[command]
    if (said === null) socket.destroy()
    else socket.write(`${said ?? usual}\r\n`)
  }
  answer('greeting', '220 here')
  socket.setEncoding('latin1').on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    if (isMail) {
      if (!chunk.endsWith('\r\n.\r\n')) return
      isMail = false
      answer('end', '250 kept')
      return
    }
    const command = chunk.slice(0, 4).toUpperCase()
    isMail = command === 'DATA' && answers['DATA'] === undefined
    answer(command, isMail ? '354 go on' : '250 ok')
  })
}

describe('a mail server', () => {
  it.each([
    ['refuses every client', { greeting: '554 not today' }, 'deferred'],
    ['is busy', { greeting: '421 later' }, 'deferred'],
    ['does not take our sender', { MAIL: '550 who are you' }, 'deferred'],
    ['has no room for the address now', { RCPT: '452 full' }, 'deferred'],
    ['does not know the address', { RCPT: '550 nobody here' }, 'refused'],
    ['wants the mail later', { end: '451 later' }, 'deferred'],
    ['does not want the mail', { end: '554 looks like spam' }, 'dropped'],
    ['hangs up after the mail', { end: null }, 'deferred'],
    ['hangs up at once', { greeting: null }, 'deferred'],
    ['takes it', {}, 'handedOver'],
  ] as const)('that %s: %o makes the mail %s (T20)', async (_, answers, outcome) => {
    const server = await mailServer(answers)
    const { port } = server.address() as AddressInfo
    const mailer = createMailer(readSettings({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
    expect(await outcomeOf(mailer)).toEqual([outcome])
    server.close()
  })

  it('without a name or without a listener makes the mail wait (T20)', async () => {
    for (const SMTP_URL of ['smtp://mail.invalid:25', 'smtp://127.0.0.1:1']) {
      expect(await outcomeOf(createMailer(readSettings({ SMTP_URL })))).toEqual(['deferred'])
    }
  })

  it('that refuses an address gets no mailings for it until it accepts a mail (T20)', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Finn' }))
    const { database, clock, metrics, secrets } = app.services
    const outcomes = createMailOutcomes(database, clock, metrics, secrets)
    const dispatch = { deployment: 'local', to: 'Finn@site.test', link: null }
    const flag = async () =>
      (
        await database.kysely
          .selectFrom('players')
          .select('mail_refused_at')
          .where('username', '=', 'Finn')
          .executeTakeFirstOrThrow()
      ).mail_refused_at
    await outcomes.refused(dispatch, 550)
    expect(await flag()).toEqual(clock.now())
    expect(await metrics.read()).toContain('gatehouse_mails_total{outcome="undeliverable"} 1')
    await outcomes.handedOver(dispatch)
    expect(await flag()).toBeNull()
  })
})

/** The recorded outcome of one attempt of the mailer. */
async function outcomeOf(mailer: ReturnType<typeof createMailer>): Promise<string[]> {
  const noted: string[] = []
  const { jobs, key, log, database } = app.services
  const outbox = await openOutbox({
    jobs,
    mailer,
    key: key.mail,
    log,
    domainOf: () => 'site.test',
    outcomes: {
      handedOver: async () => void noted.push('handedOver'),
      refused: async () => void noted.push('refused'),
      dropped: async () => void noted.push('dropped'),
      deferred: async () => void noted.push('deferred'),
    },
  })
  await inTransaction(database.kysely, (transaction) =>
    outbox.post(transaction, { deployment: 'local', playerId: 1 }, mail.to, mail),
  )
  await runWaiting(jobs, 'mails').catch(() => 0)
  await inTransaction(database.kysely, (transaction) =>
    outbox.forget(transaction, 'local', mail.to),
  )
  return noted
}
