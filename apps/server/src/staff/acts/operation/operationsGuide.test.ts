import { join } from 'node:path'
import { commandNames } from '@gatehouse/contract/acts/everyAct'
import { supportNoteHeader } from '@gatehouse/contract/headers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findByUsername, insertPlayerRows } from '../../../database/accounts/players.ts'
import { noteMailRefused } from '../../../database/operations/mailOutcomes.ts'
import { saveConnection } from '../../../database/federation/connectionStatements.ts'
import { seed } from '../../../../samples/seed.ts'
import { isSpread } from '../../../../test/fixtures/isSpread.ts'
import {
  guideLines,
  withFiles,
  writeGuideFiles,
} from '../../../../test/fixtures/processes/guideLines.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { ServerEnvironment } from '../../../../test/fixtures/processes/serverEnvironment.ts'
import { registerForm, registerPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { enrolledPlayer, strong } from '../../../../test/fixtures/enrolled.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../../test/fixtures/testVisitor.ts'

/* The guides, read like an operator: from top to bottom, every command as it stands. */

const root = new URL('../../../../../../', import.meta.url)

/**
 * Moves and Citus need their own database and have their own test; samples are refused; no site listens.
 */
const refusedHere = new Set([
  'check --production',
  'move --to postgres://gatehouse@db/gatehouse --why "we grow"',
  ...(isSpread ? [] : ['distribute --why "we grow"']),
  'events test community --deployment prod',
  // The fingerprint of a plan is another one each time.
  'versions stage 1 --node two --revision 1 --fingerprint 3f9a17c2b04de815 --deployment prod --why "a look at it"',
  'versions unstage --deployment prod --why "seen"',
  'versions publish 1 --revision 1 --fingerprint 3f9a17c2b04de815 --deployment prod --why "the new season"',
  'versions publish-security 1 --revision 1 --fingerprint 3f9a17c2b04de815 --deployment prod --why "scripts of the new site"',
  'versions show 1 --deployment prod',
  'versions rollback --deployment prod --why "the old season was nicer"',
  'versions rollback-security --deployment prod --to 1 --why "the captcha keeps players out"',
  // No player of the guide has opted in to the list, and no third mailing was saved.
  'mailings start 2 --revision 1 --deployment prod --why "the season begins"',
  'mailings stop 2 --deployment prod --why "a wrong link"',
  'mailings start-large 2 --revision 1 --deployment prod --why "the season begins"',
  'mailings discard 3 --deployment prod',
  // No mail has this id.
  'outbox drop 01a228b8-e36d-7000-86c4-88fc84e4c289 --why "nobody reads it"',
  // The portal, which draws pictures, is not built.
  'config plan prod.json --deployment prod --pictures',
  // No person is signed in to the console.
  'staff end-sessions sam@studio.example --why "has left the studio"',
])
/** The command that makes an embedded database takes seconds, on a busy machine many. */
const patience = 180_000

let app: TestApp
let bench: ServerEnvironment
let folder: string
let environment: NodeJS.ProcessEnv
let lines: readonly string[]

beforeAll(async () => {
  bench = await ServerEnvironment.open()
  folder = bench.folder
  await writeGuideFiles(folder)
  environment = {
    ...bench.environment,
    LOG_LEVEL: 'silent',
    DEPLOYMENTS_DIR: new URL('deploy/samples', root).pathname,
  }
  lines = await guideLines()
  app = await startApp({
    deployments: { prod: { ...strong, EnableSupportCode: true } },
  })
  await seed(app.services)
  // A player of a deployment whose file is gone.
  const email = 'ada@site.test'
  await insertPlayerRows(app.services.database.kysely, [
    {
      deployment: 'closed',
      id: 1,
      username: 'Ada',
      username_key: 'ada',
      email,
      email_key: email,
      auth_type: 1,
      created_at: app.clock.now(),
    },
  ])
  await addPlayers()
})
afterAll(async () => {
  await app.close()
  await bench.close()
})

/** The players whom the guide names and no seed has. */
async function addPlayers(): Promise<void> {
  for (const Username of ['Botone', 'Bottwo', 'Lockedout', 'Newcomer']) {
    await registerPlayer(app, registerForm({ Username }), 'prod')
  }
  await enrolledPlayer(app, 'Lostphone', 'prod')
  const { kysely } = app.services.database
  const { id = 0, email = '' } = (await findByUsername(kysely, 'prod', 'Lockedout')) ?? {}
  const account = { accountId: '76561198000000001', name: 'Lockedout', avatar: '' }
  await saveConnection(kysely, 'prod', id, 'steam', account, app.clock.now())
  await noteMailRefused(kysely, 'prod', email, app.clock.now())
  const wrong = { UsernameOrEmail: 'Lockedout', Password: 'Wrong1Horses' }
  await app.visitor('prod').refused('logIn', { body: logInForm(wrong) })
}

/** The code of a refused log-in. */
async function madeSupportCode(): Promise<string> {
  const visitor = app.visitor('prod')
  await visitor.refused('logIn', { body: logInForm({ UsernameOrEmail: 'PlayerOne' }) })
  const note = String(visitor.last?.headers[supportNoteHeader])
  const body = { Incident: note, Screen: '/login', Language: 'en', Read: '' }
  return (await visitor.call('makeSupportCode', { body })).Code
}

/** The line with the files of this test, and with an id in place of ID and of SESSION. */
async function filledIn(line: string): Promise<string> {
  const filled = withFiles(line, folder)
  if (line.startsWith('support-codes ')) {
    return filled.replace(/[\w-]+-2A/, await madeSupportCode())
  }
  if (line.includes(' SESSION ')) {
    await app.visitor('prod').logIn('PlayerOne', 'Welcome2Gatehouse')
    const sessions = 'players sessions PlayerOne --deployment prod --why test'
    const [session] = (await jsonOutputOf(app, sessions)) as { id: string }[]
    return filled.replace(' SESSION ', ` ${session?.id ?? ''} `)
  }
  if (!line.includes(' ID ')) return filled
  const list = 'access-keys list --state free --limit 1 --deployment prod'
  const [key] = (await jsonOutputOf(app, list)) as { id: string }[]
  return filled.replace(' ID ', ` ${key?.id ?? ''} `)
}

it(
  'every command of the guides succeeds, one after the other',
  async () => {
    for (const line of lines) {
      const moves = line.startsWith('move ') && { DATA_DIR: join(folder, 'none') }
      const options = { environment: { ...environment, ...moves } }
      const { exitCode, errors } = await gatehouse(app, await filledIn(line), options)
      const isRefused = refusedHere.has(line)
      expect([line, isRefused ? '' : errors, exitCode]).toEqual([line, '', isRefused ? 1 : 0])
    }
  },
  patience,
)

it('every command is in the guides', () => {
  const missing = commandNames.filter(
    (name) => !lines.some((line) => `${line} `.startsWith(`${name} `)),
  )
  expect(missing).toEqual([])
})
