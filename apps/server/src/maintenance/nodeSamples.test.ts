import { expect, it, onTestFinished } from 'vitest'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { startLinkingApp } from '../../test/fixtures/partners/startLinkingApp.ts'
import { startStandIns } from '../../test/fixtures/processes/standIns.ts'
import {
  arrival,
  arrive,
  newAccountId,
  registered,
  serviceDeployment,
} from '../../test/fixtures/services.ts'
import { gatehouse, jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { logInForm } from '../../test/fixtures/testVisitor.ts'
import { insertVersion } from '../database/versions/versions.ts'
import { signingKeyOf } from '../oidc/keys/signingKeys.ts'
import { runMaintenance } from './runMaintenance.ts'
import { sampleNode } from './nodeSamples.ts'

interface Samples {
  readonly samples: readonly {
    readonly at: string
    readonly seconds: number
    readonly signIns: number
    readonly registrations: number
    readonly calls: number
    readonly p95: number
    readonly refusals: Readonly<Record<string, number>>
  }[]
  readonly marks: readonly { readonly what: string }[]
}

const signal = new AbortController().signal

async function open(start: () => Promise<TestApp> = () => startApp({ nodes: 1 })) {
  const app = await start()
  onTestFinished(() => app.close())
  const { run } = sampleNode(app.services)
  const samples = (more = '') => jsonOutputOf(app, `launch samples${more}`) as Promise<Samples>
  const sum = async (more = '') => {
    const { samples: all } = await samples(more)
    const of = (count: (each: Samples['samples'][number]) => number) =>
      all.reduce((total, each) => total + count(each), 0)
    return {
      signIns: of(({ signIns }) => signIns),
      registrations: of(({ registrations }) => registrations),
      refused: of(({ refusals }) => Object.values(refusals).reduce((one, other) => one + other, 0)),
    }
  }
  return { app, sample: () => run(signal), samples, sum }
}

it('a sample has the calls since the one before, and those of its deployment alone (AT-CON2-55)', async () => {
  const { app, sample, samples, sum } = await open()
  await signedInPlayer(app, registerForm({ Username: 'PlayerOne' }))
  app.clock.advance(5)
  await sample()
  const visitor = app.visitor('local')
  await visitor.logIn('PlayerOne', samplePassword)
  const wrong = { UsernameOrEmail: 'PlayerOne', Password: 'Wrong1Horses' }
  await app.visitor('local').refused('logIn', { body: logInForm(wrong) })
  app.clock.advance(5)
  await sample()
  const metrics = await app.services.metrics.read()
  const [, counted = ''] =
    /gatehouse_requests_total\{call="logIn",deployment="local",status="200"\} (\d+)/.exec(
      metrics,
    ) ?? []
  expect(await sum()).toMatchObject({ signIns: Number(counted), registrations: 1 })
  expect((await samples()).samples.map(({ seconds }) => seconds)).toEqual([5, 5])
  expect((await samples()).samples.at(-1)).toMatchObject({
    calls: expect.any(Number),
    refusals: { ERROR_USERNAME_PASSWORD_INCORRECT: 1 },
  })
  expect((await samples()).samples.at(-1)?.p95).toBeGreaterThan(0)
  expect(await sum(' --deployment relic')).toMatchObject({ signIns: 0, registrations: 0 })
})

it('a sample counts log-ins and registrations with a service', async () => {
  const standIns = await startStandIns()
  onTestFinished(() => standIns.stop())
  const { app, sample, sum } = await open(() =>
    startLinkingApp(standIns, { nodes: 1, deployments: { local: serviceDeployment } }),
  )
  const id = newAccountId('twitch')
  const visitor = app.visitor()
  await registered(visitor, await arrival(visitor, 'twitch', id), 'Newcomer')
  app.clock.advance(5)
  await sample()
  const before = await sum()
  expect(before).toMatchObject({ registrations: 1 })
  await arrive(app.visitor(), 'twitch', id)
  app.clock.advance(5)
  await sample()
  expect((await sum()).signIns).toBe(before.signIns + 1)
})

it('a database that is away loses no count: the next sample has it (AT-CON2-55)', async () => {
  const { app, sample, sum } = await open()
  await signedInPlayer(app, registerForm({ Username: 'PlayerOne' }))
  app.clock.advance(5)
  await sample()
  await app.visitor('local').logIn('PlayerOne', samplePassword)
  const before = await sum()
  const { database } = app.services
  await database.kysely.schema.alterTable('node_samples').renameTo('away').execute()
  await expect(sample()).rejects.toThrow('node_samples')
  await database.kysely.schema.alterTable('away').renameTo('node_samples').execute()
  app.clock.advance(5)
  await sample()
  expect((await sum()).signIns).toBe(before.signIns + 1)
})

it('the servers are listed with their last sample and the versions that they serve', async () => {
  const { app, sample } = await open()
  expect(await jsonOutputOf(app, 'health nodes')).toEqual([])
  app.clock.advance(5)
  await sample()
  app.clock.advance(7)
  expect(await jsonOutputOf(app, 'health nodes')).toEqual([
    expect.objectContaining({
      node: app.services.versions.node,
      age: 7,
      hashesWaiting: 0,
      versions: expect.arrayContaining([{ deployment: 'local', version: 0 }]),
    }),
  ])
})

it('a version that a server cannot serve is named with its field by the server, and one that was published is a mark (AT-CON2-52)', async () => {
  const { app, sample, samples } = await open()
  const { services } = app
  const publish = (id: number, overlay: object) =>
    insertVersion(services.database.kysely, {
      deployment: 'local',
      id,
      overlay: JSON.stringify(overlay),
      made_by: 'Bea',
      made_at: services.clock.now(),
      why: 'ticket 1',
      restores: null,
    })
  await publish(1, { RegisterStudioName: 'Studio' })
  await publish(2, { theme: { tokens: { '--text': '#ffffff', '--surface': '#ffffff' } } })
  await services.versions.refresh()
  app.clock.advance(5)
  await sample()
  const nodes = () =>
    jsonOutputOf(app, 'health nodes') as Promise<readonly Readonly<Record<string, unknown>>[]>
  const [node] = await nodes()
  expect(node?.['refused']).toEqual([
    {
      of: 'local, version 2',
      why: expect.arrayContaining([expect.stringMatching(/^local: theme.tokens: --text on/)]),
    },
  ])
  expect(node?.['versions']).toContainEqual({ deployment: 'local', version: 1 })
  expect((await samples()).marks.map(({ what }) => what)).toEqual(['version 2', 'version 1'])
  await publish(3, { RegisterStudioName: 'Studio' })
  await services.versions.refresh()
  app.clock.advance(5)
  await sample()
  expect((await nodes())[0]?.['refused']).toEqual([])
})

it('the health of the audit log and the signing keys follows the last look of a server', async () => {
  const { app, sample } = await open()
  const partOf = async (name: string) => {
    const parts = (await jsonOutputOf(app, 'health show')) as readonly { readonly part: string }[]
    return parts.find(({ part }) => part === name)
  }
  await gatehouse(app, 'badges give PlayerOne tester --title Pilot --deployment local --why x')
  await runMaintenance(app.services)
  await sample()
  const whole = { status: expect.stringMatching(/^whole, \d+ entries, looked at 20/), isGood: true }
  expect(await partOf('audit log')).toMatchObject(whole)
  await signingKeyOf(app.services, 'local')
  const [key] = (await jsonOutputOf(app, 'health keys')) as readonly Readonly<
    Record<string, string | boolean>
  >[]
  expect(key).toMatchObject({ deployment: 'local', alg: 'RS256', signs: true })
  const days = new Date(String(key?.['next'])).getTime() - app.clock.now().getTime()
  expect(days / 86_400_000).toBeCloseTo(90)
  expect(await partOf('signing keys')).toMatchObject({ status: 'ok' })
  app.clock.advance(91 * 86_400)
  expect(await partOf('signing keys')).toMatchObject({
    status: 'their maintenance is late: local, RS256',
    isGood: false,
  })
})

it('samples of five seconds are kept for two hours, those of a minute for 30 days', async () => {
  const { app, sample } = await open()
  const grains = async () => {
    const rows = await app.services.database.kysely
      .selectFrom('node_samples')
      .select('grain')
      .orderBy('grain')
      .execute()
    return rows.map(({ grain }) => grain)
  }
  app.clock.advance(60)
  await sample()
  expect(await grains()).toEqual([5, 60])
  app.clock.advance(2 * 3600 + 60)
  await runMaintenance(app.services)
  expect(await grains()).toEqual([60])
  app.clock.advance(30 * 24 * 3600)
  await runMaintenance(app.services)
  expect(await grains()).toEqual([])
})
