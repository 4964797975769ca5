import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { openDatabase } from '../../../database/pool/openDatabase.ts'
import { readSettings } from '../../../platform/config/readSettings.ts'
import { seal } from '../../../platform/crypto/seal.ts'
import { readServerKey, serverKeyOf } from '../../../platform/crypto/serverKey.ts'
import { fieldDescriptions } from '../../../deployments/deploymentFile.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { ServerEnvironment } from '../../../../test/fixtures/processes/serverEnvironment.ts'

const file = {
  Environment: 'PROD',
  FrontUrl: 'https://www.site.test',
  AccountUrl: 'https://account.site.test',
  AccountApiKey: '${KEY}',
  RegisterStudioName: 'Studio',
}
const safe = {
  NODE_ENV: 'production',
  SESSION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64'),
  DATABASE_URL: 'postgres://gatehouse@db/gatehouse',
  SMTP_URL: 'smtps://mail.test',
  KEY: 'a-key-of-our-own',
}

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-check-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, data: object | string) =>
  writeFile(join(folder, name), typeof data === 'string' ? data : JSON.stringify(data))
const check = (options = '', changed: NodeJS.ProcessEnv = {}) =>
  gatehouse(null, `check ${options}`, {
    environment: { ...safe, DEPLOYMENTS_DIR: folder, ...changed },
  })

describe('gatehouse check', () => {
  it('shows each deployment’s rules, as a table and as JSON', async () => {
    await write('one.json', file)
    const two = { AccountUrl: 'https://b.site.test', AccountApiKey: 'another-key' }
    await write('two.json', { ...file, ...two, Environment: 'TWO-POINT-STUDIOS' })
    const { exitCode, output } = await check()
    expect(exitCode).toBe(0)
    expect(output).toMatch(/one +PROD +https:\/\/account\.site\.test .* in-two-steps/)
    expect(output).toMatch(/two +TWO-POINT-STUDIOS .* in-one-step/)
    const environment = { ...safe, DEPLOYMENTS_DIR: folder }
    expect(await jsonOutputOf(null, 'check --deployment two', { environment })).toMatchObject({
      name: 'two',
      signIn: 'in-one-step',
      oldPassword: 'required',
      registersWithAccessKeys: false,
    })
    expect(output + (await check('--deployment two')).output).not.toContain('another-key')
    expect((await check('--deployment three')).errors).toBe(
      'There is no deployment three, but one, two.\n',
    )
  })

  it('says how many secrets of apps only the other key opens (G28)', async () => {
    await write('one.json', file)
    const root = Buffer.alloc(32, 'the old root')
    const bench = await ServerEnvironment.open()
    onTestFinished(() => bench.close())
    const environment = {
      ...safe,
      NODE_ENV: 'development',
      DATABASE_URL: undefined,
      ...bench.environment,
      DEPLOYMENTS_DIR: folder,
    }
    const changing = { ...environment, SESSION_KEY_OTHER: root.toString('base64') }
    const database = await openDatabase(readSettings(environment))
    const sealed = [
      ...[1, 2].map(() => seal('SECRET', serverKeyOf(root).factors)),
      seal('SECRET', (await readServerKey(readSettings(environment))).factors),
    ]
    await inTransaction(database.kysely, async (transaction) => {
      // The player of a foreign key says nothing here.
      await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const secret of sealed) {
        await sql`insert into authenticator_apps
          (deployment, player_id, secret_sealed, name, session_family, created_at)
          values ('one', 1, ${secret}, '', gen_random_uuid(), now())`.execute(transaction)
      }
    })
    await database.close()
    const during = await gatehouse(null, 'check --database', { environment: changing })
    expect(during.output).toContain('apps under SESSION_KEY_OTHER: 2.')
    const afterwards = await gatehouse(null, 'check --database', { environment })
    expect(afterwards.output).not.toContain('SESSION_KEY_OTHER')
  })

  it('names what is wrong with words of a deployment, and warns of those that are hardly meant (AT-LNG-13)', async () => {
    await write('one.json', { ...file, Languages: 'en,fr' })
    await mkdir(join(folder, 'words/one'), { recursive: true })
    const changed = { WORDS_DIR: join(folder, 'words') }
    await write('words/one/de.json', { portal: { Cancel: 'Weg damit' } })
    await write('words/one/en.json', { portal: { Cancel: 'No thanks' } })
    const environment = { ...safe, DEPLOYMENTS_DIR: folder, ...changed }
    expect(await jsonOutputOf(null, 'check', { environment })).toMatchObject({
      warnings: expect.arrayContaining([
        'one: en.json changes English words, of which the specification fixes many.',
        'one: de.json has words of a language that Languages does not offer.',
      ]) as unknown,
    })
    await write('words/one/fr.json', { portal: { 'You are {name} now.': 'Bravo.' } })
    const { exitCode, errors } = await check('', changed)
    expect(exitCode).toBe(1)
    expect(errors).toMatch(/fr\.json: You are \{name\} now\.: \{name\} is missing\./)
  })

  it('names all errors of settings and files at once, with remedies', async () => {
    await write('a.json', { ...file, AccountApiKey: 'short', sessionBinding: 'ip' })
    await write('b.json', '{')
    await write('c.json', { ...file, AccountUrl: 'account.site.test' })
    const { exitCode, output, errors } = await check('', { SMTP_URL: '', PORT: 'x', KEY: '' })
    expect([exitCode, output]).toEqual([1, ''])
    expect(errors).toMatch(/PORT: [^\n]*Portal and account API\./)
    expect(errors).toMatch(/a\.json: AccountApiKey: [^\n]*openssl rand -hex 16/)
    expect(errors).toMatch(/a\.json: sessionBinding: [^\n]*cookie, or none/)
    expect(errors).toMatch(/b\.json: [^\n]*JSON/)
    expect(errors).toMatch(/c\.json: AccountApiKey: KEY is not set in the environment/)
  })

  it('names every missing value of the environment, with its field', async () => {
    const clients = [
      { clientId: 'a', name: 'A', clientSecret: '${B}', redirectUris: [], scopes: [] },
    ]
    await write('a.json', { ...file, AccountApiKey: '${A}', clients })
    const { errors } = await check('', { B_FILE: '/none' })
    expect(errors).toMatch(/a\.json: AccountApiKey: A is not set .* remove what needs it/)
    expect(errors).toMatch(/a\.json: clients\[0\]\.clientSecret: B_FILE cannot be read: ENOENT/)
  })

  it('warns of settings that production should have', async () => {
    await write('a.json', file)
    const names = ['MAIL_FROM', 'TRUSTED_PROXIES', 'ERASURE_LOG_FILE', 'OPERATOR_PORT']
    const { output } = await check()
    for (const name of names) expect(output).toContain(`${name} is `)
    const given = ['a@site.test', '10.0.0.1', '/journal', '9400']
    const all = Object.fromEntries(names.map((name, at) => [name, given[at]]))
    for (const quiet of [await check('', all), await check('', { NODE_ENV: '' })]) {
      for (const name of names) expect(quiet.output).not.toContain(name)
    }
  })

  it('checks as in production with --production', async () => {
    await write('a.json', { ...file, AccountUrl: 'http://account.site.test' })
    const changed = { NODE_ENV: '', SMTP_URL: '' }
    expect((await check('', changed)).exitCode).toBe(0)
    const { exitCode, errors } = await check('--production --json', changed)
    expect(exitCode).toBe(1)
    const { data } = JSON.parse(errors) as { data: { errors: readonly string[] } }
    expect(data.errors).toContain('SMTP_URL is missing: no mail could be sent.')
    expect(data.errors).toContain('a: AccountUrl is not https.')
  })

  it('warns of an unknown environment', async () => {
    await write('a.json', { ...file, Environment: 'PRDO' })
    expect((await check()).output).toContain('a: Environment PRDO is none of LOCAL, ')
  })

  it('has a remedy for an error of every field', () => {
    const bare = Object.entries(fieldDescriptions).filter(([, description]) => description === '')
    expect(bare).toEqual([])
  })
})

describe('gatehouse check --production', () => {
  it('warns of a mail server and a sender of an example that were left in the environment', async () => {
    await write('one.json', file)
    const sample = {
      SMTP_URL: 'smtps://user:password@smtp.example.com',
      MAIL_FROM: 'Player accounts <account@studio.example>',
    }
    const { output } = await check('--production', sample)
    expect(output).toContain('SMTP_URL: a host of an example, which takes no mail')
    expect(output).toContain('MAIL_FROM: a domain of an example')
    expect((await check('--production', { MAIL_FROM: 'a@site.test' })).output).not.toMatch(
      /of an example/,
    )
  })

  it('warns of a deployment without a captcha, and of hosts of an example that were left in its file', async () => {
    await write('one.json', {
      ...file,
      AccountUrl: 'https://account.orangery.example',
      SupportUrl: '/support',
      LegalUrls: { Imprint: 'https://www.orangery.example/imprint' },
    })
    const { output } = await check('--production')
    expect(output).toContain(
      'one: AccountUrl, Imprint: a host of an example, which no player reaches: put your own there.',
    )
    expect(output).toContain('one: EnableCaptcha is off: programs may register')
    await write('one.json', { ...file, EnableCaptcha: true })
    const { output: mended } = await check('--production')
    expect(mended).not.toMatch(/EnableCaptcha|of an example/)
  })
})
