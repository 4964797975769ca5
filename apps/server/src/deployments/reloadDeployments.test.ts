import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReload, digestFiles } from './reloadDeployments.ts'
import { readSettings } from '../platform/config/readSettings.ts'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, registerPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { readDeployments } from './deployments.ts'
import { liveDeployments } from './liveDeployments.ts'

const samples = new URL('../../../../deploy/samples/', import.meta.url)

let app: TestApp
let folder: string
let words: string
let reload: () => Promise<boolean>

const settingsOf = (folder: string) =>
  readSettings({ DEPLOYMENTS_DIR: folder, WORDS_DIR: join(folder, 'words') })

beforeEach(async () => {
  // One server: every process reads its own files.
  app = await startApp({ nodes: 1 })
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-reload-'))
  await cp(samples, folder, { recursive: true })
  const { services } = app
  words = join(folder, 'words')
  const settings = settingsOf(folder)
  const first = await digestFiles(settings, {})
  reload = createReload({ ...services, settings }, services.deployments, {}, first)
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function change(file: string, change: object, as = file): Promise<void> {
  const data = JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8')) as object
  await writeFile(join(folder, `${as}.json`), JSON.stringify({ ...data, ...change }))
}

async function studioAt(host: string): Promise<string | undefined> {
  const response = await app.visitor().send({
    method: 'GET',
    url: '/runtime-configuration/current/environment.json',
    headers: { host },
  })
  if (response.statusCode !== 200) return undefined
  const { Value } = response.json<{ Value: string }>()
  return (JSON.parse(Value) as { RegisterStudioName: string }).RegisterStudioName
}

describe('changed deployment files', () => {
  it('take effect while the server runs, also for a new studio', async () => {
    expect(await reload()).toBe(false)
    await change('prod', { RegisterStudioName: 'Renamed' })
    await change(
      'prod',
      {
        AccountUrl: 'http://new.localhost:4000',
        AccountApiKey: 'a-new-key',
        RegisterStudioName: 'New',
      },
      'new',
    )
    expect(await studioAt('new.localhost:4000')).toBeUndefined()
    expect(await reload()).toBe(true)
    expect(await studioAt('prod.localhost:4000')).toBe('Renamed')
    expect(await studioAt('new.localhost:4000')).toBe('New')
    await rm(join(folder, 'new.json'))
    expect(await reload()).toBe(true)
    expect(await studioAt('new.localhost:4000')).toBeUndefined()
  })

  it('are tried again after a failure of the database', async () => {
    const { services } = app
    const settings = settingsOf(folder)
    const database = { ...services.database }
    const first = await digestFiles(settings, {})
    const again = createReload({ ...services, settings, database }, services.deployments, {}, first)
    await change('prod', { RegisterStudioName: 'Renamed' })
    const { kysely } = database
    Object.assign(database, { kysely: null })
    expect(await again()).toBe(false)
    Object.assign(database, { kysely })
    expect(await again()).toBe(true)
    expect(await studioAt('prod.localhost:4000')).toBe('Renamed')
  })

  it('are tried again, with one log line, once the client that stood in their way has left the database', async () => {
    const { deployments } = app.services
    const inBoth = [...app.deployment('local').clients.values()].slice(0, 1)
    await change('local', { clients: [] })
    expect(await reload()).toBe(true)
    deployments.replaceClients(new Map([['local', inBoth]]))
    await cp(samples, folder, { recursive: true })
    expect([await reload(), await reload()]).toEqual([false, false])
    const warnings = app.logged.filter((line) => line.includes('deployments.rejected'))
    expect(warnings).toEqual([expect.stringContaining('community')])
    deployments.replaceClients(new Map())
    expect(await reload()).toBe(true)
    expect(app.deployment('local').clients.size).toBeGreaterThan(1)
  })

  it('count at the first look when they changed while the server started', async () => {
    const { services } = app
    const settings = settingsOf(folder)
    const atTheStart = await digestFiles(settings, {})
    await change('prod', { RegisterStudioName: 'Renamed' })
    const first = createReload({ ...services, settings }, services.deployments, {}, atTheStart)
    expect(await first()).toBe(true)
    expect(await studioAt('prod.localhost:4000')).toBe('Renamed')
  })

  it('are refused together when one is invalid, with one log line, and the previous ones stay', async () => {
    await change('prod', { RegisterStudioName: 'Renamed' })
    await change('local', { AccountApiKey: 'short' })
    expect([await reload(), await reload()]).toEqual([false, false])
    expect(await studioAt('prod.localhost:4000')).toBe('Gatehouse')
    const { refusals } = app.services.deployments
    expect(refusals.get('files')).toEqual([expect.stringContaining('AccountApiKey')])
    const warnings = app.logged.filter((line) => line.includes('deployments.rejected'))
    expect(warnings).toEqual([expect.stringContaining('local.json')])
    await change('local', { AccountApiKey: 'a-key-that-is-long' })
    expect(await reload()).toBe(true)
    expect(refusals.size).toBe(0)
    expect(await studioAt('prod.localhost:4000')).toBe('Renamed')
  })
})

const file = (name: string) => join(folder, `${name}.json`)
const remove = (name: string) =>
  gatehouse(
    { services: { ...app.services, settings: settingsOf(folder) } },
    `deployments remove --deployment ${name} --why closed`,
  )
const linesOf = (event: string) =>
  app.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['event'] === event)
const missing = () =>
  linesOf('deployments.file_missing').map(({ level, deployment, players, isServed }) => ({
    level,
    deployment,
    players,
    isServed,
  }))
const metric = async () => {
  const { body } = await app.visitor('local').send({ method: 'GET', url: '/metrics' })
  return [
    ...body.matchAll(/^gatehouse_deployments_without_file\{deployment="(\w+)"\} (\d+)/gm),
  ].map(([, name, players]) => [name, Number(players)])
}
const ofProd = { level: 50, deployment: 'prod', players: 2 }

describe('a deployment whose file goes', () => {
  beforeEach(async () => {
    for (const Username of ['Ada', 'Bea']) {
      await registerPlayer(app, registerForm({ Username }), 'prod')
    }
    await reload()
  })

  it('is served on while it has players, with one error in the log and the metric, until an operator removes it', async () => {
    await rm(file('prod'))
    await rm(file('sandbox'))
    expect([await reload(), await reload()]).toEqual([true, false])
    expect([
      await studioAt('prod.localhost:4000'),
      await studioAt('sandbox.localhost:4000'),
    ]).toEqual(['Gatehouse', undefined])
    expect(missing()).toEqual([{ ...ofProd, isServed: true }])
    expect(await metric()).toEqual([['prod', 2]])
    app.clock.advance(60)
    expect((await remove('prod')).output).toContain('prod: servers end it within seconds.')
    expect([await reload(), await reload()]).toEqual([true, false])
    expect(await studioAt('prod.localhost:4000')).toBeUndefined()
    expect([missing().length, await metric()]).toEqual([1, []])
  })

  it('takes changes of other files meanwhile, and its own file back', async () => {
    const text = await readFile(file('prod'), 'utf8')
    await rm(file('prod'))
    expect(await reload()).toBe(true)
    await change('local', { RegisterStudioName: 'Renamed' })
    expect(await reload()).toBe(true)
    expect([await studioAt('localhost:4000'), await studioAt('prod.localhost:4000')]).toEqual([
      'Renamed',
      'Gatehouse',
    ])
    await writeFile(file('prod'), text)
    await change('prod', { RegisterStudioName: 'Back' })
    expect(await reload()).toBe(true)
    expect([await studioAt('prod.localhost:4000'), await metric()]).toEqual(['Back', []])
  })

  it('is served on after an earlier removal that its file has ended', async () => {
    const text = await readFile(file('prod'), 'utf8')
    for (const round of [1, 2]) {
      await rm(file('prod'))
      expect(await reload()).toBe(true)
      expect(await studioAt('prod.localhost:4000')).toBe('Gatehouse')
      expect(missing()).toHaveLength(round)
      app.clock.advance(60)
      await remove('prod')
      expect(await reload()).toBe(true)
      expect(await studioAt('prod.localhost:4000')).toBeUndefined()
      app.clock.advance(60)
      await writeFile(file('prod'), text)
      expect(await reload()).toBe(true)
    }
  })

  it('and comes back under another name is refused, with the name that its players have', async () => {
    await rename(file('prod'), file('renamed'))
    expect([await reload(), await reload()]).toEqual([false, false])
    expect(await studioAt('prod.localhost:4000')).toBe('Gatehouse')
    expect(linesOf('deployments.rejected')).toEqual([
      expect.objectContaining({
        problems: expect.arrayContaining([
          'AccountApiKey: renamed and prod share one.',
          expect.stringContaining('players belong to it: prod. Put the file back'),
        ]) as string[],
      }),
    ])
  })

  it('ends with it when all of its players are erased', async () => {
    for (const name of ['Ada', 'Bea']) {
      await gatehouse(app, `players erase ${name} --deployment prod --why "asked for it"`)
    }
    await rm(file('prod'))
    expect(await reload()).toBe(true)
    expect([await studioAt('prod.localhost:4000'), missing()]).toEqual([undefined, []])
  })

  it('before the start is named with its players, and not served', async () => {
    const { services } = app
    await rm(file('prod'))
    const settings = settingsOf(folder)
    const started = liveDeployments(await readDeployments(folder, {}))
    const digest = await digestFiles(settings, {})
    const first = createReload({ ...services, settings }, started, {}, digest)
    expect([await first(), await first()]).toEqual([false, false])
    expect(missing()).toEqual([{ ...ofProd, isServed: false }])
    expect(await metric()).toEqual([['prod', 2]])
    app.clock.advance(60)
    await remove('prod')
    expect([await first(), await metric()]).toEqual([false, []])
  })

  it('is removed by a command that refuses one with a file, and one without players', async () => {
    expect((await remove('prod')).errors).toContain('prod still has its file')
    expect((await remove('unknown')).errors).toContain('unknown has no players')
  })
})

const wordOf = (name: string, language: 'fr' | 'de') =>
  app.services.deployments.byName(name)?.wordings.get(language)?.mails['greeting']

describe('words of a deployment', () => {
  it('are taken over while the server runs, for it alone and in their language (AT-LNG-13)', async () => {
    await mkdir(join(words, 'prod'), { recursive: true })
    const file = join(words, 'prod', 'fr.json')
    await writeFile(file, JSON.stringify({ mails: { greeting: 'Salut {username},' } }))
    expect(await reload()).toBe(true)
    expect(wordOf('prod', 'fr')).toBe('Salut {username},')
    expect([wordOf('local', 'fr'), wordOf('prod', 'de')]).toEqual([undefined, undefined])
    await rm(file)
    expect(await reload()).toBe(true)
    expect(wordOf('prod', 'fr')).toBeUndefined()
  })

  it('that are invalid are refused with the name of their file, and those before stay (L40)', async () => {
    await mkdir(join(words, 'prod'), { recursive: true })
    await writeFile(join(words, 'prod', 'fr.json'), '{"mails": {"greeting": "Salut <b>toi</b>"}}')
    await writeFile(join(words, 'prod', 'xx.json'), '{}')
    expect(await reload()).toBe(false)
    const warning = app.logged.find((line) => line.includes('deployments.rejected'))
    expect(warning).toMatch(/fr\.json: greeting: .*xx\.json: xx is no language/)
    expect(wordOf('prod', 'fr')).toBeUndefined()
  })
})
