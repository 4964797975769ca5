import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeErasureLog } from '../../maintenance/erasureLog.ts'
import { backUp } from '../../../test/fixtures/processes/backUp.ts'
import { everyRow } from '../../../test/fixtures/samples/everyRow.ts'
import { gatehouse, jsonOutputOf } from '../../../test/fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

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
    output: 'Sessions ended: 3. Erased again: 1. Withdrawn again: 2.\n',
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
    /Erased again: 0. Withdrawn again: 0.\n$/,
  )
  const back = app.visitor()
  await back.logIn('Changed', samplePassword)
  expect(await subscribed(back)).toBe(true)
  const next = await signedInPlayer(app, registerForm({ Username: 'Next' }))
  expect((await next.readToken()).Id_User).toBeGreaterThan(lateId)
})
