import { supportNoteHeader } from '@gatehouse/contract/headers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../src/database/operations/sweep.ts'
import { carryOut } from '../../src/staff/acts/orders/carryOut.ts'
import { loadAct } from '../../src/staff/acts/performers.ts'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { gatehouse, jsonOutputOf } from '../fixtures/processes/runGatehouse.ts'
import { enrolledPlayer, firstStep, stepBody } from '../fixtures/enrolled.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* A refusal becomes a code, and the code an explanation for the support. */

let app: TestApp

beforeAll(async () => {
  const on = { EnableSupportCode: true, EnableSecuritySection: true }
  app = await startApp({
    settings: { PORTAL_DIST: await fakePortal() },
    deployments: {
      local: on,
      sandbox: { ...on, StrongSignIn: 'optional' },
      prod: { ...on, enumerationProtection: 'strict' },
    },
  })
  await signedInPlayer(app, registerForm({ Username: 'PlayerOne' }))
})
afterAll(() => app.close())

const logIn = (UsernameOrEmail: string, Password = 'wrong-4711') => ({
  body: logInForm({ UsernameOrEmail, Password }),
})
const noteOf = (visitor: TestVisitor) => String(visitor.last?.headers[supportNoteHeader] ?? '')
const bodyOf = (note: string, Read = '') => ({
  body: { Incident: note, Screen: '/log-in', Language: 'de', Read },
})

async function refusedNote(
  name: string,
  deployment: DeploymentName = 'local',
  ip?: string,
): Promise<string> {
  const visitor = app.visitor(deployment, ip)
  await visitor.refused('logIn', logIn(name))
  return noteOf(visitor)
}

async function codeOf(
  note: string,
  ip = '203.0.113.9',
  deployment: DeploymentName = 'local',
): Promise<string> {
  return (await app.visitor(deployment, ip).call('makeSupportCode', bodyOf(note))).Code
}

/** An error page of the server itself. */
async function pageOf(deployment: DeploymentName): Promise<string> {
  const headers = { accept: 'text/html' }
  const visitor = app.visitor(deployment)
  return (await visitor.send({ method: 'GET', url: '/%zz', headers })).body
}

const noteIn = (page: string) => /"supportNote":"([\w+/=]{700})"/.exec(page)?.[1] ?? ''

/** The code of the refusal that a person of the staff gets. */
async function refusalOf(code: string, deployment = 'local', who = 'sam'): Promise<unknown> {
  const given = { order: { code, deployment }, who, why: '' }
  const context = { environment: {}, services: app.services }
  const answer = await carryOut(await loadAct('support-codes open'), given, context)
  return 'error' in answer ? answer.error : null
}

const opened = (code: string, more = '') =>
  jsonOutputOf(app, `support-codes open ${code} --deployment local ${more}`)

const openNamed = (code: string, name: string) =>
  jsonOutputOf(app, `support-codes open ${code} --deployment prod --name ${name}`)

/** The fields of an opened code that differ between any two, and the answer about the name. */
const ownFields = new Set(['at', 'requestId', 'nameTyped', 'openUntil'])

function withoutOwn(found: unknown): unknown {
  return Object.entries(found as object).filter(([field]) => !ownFields.has(field))
}

/** The headers that scripts of an origin may read, or of the portal's own. */
async function exposed(deployment: DeploymentName, origin: string) {
  const visitor = app.visitor(deployment)
  await visitor.send({
    method: 'GET',
    url: '/api/cookies',
    headers: { origin: origin === '' ? visitor.deployment.origin : origin },
  })
  return visitor.last?.headers['access-control-expose-headers']
}

describe('a support code', () => {
  it('explains a refused log-in in the words of the player and in English (AT-CON2-36)', async () => {
    const code = await codeOf(await refusedNote('PlayerOne'))
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
    expect(await opened(code)).toMatchObject({
      screen: '/log-in',
      language: 'de',
      call: 'logIn',
      status: 400,
      words: [
        {
          code: 'ERROR_USERNAME_PASSWORD_INCORRECT',
          read: expect.stringContaining('falsch'),
          english: 'Your username or password is incorrect.',
        },
      ],
      why: expect.stringContaining('password is wrong'),
      helps: expect.stringContaining('new password by mail'),
      until: null,
      limit: null,
      requestId: expect.any(String),
      player: null,
      nameTyped: null,
    })
  })

  it('names the limit that refuses, and its end', async () => {
    const visitor = app.visitor('local', '203.0.113.50')
    for (let count = 0; count < 120; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- until the limit
      const failure = await visitor.call('identify', logIn('PlayerOne')).catch(() => null)
      if (failure === null) break
    }
    await visitor.refused('identify', logIn('PlayerOne'))
    const now = app.clock.now().getTime()
    const found = (await opened(await codeOf(noteOf(visitor)))) as { readonly until: string }
    expect(found).toMatchObject({
      words: [{ code: 'ERROR_TOO_MANY_ATTEMPTS' }],
      limit: { name: 'identifications', most: 120, seconds: 3600 },
    })
    expect(new Date(found.until).getTime()).toBeGreaterThan(now)
  })

  it('names the limit that asks for a proof of work, for a known name and an unknown one', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Guessed', Email: 'guessed@site.test' }))
    const found: unknown[] = []
    for (const [name, ip] of [
      ['Guessed', '203.0.113.60'],
      ['Missing', '203.0.113.61'],
    ] as const) {
      for (let count = 0; count < 6; count += 1) await refusedNote(name, 'local', ip)
      found.push(await opened(await codeOf(await refusedNote(name, 'local', ip), ip)))
    }
    for (const each of found) {
      expect(each).toMatchObject({
        words: [{ code: 'ERROR_TOO_MANY_ATTEMPTS' }],
        limit: { name: 'wrongPasswords', most: 6, seconds: 86_400 },
        until: expect.any(String),
      })
    }
  })

  it('names the limit of second steps', async () => {
    const { name } = await enrolledPlayer(app, 'Twice', 'sandbox')
    const visitorFrom = (end: number) => app.visitor('sandbox', `198.51.100.${end}`)
    for (let count = 0; count < 10; count += 1) {
      const visitor = visitorFrom(count)
      const step = await firstStep(visitor, name)
      await visitor.refused('secondStep', stepBody(step, { Code: '000000' }))
    }
    const late = visitorFrom(10)
    const step = await firstStep(late, name)
    await late.refused('secondStep', stepBody(step, { Code: '000000' }))
    const code = await codeOf(noteOf(late), '198.51.100.10', 'sandbox')
    const line = `support-codes open ${code} --deployment sandbox`
    expect(await jsonOutputOf(app, line)).toMatchObject({
      words: [{ code: 'ERROR_TOO_MANY_ATTEMPTS' }],
      limit: { name: 'wrongSecondSteps', most: 10, seconds: 900 },
      until: expect.any(String),
    })
  })

  it('is gone with its player', async () => {
    const visitor = await signedInPlayer(
      app,
      registerForm({ Username: 'Leaving', Email: 'l@site.test' }),
    )
    const { Id_User: userId } = await visitor.readToken()
    await visitor.refused('updateUsername', { path: { userId }, body: { Username: 'PlayerOne' } })
    const code = await codeOf(noteOf(visitor), '203.0.113.70')
    const other = await codeOf(await refusedNote('PlayerOne'), '203.0.113.70')
    await gatehouse(app, `players erase id=${userId} --deployment local --why "asked to"`)
    expect(await refusalOf(code)).toBe('CODE_UNKNOWN')
    expect(await opened(other)).toMatchObject({ call: 'logIn' })
  })

  it('has the sentence of the screen too, as the browser says, without an address', async () => {
    const note = await refusedNote('PlayerOne')
    const read = 'Prüfe das Passwort von ada@site.test bei 203.0.113.7.'
    const visitor = app.visitor('local', '203.0.113.53')
    const { Code } = await visitor.call('makeSupportCode', bodyOf(note, read))
    expect(await opened(Code)).toMatchObject({
      shown: 'Prüfe das Passwort von ••• bei •••',
      words: [{ read: expect.stringContaining('falsch') }],
    })
    const long = { ...bodyOf(note, 'x'.repeat(501)) }
    expect((await visitor.refused('makeSupportCode', long)).status).toBe(400)
  })

  it('is made of an error page of the server itself, which is another one for each visitor', async () => {
    const [one, other] = [noteIn(await pageOf('local')), noteIn(await pageOf('local'))]
    expect(one).not.toBe(other)
    expect(await opened(await codeOf(one, '203.0.113.55'))).toMatchObject({
      call: 'page',
      status: 400,
      words: [],
      why: expect.stringContaining('could not be read'),
      player: null,
    })
    expect(await pageOf('staging')).toContain('"supportNote":""')
  })

  it('names the player of a proven session, who reads of the look', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Proven' }))
    const { Id_User: userId } = await visitor.readToken()
    await visitor.refused('updateUsername', { path: { userId }, body: { Username: 'PlayerOne' } })
    const found = await opened(await codeOf(noteOf(visitor)))
    expect(found).toMatchObject({ player: { id: userId, username: 'Proven' } })
    expect(JSON.stringify(found)).not.toContain('proven@')
    const { Entries } = await visitor.call('listActivity', { query: {} })
    expect(Entries[0]).toMatchObject({ Act: 'support-looked', Actor: 'operator' })
    const [entry] = (await jsonOutputOf(app, 'audit list --limit 1')) as object[]
    expect(entry).toMatchObject({
      command: 'support-codes open',
      subject: `player ${userId}`,
      details: { call: 'updateUsername' },
    })
  })

  it('answers the same fields for an account and for none, and compares a typed name (AT-CON2-37)', async () => {
    const notes = [await refusedNote('PlayerOne', 'prod'), await refusedNote('Missing', 'prod')]
    expect(notes.map((note) => note.length)).toEqual([700, 700])
    const [known = '', unknown = ''] = await Promise.all(
      notes.map((note) => codeOf(note, '203.0.113.10', 'prod')),
    )
    const [one, other] = [
      await openNamed(known, 'playerone'),
      await openNamed(unknown, 'PlayerOne'),
    ]
    expect([one, other]).toMatchObject([{ nameTyped: 'same' }, { nameTyped: 'not the same' }])
    expect(withoutOwn(one)).toEqual(withoutOwn(other))
  })

  it('is made of each refusal and error, and each note differs', async () => {
    const [one, other] = [await refusedNote('PlayerOne'), await refusedNote('PlayerOne')]
    expect(one).not.toBe(other)
    const visitor = app.visitor()
    visitor.bearer = 'none.at-all'
    await visitor.refused('listConnections', {})
    expect(visitor.last?.statusCode).toBe(401)
    expect(noteOf(visitor)).toHaveLength(700)
    await visitor.call('listAllowedRedirectDomains', {}).catch(() => null)
    expect(await opened(await codeOf(noteOf(visitor) || one))).toMatchObject({ player: null })
  })

  it('takes no note that was changed, is of another deployment, or is too old', async () => {
    const note = await refusedNote('PlayerOne')
    const middle = note[350] === 'A' ? 'B' : 'A'
    const flipped = `${note.slice(0, 350)}${middle}${note.slice(351)}`
    const ask = (text: string, deployment: DeploymentName = 'local') =>
      app.visitor(deployment, '203.0.113.11').refused('makeSupportCode', bodyOf(text))
    const refused = { status: 400, items: ['INVALID_REQUEST@'] }
    for (const text of [flipped, '', 'x'.repeat(700)]) expect(await ask(text)).toEqual(refused)
    expect(await ask(note, 'sandbox')).toEqual(refused)
    app.clock.advance(31 * 60)
    expect(await ask(note)).toEqual(refused)
  })

  it('is made ten times an hour from an address', async () => {
    const note = await refusedNote('PlayerOne')
    for (let count = 0; count < 10; count += 1) await codeOf(note, '203.0.113.12')
    const visitor = app.visitor('local', '203.0.113.12')
    expect((await visitor.refused('makeSupportCode', bodyOf(note))).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
  })

  it('opens with other signs that look alike, in its deployment alone, for three days', async () => {
    const code = await codeOf(await refusedNote('PlayerOne'), '203.0.113.13')
    const read = code.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    expect(await opened(`"${read}"`)).toMatchObject({ call: 'logIn' })
    expect(await refusalOf(code, 'sandbox')).toBe('CODE_UNKNOWN')
    app.clock.advance(72 * 3600)
    expect(await refusalOf(code)).toBe('CODE_EXPIRED')
    const { kysely } = app.services.database
    app.clock.advance(25 * 3600)
    const over = { by: 'expires_at' }
    await sweep(kysely, 'incidents', over, new Date(app.clock.now().getTime() - 24 * 3_600_000))
    const { rows } = await sql`select 1 from incidents`.execute(kysely)
    expect(rows).toEqual([])
  })

  it('is no name, address or secret in the database', async () => {
    await codeOf(await refusedNote('PlayerOne'), '203.0.113.14')
    const { rows } = await sql`select * from incidents`.execute(app.services.database.kysely)
    expect(JSON.stringify(rows)).not.toMatch(/PlayerOne|wrong-4711|log-in/)
  })

  it('cannot be found by guesses: after twenty wrong ones an hour is refused whole', async () => {
    const code = await codeOf(await refusedNote('PlayerOne'), '203.0.113.15')
    // What has not the form of a code is none.
    expect(await refusalOf('nonsense')).toBe('CODE_UNKNOWN')
    for (let count = 0; count < 20; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await refusalOf('AAAA-AAAA-AA')).toBe('CODE_UNKNOWN')
    }
    expect(await refusalOf('AAAA-AAAA-AA')).toBe('TOO_MANY')
    expect(await refusalOf(code)).toBe('TOO_MANY')
    expect(await refusalOf(code, 'local', 'sue')).toBeNull()
    app.clock.advance(3601)
    expect(await opened(code)).toMatchObject({ call: 'logIn' })
  })
})

describe('without support codes', () => {
  it('no answer has a note, and none is taken (AT-CON2-38)', async () => {
    const visitor = app.visitor('staging')
    await visitor.refused('logIn', logIn('PlayerOne'))
    expect(visitor.last?.headers).not.toHaveProperty(supportNoteHeader)
    const note = await refusedNote('PlayerOne')
    expect((await visitor.refused('makeSupportCode', bodyOf(note))).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })

  it('no success has a note', async () => {
    const visitor = app.visitor()
    await visitor.call('logIn', logIn('PlayerOne', samplePassword))
    expect(visitor.last?.headers).not.toHaveProperty(supportNoteHeader)
  })
})

describe('the header of the note', () => {
  it('is readable by the origins that may read answers, and is named to no other portal', async () => {
    expect(await exposed('local', '')).toBe('retry-after, x-request-id, x-incident')
    expect(await exposed('staging', '')).toBe('retry-after, x-request-id')
    expect(await exposed('local', 'https://evil.example')).toBeUndefined()
  })
})
