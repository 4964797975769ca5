import { inTransaction } from '../database/transactions/inTransaction.ts'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { onStatement } from '../../test/fixtures/crashes/onStatement.ts'
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
import { createMailOutcomes, deliver } from './deliver.ts'
import { createMailStop } from './mailStop.ts'
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

  it('is looked for by its kind: its mail says which', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Kay' }))
    const { Id_User: userId } = await visitor.readToken()
    await app.mails()
    await app.visitor().call('recoverPassword', { body: { email: 'kay@site.test' } })
    const lookUps = new Set<string>()
    const end = onStatement((text) => {
      const [column = ''] = /(token|confirm|undo)_hash/.exec(text) ?? []
      if (/^(?:select|update)/.test(text) && column !== '') lookUps.add(column)
    })
    try {
      await app.mails()
      expect([...lookUps]).toEqual(['token_hash'])
      const body = { Email: 'kay2@site.test', ConfirmEmail: 'kay2@site.test' }
      await visitor.call('updateEmail', { path: { userId }, body })
      lookUps.clear()
      await app.mails()
      expect([...lookUps].toSorted()).toEqual(['confirm_hash', 'undo_hash'])
    } finally {
      end()
    }
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

const auth = '250-here\r\n250 AUTH PLAIN LOGIN'

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
    ['knows nobody who asks', { greeting: '550 5.1.1 who' }, 'deferred'],
    ['does not take our name', { EHLO: '550 5.7.1 no', HELO: '550 5.7.1 no' }, 'deferred'],
    ['does not take our password', { EHLO: auth, AUTH: '535 5.7.8 wrong' }, 'deferred'],
    ['does not take our sender', { MAIL: '550 who are you' }, 'deferred'],
    ['does not know our sender', { MAIL: '550 5.1.1 who' }, 'deferred'],
    ['has no room for the address now', { RCPT: '452 full' }, 'deferred'],
    ['relays nothing for us', { RCPT: '554 5.7.1 Relay access denied' }, 'deferred'],
    ['has us on a list', { RCPT: '550 5.7.1 blocked using zen' }, 'deferred'],
    ['finds our SPF wrong', { RCPT: '550 5.7.23 SPF' }, 'deferred'],
    ['says it over two lines', { RCPT: '550-5.7.26 no\r\n550 5.7.26 DMARC' }, 'deferred'],
    ['finds no way', { RCPT: '550 5.4.1 no route' }, 'deferred'],
    ['is at fault itself', { RCPT: '554 5.3.0 broken' }, 'deferred'],
    ['has a full mailbox', { RCPT: '552 5.2.2 over quota' }, 'deferred'],
    ['says no without a code', { RCPT: '550 nobody here' }, 'deferred'],
    ['contradicts itself', { RCPT: '550 4.1.1 nobody here' }, 'deferred'],
    ['does not know the address', { RCPT: '550 5.1.1 nobody here' }, 'refused'],
    ['does not know the domain', { RCPT: '550 5.1.2 nothing here' }, 'refused'],
    ['finds no address in it', { RCPT: '501 5.1.3 no address' }, 'refused'],
    ['knows that it moved', { RCPT: '551 5.1.6 moved' }, 'refused'],
    ['finds a domain without mail', { RCPT: '556 5.1.10 null MX' }, 'refused'],
    ['has closed the mailbox', { RCPT: '550-5.2.1 closed\r\n550 5.2.1 since May' }, 'refused'],
    ['has room for small mails', { RCPT: '552 5.3.4 too big' }, 'dropped'],
    ['does not go on', { DATA: '554 5.7.1 no' }, 'deferred'],
    ['does not go on without a code', { DATA: '554 no valid recipients' }, 'deferred'],
    ['knows the mailbox late', { end: '550 5.1.1 nobody here' }, 'refused'],
    ['wants the mail later', { end: '451 later' }, 'deferred'],
    ['lists us at the end', { end: '554 5.7.1 blocked' }, 'deferred'],
    ['does not want the mail', { end: '554 looks like spam' }, 'dropped'],
    ['cannot read the mail', { end: '554 5.6.0 broken' }, 'dropped'],
    ['hangs up after the mail', { end: null }, 'deferred'],
    ['hangs up at once', { greeting: null }, 'deferred'],
    ['takes it', {}, 'handedOver'],
  ] as const)('that %s: %o makes the mail %s (T20)', async (_, answers, outcome) => {
    const server = await mailServer(answers)
    const { port } = server.address() as AddressInfo
    const url = `smtp://${'AUTH' in answers ? 'gate:keeper@' : ''}127.0.0.1:${port}`
    const mailer = createMailer(readSettings({ SMTP_URL: url }))
    expect(await outcomeOf(mailer)).toEqual([outcome])
    server.close()
  })

  it('that refuses us ten times in a row stops the mails, but for one a minute', async () => {
    let answer = '554 5.7.1 Relay access denied'
    let tries = 0
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const events = () =>
      lines
        .map((line) => (JSON.parse(line) as { readonly event: string }).event)
        .filter((event) => /mail\.(stopped|resumed)/.test(event))
    const stop = createMailStop(app.clock)
    const mailer = {
      async send() {
        tries += 1
        if (answer === '') return
        throw Object.assign(new Error(answer), {
          responseCode: Number(answer.slice(0, 3)),
          response: answer,
          command: 'RCPT TO',
        })
      },
    }
    const dispatch = { deployment: 'local', to: mail.to, link: null }
    const said = async () =>
      !stop.mayTry()
        ? 'stopped'
        : deliver({ mailer, log, stop }, { mail, dispatch }, 'job').then((tried) =>
            tried.state === 'put off' ? tried.reason : 'taken',
          )
    const times = async (count: number) => {
      const answers = new Set<string>()
      for (let time = 0; time < count; time += 1) answers.add(await said())
      return [...answers]
    }
    expect(await times(9)).toEqual(['SMTP: 554 5.7.1'])
    // One mailbox that is none is an answer about us too: it hears us.
    answer = '550 5.1.1 nobody here'
    expect(await times(1)).toEqual(['taken'])
    answer = '554 5.7.1 Relay access denied'
    expect(await times(9)).toEqual(['SMTP: 554 5.7.1'])
    expect(stop.stopped()).toBeNull()
    expect(await times(50)).toEqual(['SMTP: 554 5.7.1', 'stopped'])
    expect([tries, events()]).toEqual([20, ['mail.stopped']])
    expect(stop.stopped()).toEqual({ since: app.clock.now(), reason: '554 5.7.1' })
    app.clock.advance(60)
    expect(await times(5)).toEqual(['SMTP: 554 5.7.1', 'stopped'])
    app.clock.advance(60)
    answer = ''
    expect(await times(5)).toEqual(['taken'])
    expect([stop.stopped(), events()]).toEqual([null, ['mail.stopped', 'mail.resumed']])
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
    await outcomes.refused(dispatch)
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
  const outbox = openOutbox({
    database,
    jobs,
    mailer,
    key: key.mail,
    log,
    deployments: { byName: () => null },
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
    outbox.forget(transaction, { deployment: 'local', email: mail.to, former: [] }),
  )
  return noted
}
