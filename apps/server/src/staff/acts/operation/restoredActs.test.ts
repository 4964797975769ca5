import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeErasureLog } from '../../../maintenance/erasureLog.ts'
import { enrol, strong } from '../../../../test/fixtures/enrolled.ts'
import { restoreByMail } from '../../../../test/fixtures/safetyMails.ts'
import { backUp } from '../../../../test/fixtures/processes/backUp.ts'
import { everyRow } from '../../../../test/fixtures/samples/everyRow.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../../test/fixtures/testVisitor.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'

let app: TestApp
let folder: string
let journal: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-journal-'))
  journal = join(folder, 'journal.ndjson')
  app = await startApp({ settings: { ERASURE_LOG_FILE: journal } })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const restored = (...journals: readonly string[]) =>
  gatehouse(
    app,
    ['restored', ...journals.map((path) => `--journal ${path}`), '--why restored'].join(' '),
  )
const optIn = (visitor: TestVisitor, IsOptIn: boolean) =>
  visitor.call('optInUser', { body: { ListId: 1, IsOptIn, IsG2GOptIn: false } })
const subscribed = async (visitor: TestVisitor) =>
  (await visitor.call('listNewsletters', {})).OptInList.some(({ IsOptIn }) => IsOptIn)

it('a restored backup keeps no erased player, no withdrawn consent and no session (N04)', async () => {
  const gone = await signedInPlayer(app, registerForm({ Username: 'Gone' }))
  const out = await signedInPlayer(app, registerForm({ Username: 'Out' }))
  const changed = await signedInPlayer(app, registerForm({ Username: 'Changed' }))
  await optIn(out, true)
  await optIn(changed, true)
  const { Id_User: userId } = await gone.readToken()
  await app.visitor().call('recoverPassword', { body: { email: 'out@site.test' } })
  const Token = await linkToken(app, 'out@site.test')
  await app.visitor().call('recoverPassword', { body: { email: 'changed@site.test' } })
  const restore = await backUp(app.services.database)

  app.clock.advance(60)
  await gone.call('deleteUser', {
    path: { userId },
    body: {
      Password: samplePassword,
      Email: 'gone@site.test',
      Id_DeletionType: null,
      DeletionReason: '',
    },
  })
  await optIn(out, false)
  await optIn(changed, false)
  const recovery = { body: { Token, Password: 'Another9Battery', Confirm: 'Another9Battery' } }
  await app.visitor().call('validatePasswordRecovery', recovery)
  const late = await signedInPlayer(app, registerForm({ Username: 'Late' }))
  const { Id_User: lateId } = await late.readToken()
  expect(await writeErasureLog(app.services)).toBe(3)
  expect(await writeErasureLog(app.services)).toBe(0)
  const written = await readFile(journal, 'utf8')
  expect(written).not.toMatch(/gone|out@|site\.test/i)
  expect(written.split('\n').filter((line) => line.includes('"erased"'))).toHaveLength(1)
  expect((await stat(journal)).mode & 0o777).toBe(0o600)

  app.clock.advance(60)
  await restore()
  expect(await everyRow(app.services.database.kysely)).toContain('gone@site.test')
  expect((await restored(join(folder, 'none'))).errors).toContain('The erasure log cannot be read')
  expect(await restored(journal)).toMatchObject({
    exitCode: 0,
    output:
      'Sessions ended: 3. Erased again: 1. Withdrawn again: 2. Rewound again: 0. Frozen again: 0.\n',
  })
  expect(await everyRow(app.services.database.kysely)).not.toContain('gone@site.test')
  expect(await jsonOutputOf(app, 'audit list')).toMatchObject([
    { command: 'restored', why: 'restored' },
  ])
  const body = logInForm({ UsernameOrEmail: 'Gone', Password: samplePassword })
  expect((await app.visitor().refused('logIn', { body })).status).toBe(400)
  for (const visitor of [gone, out, changed]) {
    expect((await visitor.refused('listConnections', {})).status).toBe(401)
  }
  expect((await app.visitor().refused('validatePasswordRecovery', recovery)).items).toEqual([
    'ERROR_PASSWORD_RECOVERY_NOTEXISTS@',
  ])
  for (const name of ['Out', 'Changed']) {
    const visitor = app.visitor()
    await visitor.logIn(name, samplePassword)
    expect(await subscribed(visitor)).toBe(false)
    if (name === 'Changed') await optIn(visitor, true)
  }

  // A repetition changes no later decision of players, and no id is given twice.
  expect((await restored(journal, journal)).output).toMatch(
    /Erased again: 0. Withdrawn again: 0. Rewound again: 0. Frozen again: 0.\n$/,
  )
  const back = app.visitor()
  await back.logIn('Changed', samplePassword)
  expect(await subscribed(back)).toBe(true)
  const next = await signedInPlayer(app, registerForm({ Username: 'Next' }))
  expect((await next.readToken()).Id_User).toBeGreaterThan(lateId)
})

it('a restored backup opens no account that was frozen since, but one that was opened again (N04, G29)', async () => {
  const secured = { local: { EnableSecuritySection: true } }
  const path = join(folder, 'freezes.ndjson')
  const server = await startApp({ deployments: secured, settings: { ERASURE_LOG_FILE: path } })
  const [frozen, opened, before] = await Promise.all(
    ['Frida', 'Olga', 'Bella'].map((Username) =>
      signedInPlayer(server, registerForm({ Username })),
    ),
  )
  const wayBack = async (name: string) => {
    const text = (await server.mails(`${name}@site.test`)).at(-1)?.text ?? ''
    const Link = /\/account-safety\?link=([\w-]+)/.exec(text)?.[1] ?? ''
    const Number = /number: (\d{6})/.exec(text)?.[1] ?? ''
    const Password = 'Another9Battery'
    return { body: { Link, Act: 'unfreeze' as const, Number, Password, Confirm: Password } }
  }
  await before?.call('freeze', { body: {} })
  await before?.call('actOnSafetyLink', await wayBack('bella'))
  const restore = await backUp(server.services.database)
  server.clock.advance(60)
  await frozen?.call('freeze', { body: {} })
  await opened?.call('freeze', { body: {} })
  await opened?.call('actOnSafetyLink', await wayBack('olga'))
  expect(await writeErasureLog(server.services)).toBe(5)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { what: string }).what)).toEqual([
    'frozen',
    'unfrozen',
    'frozen',
    'frozen',
    'unfrozen',
  ])

  server.clock.advance(60)
  await restore()
  const again = () =>
    gatehouse(server, `restored --journal ${path} --journal ${path} --why restored`)
  expect((await again()).output).toMatch(/Frozen again: 1.\n$/)
  const refusal = async (UsernameOrEmail: string) => {
    const body = logInForm({ UsernameOrEmail, Password: samplePassword })
    return (await server.visitor().refused('logIn', { body })).items
  }
  expect(await refusal('Frida')).toEqual(['ERROR_ACCOUNT_FROZEN@'])
  await server.visitor().logIn('Olga', samplePassword)
  await server.visitor().logIn('Bella', 'Another9Battery')

  // Her way back was mailed again, and a repetition does not close what it has opened.
  await server.visitor().call('actOnSafetyLink', await wayBack('frida'))
  expect((await again()).output).toMatch(/Frozen again: 0.\n$/)
  await server.visitor().logIn('Frida', 'Another9Battery')
  await server.close()
})

it('a backup from within a takeover is put back again, and keeps who was stopped (6.5, N04)', async () => {
  const path = join(folder, 'rewinds.ndjson')
  const server = await startApp({
    deployments: { local: strong },
    settings: { ERASURE_LOG_FILE: path },
  })
  const thief = await signedInPlayer(server, registerForm({ Username: 'Rowan' }))
  const { Id_User: userId } = await thief.readToken()
  server.clock.advance(20 * 24 * 3600)
  await thief.logIn('Rowan', samplePassword)
  await thief.call('updateUsername', { path: { userId }, body: { Username: 'Stolen' } })
  const { appId } = await enrol(server, 'Stolen', thief)
  await server.services.database.kysely
    .insertInto('rewinds')
    .values({
      deployment: 'local',
      player_id: userId,
      email_key: 'thief@site.test',
      from_entry: 1,
      state: 'stopped',
      froze: false,
      asked_at: server.clock.now(),
      due_at: server.clock.now(),
      factor_since: server.clock.now(),
    })
    .execute()
  const restore = await backUp(server.services.database)
  server.clock.advance(60)
  const owner = server.visitor('local', '198.51.100.7')
  const address = 'rowan@site.test'
  const undone = await restoreByMail(server, owner, { address, act: 'renamed' })
  expect(undone.Outcome).toBe('done')
  expect(await writeErasureLog(server.services)).toBe(1)

  server.clock.advance(60)
  await restore()
  const { kysely } = server.services.database
  const living = () =>
    kysely.selectFrom('authenticator_apps').select('removed_at').where('id', '=', appId).execute()
  expect(await living()).toEqual([{ removed_at: null }])
  const again = () => gatehouse(server, `restored --journal ${path} --why restored`)
  expect((await again()).output).toContain('Rewound again: 1.')
  expect(await living()).toEqual([{ removed_at: expect.any(Date) }])
  const row = await kysely
    .selectFrom('players')
    .select(['username', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  expect(row).toEqual({ username: 'Rowan', password_hash: null })
  const stopped = await kysely.selectFrom('rewinds').select('state').execute()
  expect(stopped).toEqual([{ state: 'stopped' }])
  expect((await again()).output).toContain('Rewound again: 0.')
  await server.close()
})
