import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol, strong } from '../fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { restoreByMail } from '../fixtures/safetyMails.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* A person who talks support into something, or is an operator, opens no account by a command. */

let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-commands-'))
  app = await startApp({ deployments: { local: strong } })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The commands on one player. Another one is added here, after a look at what it opens. */
const onPlayers = [
  'badges give',
  'badges take',
  'players accept-mail',
  'players ban',
  'players block',
  'players blocks',
  'players consents',
  'players end-session',
  'players end-sessions',
  'players erase',
  'players export',
  'players factors',
  'players freeze',
  'players ledger',
  'players mails',
  'players resend-confirmation',
  'players reset-avatar',
  'players reveal',
  'players send-recovery',
  'players sessions',
  'players show',
  'players timeline',
  'players unban',
  'players unblock',
  'players unlink',
  'players unlock',
  'recovery cancel',
  'recovery open',
  'recovery show',
]
const commands = actNames
  .map((name) => ({ name, ...(everyAct[name] as ActRow) }))
  .filter(({ operands: [first] }) => first === 'player')

const logInRefusal = async (UsernameOrEmail: string) => {
  const body = logInForm({ UsernameOrEmail, Password: samplePassword })
  return (await app.visitor().refused('logIn', { body })).items
}

/** By what a player gets in, as the rows have it. */
async function waysIn(id: number): Promise<unknown> {
  const { rows } = await sql`select
    (select jsonb_build_array(username, email, email_key, password_hash, password_set_at, factors,
      frozen_at, confirmed_at, deleted_at) from players where id = ${id}) as player,
    (select jsonb_agg(to_jsonb(t) order by id) from passkeys t where player_id = ${id}) as passkeys,
    (select jsonb_agg(to_jsonb(t) order by id)
      from authenticator_apps t where player_id = ${id}) as apps,
    (select jsonb_agg(to_jsonb(t) order by code_hash)
      from recovery_codes t where player_id = ${id}) as codes,
    (select count(*)::int from recovery_code_sets
      where player_id = ${id} and voided_at is null) as sets`.execute(app.services.database.kysely)
  return rows[0]
}

describe('no command', () => {
  it('is named for an end of a freeze, a rewind, or a change of factors, passwords and addresses (AT-SEC-40, G86)', () => {
    expect(commands.map(({ name }) => name).toSorted()).toEqual(onPlayers)
    const opening =
      /unfreeze|thaw|rewind|password|passkey|two-step|\bset-|(remove|reset|clear)-factor/
    expect(actNames.filter((name) => opening.test(name))).toEqual([])
    const given = commands.flatMap(({ order }) => Object.keys(order.shape))
    expect(given.filter((name) => /password|mail|factor|passkey|code|frozen/i.test(name))).toEqual(
      [],
    )
  })

  it('opens a frozen account, removes a factor, or sets a password or an address (AT-SEC-40, G86)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    await addPasskey(visitor, softPasskey(app))
    await enrol(app, 'Ada', visitor)
    const { Id_User: id } = await visitor.readToken()
    await signedInPlayer(app, registerForm({ Username: 'Rival' }))
    await visitor.call('freeze', { body: {} })
    const before = await waysIn(id)
    for (const { name, operands, order, needsReason } of commands) {
      if (name === 'players erase') continue
      const other = operands.length > 1 ? (operands[1] === 'service' ? 'steam' : 'rival') : ''
      const reason = needsReason ? '--why "the player asks for it"' : ''
      const title = 'title' in order.shape ? '--title Pilot' : ''
      const session = 'session' in order.shape ? '--session none' : ''
      const line = `${name} Ada ${other} ${title} ${session} --deployment local ${reason}`
      const { exitCode } = await gatehouse(app, line)
      // Some are refused for their own reason; none is misunderstood.
      expect([name, exitCode === 0 || exitCode === 1]).toEqual([name, true])
      expect([name, await waysIn(id)]).toEqual([name, before])
    }
    expect(await logInRefusal('Ada')).toEqual(['ERROR_ACCOUNT_FROZEN@'])
  })
})

/** Loads a player of another system, as a second file of it does again. */
async function load(username: string): Promise<string> {
  const file = join(folder, `${username}.ndjson`)
  const passwordHash = await bcrypt(samplePassword, 4)
  const confirmedAt = '2020-05-01T12:00:00Z'
  const email = `${username.toLowerCase()}@site.test`
  const one = { sub: `${username}-4711`, username, email, passwordHash, confirmedAt }
  await writeFile(file, JSON.stringify(one))
  const { output } = await gatehouse(app, `players import ${file} --deployment local --why move`)
  return output
}

async function imported(username: string): Promise<TestVisitor> {
  expect(await load(username)).toContain('Players imported: 1.')
  const visitor = app.visitor()
  await visitor.logIn(username, samplePassword)
  return visitor
}

describe('an import', () => {
  it('gives no password to a player who has removed it (G86)', async () => {
    const visitor = await imported('Bea')
    await addPasskey(visitor, softPasskey(app))
    await addPasskey(visitor, softPasskey(app))
    await visitor.call('removePassword', { body: {} })
    expect(await load('Bea')).toBe('Players imported: 0. There already: 1.\n')
    expect(await logInRefusal('Bea')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
    expect((await visitor.call('readSecurity', {})).HasPassword).toBe(false)
  })

  it('gives no password back after a takeover that was undone (G86)', async () => {
    const visitor = await imported('Cleo')
    const { Id_User: userId } = await visitor.readToken()
    const Email = 'thief@site.test'
    await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
    await app.visitor().call('confirmEmailUpdate', { query: { uid: await linkToken(app, Email) } })
    const undone = { address: 'cleo@site.test', act: 'email-changed' } as const
    await restoreByMail(app, app.visitor(), undone)
    expect(await logInRefusal('Cleo')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
    expect(await load('Cleo')).toBe('Players imported: 0. There already: 1.\n')
    expect(await logInRefusal('Cleo')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
  })
})
