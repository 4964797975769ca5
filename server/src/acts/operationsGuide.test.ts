import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { commandNames } from '@gatehouse/contract/acts/everyAct'
import { incidentHeader } from '@gatehouse/contract/headers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findByUsername, insertPlayerRows } from '../database/accounts/players.ts'
import { noteMailRefused } from '../database/operations/mailOutcomes.ts'
import { saveConnection } from '../database/federation/connections.ts'
import { seed } from '../tenants/seed.ts'
import { isSpread } from '../../test/fixtures/isSpread.ts'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import { ServerEnvironment } from '../../test/fixtures/processes/serverEnvironment.ts'
import { registerForm, registerPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { logInForm } from '../../test/fixtures/testVisitor.ts'

/* The guides, read like an operator: from top to bottom, every command as it stands. */

const guides = [
  'operations/install.md',
  'operations/configure.md',
  'operations/run.md',
  'operations/console.md',
  'operations/looks-and-versions.md',
  'operations/troubleshoot.md',
  'player-import.md',
  'without-containers.md',
  'database.md',
]

const root = new URL('../../../', import.meta.url)

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
  // The portal, which draws pictures, is not built.
  'config plan prod.json --deployment prod --pictures',
  // No person is signed in to the console.
  'staff end-sessions sam@studio.example --why "has left the studio"',
])
/** The command that makes an embedded database takes seconds, on a busy machine many. */
const patience = 180_000

/** The files that the commands read. */
const files: Readonly<Record<string, string>> = {
  'news.txt': 'Much is new.\n\nRead on.',
  'bots.txt': 'Botone\nbottwo@site.test\n',
  'players.ndjson': '{"username": "Imported", "email": "imported@site.test"}\n',
  'players.csv': 'username,email\nListed,listed@site.test\n',
  'journal.ndjson': '',
  'look.json': '{"Lead": "All your games in one place."}',
  'anchors.ndjson': '',
  'wiki.json':
    '{"clientId": "wiki", "name": "Wiki", "redirectUris": ["https://wiki.site.test/back"]}',
}

let app: TestApp
let bench: ServerEnvironment
let folder: string
let environment: NodeJS.ProcessEnv
let lines: readonly string[]

beforeAll(async () => {
  bench = await ServerEnvironment.open()
  folder = bench.folder
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await copyFile(new URL('deployments/prod.json', root), join(folder, 'prod.json'))
  environment = {
    ...bench.environment,
    LOG_LEVEL: 'silent',
    DEPLOYMENTS_DIR: new URL('deployments', root).pathname,
  }
  const read = (guide: string) => readFile(new URL(`docs/${guide}`, root), 'utf8')
  const text = (await Promise.all(guides.map(read))).join('\n')
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
  lines = blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('gatehouse '))
    .map((line) => line.slice('gatehouse '.length))
  app = await startApp({
    deployments: { prod: { EnableSecuritySection: true, EnableSupportCode: true } },
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
  const Incident = String(visitor.last?.headers[incidentHeader])
  const body = { Incident, Screen: '/login', Language: 'en', Read: '' }
  return (await visitor.call('makeSupportCode', { body })).Code
}

/** The line with the files of this test, and with an id in place of ID and of SESSION. */
async function filledIn(line: string): Promise<string> {
  const withFiles = line.replaceAll(
    /[\w/]*\b(?:anchors|bots|news|players|journal|wiki|look|prod)\.(?:csv|json|ndjson|txt)\b/g,
    (path) => join(folder, basename(path)),
  )
  if (line.startsWith('incidents open')) {
    return withFiles.replace(/[\w-]+-2A/, await madeSupportCode())
  }
  if (line.includes(' SESSION ')) {
    await app.visitor('prod').logIn('PlayerOne', 'Welcome2Gatehouse')
    const sessions = 'players sessions PlayerOne --deployment prod --why test'
    const [session] = (await jsonOutputOf(app, sessions)) as { id: string }[]
    return withFiles.replace(' SESSION ', ` ${session?.id ?? ''} `)
  }
  if (!line.includes(' ID ')) return withFiles
  const list = 'access-keys list --state free --limit 1 --deployment prod'
  const [key] = (await jsonOutputOf(app, list)) as { id: string }[]
  return withFiles.replace(' ID ', ` ${key?.id ?? ''} `)
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
