import { everyAct } from '@gatehouse/contract/acts/everyAct'
import { hash as argon2 } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/platform/crypto/secrets.ts'
import { findPlayers } from '../../src/staff/acts/support/findPlayers.ts'
import { playerNamed } from '../../src/staff/acts/orders/playerNamed.ts'
import {
  confirmedPlayer,
  followLink,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/* One mailbox and one password, in every form that a keyboard gives them. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp()
})
beforeEach(() => {
  // No counter is left over from another test.
  app.clock.advance(24 * 3600)
})
afterAll(() => app.close())

const freshVisitor = () => {
  count += 1
  return app.visitor('local', `198.51.100.${count}`)
}

const stored = 'ada@bücher.example'
const forms = ['ada@xn--bcher-kva.example', 'ADA@BÜCHER.example', 'ａｄａ@bücher.example']

describe('an address in another form', () => {
  it('registers, logs in, recovers and changes as the one mailbox that it is (C28)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Ada', Email: stored }))
    for (const [index, Email] of forms.entries()) {
      const body = registerForm({ Username: `Copy${index}`, Email })
      expect((await freshVisitor().refused('registerNewUser', { body })).items).toEqual([
        'ERROR_EMAIL_EXIST@Email',
      ])
      await freshVisitor().logIn(Email, samplePassword)
    }
    await freshVisitor().logIn('ａｄａ＠bücher.example', samplePassword)

    const other = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const { Id_User: userId } = await other.readToken()
    for (const Email of forms) {
      const body = { Email, ConfirmEmail: Email }
      expect((await other.refused('updateEmail', { path: { userId }, body })).items).toEqual([
        'ERROR_EMAIL_EXIST@Email',
      ])
    }

    const before = (await app.mails()).length
    const [punycode = ''] = forms
    await freshVisitor().call('recoverPassword', { body: { email: punycode } })
    const mails = (await app.mails()).slice(before)
    // The mail goes where the player reads mail, not where a visitor says.
    expect(mails.map(({ to }) => to)).toEqual([stored])
    const Password = 'Another9Battery'
    const Token = await linkToken(app, stored)
    const body = { Token, Password, Confirm: Password }
    await freshVisitor().call('validatePasswordRecovery', { body })
    await freshVisitor().logIn(punycode, Password)
  })

  it('changes to another form of itself without another account in the way (C28)', async () => {
    const cleo = await signedInPlayer(
      app,
      registerForm({ Username: 'Cleo', Email: 'cleo@bücher.example' }),
    )
    const { Id_User: userId } = await cleo.readToken()
    const Email = 'cleo@xn--bcher-kva.example'
    const answer = await cleo.refused('updateEmail', {
      path: { userId },
      body: { Email, ConfirmEmail: Email },
    })
    expect(answer.items).toEqual(['ERROR_EMAIL_EXIST@Email'])
    await cleo.call('deleteUser', {
      path: { userId },
      body: { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' },
    })
    const again = registerForm({ Username: 'Dina', Email })
    await confirmedPlayer(app, again)
  })

  it('shares the limits of the mailbox: five mails an hour, however it is written (C29)', async () => {
    const Email = 'eve@bücher.example'
    await confirmedPlayer(app, registerForm({ Username: 'Eve', Email }))
    app.clock.advance(3600)
    const before = (await app.mails(Email)).length
    const all = [Email, 'eve@xn--bcher-kva.example', 'EVE@bücher.example', 'ｅｖｅ@bücher.example']
    for (const email of [...all, ...all]) {
      await freshVisitor().call('recoverPassword', { body: { email } })
    }
    expect((await app.mails(Email)).length - before).toBe(5)
    expect(await app.mails('eve@xn--bcher-kva.example')).toEqual([])
  })
})

/** What a paste or a keyboard makes of a text, by the kind of its field. */
const anyKind: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ...['\u200B', '\u2060', '\uFEFF', '\u00AD', '\u202E', '\u{E0041}', '\u3164'].map(
    (sign) =>
      [
        `with ${JSON.stringify(sign)}`,
        (text: string) => `${sign}${text.slice(0, 2)}${sign}${text.slice(2)}${sign}`,
      ] as const,
  ),
  ...['\u00A0', '\u3000', '\u2009', '\t', '\r\n'].map(
    (blank) =>
      [`in ${JSON.stringify(blank)}`, (text: string) => `${blank}${text}${blank}`] as const,
  ),
  [
    'in full width',
    (text) =>
      text.replaceAll(/[!-~]/g, (sign) =>
        String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
      ),
  ],
]
const anyAddress: typeof anyKind = [
  ...anyKind,
  ['in capitals', (text) => text.toUpperCase()],
  ['as a link', (text) => `mailto:${text}?subject=x`],
  ['behind a name', (text) => `"Player One" <${text}>`],
  ['in brackets', (text) => `<${text}>`],
  ['at the end of a sentence', (text) => `${text}.`],
  ['in a list', (text) => `${text},`],
  ['in quotes', (text) => `“${text}”`],
]
const anyDate: typeof anyKind = [
  ...anyKind,
  [
    'in Arabic digits',
    (text) => text.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''),
  ],
  ['with other dashes', (text) => text.replaceAll('-', '\u2212')],
]

describe('a field of any kind, however it is pasted', () => {
  it.each(anyAddress)('takes an address %s', async (_, pasted) => {
    const Username = `Zed${count}`
    const plain = `${Username.toLowerCase()}@site.test`
    const Email = pasted(plain)
    await freshVisitor().call('registerNewUser', {
      body: registerForm({ Username, Email, ConfirmEmail: Email }),
    })
    const { email } = await app.services.database.kysely
      .selectFrom('players')
      .select('email')
      .where('username', '=', Username)
      .executeTakeFirstOrThrow()
    expect(email.toLowerCase()).toBe(plain)
    await followLink(freshVisitor(), await linkToken(app, email))
    await freshVisitor().logIn(Email, samplePassword)
    await freshVisitor().call('recoverPassword', { body: { email: Email } })
    expect((await app.mails(email)).at(-1)?.subject).toMatch(/password/i)
  })

  it.each(anyKind)('takes a name %s', async (_, pasted) => {
    const Username = `Yves${count}`
    const Email = `${Username.toLowerCase()}@site.test`
    const body = registerForm({ Username: pasted(Username), Email })
    await freshVisitor().call('registerNewUser', { body })
    await followLink(freshVisitor(), await linkToken(app, Email))
    await freshVisitor().logIn(pasted(Username), samplePassword)
    const again = { body: registerForm({ Username: pasted(Username), Email: 'x@site.test' }) }
    expect((await freshVisitor().refused('registerNewUser', again)).items).toEqual([
      'ERROR_USERNAME_EXIST@Username',
    ])
  })

  it.each(anyAddress)('is found by staff, %s', async (how, pasted) => {
    await confirmedPlayer(app, registerForm({ Username: 'Wanda' })).catch(() => undefined)
    const find = everyAct['players find'].order.shape.text
    const one = everyAct['players show'].order.shape.player
    const texts = anyKind.some(([name]) => name === how)
      ? ['Wanda', 'wanda@site.test']
      : ['wanda@site.test']
    for (const text of texts) {
      const asked = { text: find.parse(pasted(text)), deployment: 'local' }
      const { data } = await findPlayers(app.services, asked)
      expect(data.find(({ group }) => group === 'exact')?.players).toMatchObject([
        { username: 'Wanda' },
      ])
      const named = one.parse(pasted(text))
      const player = await playerNamed(app.services.database.kysely, 'local', named)
      expect(player.username).toBe('Wanda')
    }
  })

  it.each(anyDate)('takes a date and an access key %s', async (_, pasted) => {
    const at = (name: 'staging' | 'two-point-studios') => {
      count += 1
      return app.visitor(name, `198.51.101.${count}`)
    }
    const key = `Free-Key-${count}`
    await app.services.database.kysely
      .insertInto('access_keys')
      .values({ deployment: 'staging', value_hash: hashOf(key), created_at: app.clock.now() })
      .execute()
    const Value = pasted(key)
    await at('staging').call('validateAccessKey', { body: { Value } })
    const body = registerForm({ Username: `Xena${count}`, DateOfBirth: pasted('2014-01-01') })
    const young = await at('two-point-studios').refused('registerNewUser', { body })
    expect(young.items).toEqual(['You must be at least 13 years old@DateOfBirth'])
  })
})

const [composed, apart] = ['Schl\u00FCssel7Ring', 'Schlu\u0308ssel7Ring']

const storedHash = async (username: string) => {
  const { password_hash } = await app.services.database.kysely
    .selectFrom('players')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return password_hash
}

const refused = async (Password: string, Username = 'Hal') =>
  (
    await freshVisitor().refused('registerNewUser', {
      body: registerForm({ Username, Password }),
    })
  ).items

describe('a password in another form', () => {
  it('logs in and recovers as the one that it is (B26)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Fay', Password: apart }))
    for (const typed of [composed, apart, 'Schl\u00FCssel\uFF17Ring']) {
      await freshVisitor().logIn('Fay', typed)
    }
    const body = logInForm({ UsernameOrEmail: 'Fay', Password: 'Schlussel7Ring' })
    expect((await freshVisitor().refused('logIn', { body })).items).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    await freshVisitor().call('recoverPassword', { body: { email: 'fay@site.test' } })
    const Token = await linkToken(app, 'fay@site.test')
    const Password = `${composed}2`
    await freshVisitor().call('validatePasswordRecovery', {
      body: { Token, Password, Confirm: Password },
    })
    await freshVisitor().logIn('Fay', `${apart}2`)
  })

  it('with an earlier hash logs in as it was typed then, and by every form from then on (B26)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Gus' }))
    const older = await argon2(apart, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    await app.services.database.kysely
      .updateTable('players')
      .set({ password_hash: older })
      .where('username', '=', 'Gus')
      .execute()
    const body = logInForm({ UsernameOrEmail: 'Gus', Password: composed })
    expect((await freshVisitor().refused('logIn', { body })).status).toBe(400)
    await freshVisitor().logIn('Gus', apart)
    const renewed = await storedHash('Gus')
    expect(renewed).not.toBe(older)
    await freshVisitor().logIn('Gus', composed)
    await freshVisitor().logIn('Gus', apart)
    expect(await storedHash('Gus')).toBe(renewed)
  })

  it('keeps the rules in the form that is hashed (B27)', async () => {
    expect(await refused('ｐａｓｓｗｏｒｄ１')).toEqual(['ERROR_PASSWORD_COMMON@Password'])
    expect(await refused('x９ｈａｌｆｄａｎx', 'Halfdan')).toEqual([
      'ERROR_PASSWORD_USERNAME@Password',
    ])
    // Eight letters as they are typed, five as they are hashed.
    expect(await refused('u\u0308o\u0308a\u03087x')).toEqual(['ERROR_PASSWORD_LENGTH@Password'])
    // One letter that is a sentence of eighteen.
    expect(await refused(`${'\uFDFA'.repeat(3)}7`)).toEqual(['ERROR_PASSWORD_LENGTH@Password'])
  })
})

describe('a stored hash that any password would fit', () => {
  it('opens nothing, breaks nothing, and gives way to a recovery by mail (B28)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Ida' }))
    await app.services.database.kysely
      .updateTable('players')
      .set({ password_hash: '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHQ$' })
      .where('username', '=', 'Ida')
      .execute()
    for (const Password of [samplePassword, 'Anything9Else']) {
      const body = logInForm({ UsernameOrEmail: 'Ida', Password })
      expect((await freshVisitor().refused('logIn', { body })).items).toEqual([
        'ERROR_USERNAME_PASSWORD_INCORRECT@',
      ])
    }
    await freshVisitor().call('recoverPassword', { body: { email: 'ida@site.test' } })
    const Token = await linkToken(app, 'ida@site.test')
    const body = { Token, Password: 'Another9Battery', Confirm: 'Another9Battery' }
    await freshVisitor().call('validatePasswordRecovery', { body })
    await freshVisitor().logIn('Ida', 'Another9Battery')
  })
})
