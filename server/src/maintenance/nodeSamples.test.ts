import { expect, it, onTestFinished } from 'vitest'
import { startApp } from '../../test/fixtures/startApp.ts'
import { jsonOutputOf } from '../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { logInForm } from '../../test/fixtures/testVisitor.ts'
import { runMaintenance } from './runMaintenance.ts'
import { sampleNode } from './nodeSamples.ts'

interface Samples {
  readonly samples: readonly {
    readonly at: string
    readonly seconds: number
    readonly signIns: number
    readonly registrations: number
    readonly refusals: Readonly<Record<string, number>>
  }[]
  readonly marks: readonly { readonly version: number }[]
}

const signal = new AbortController().signal

async function open() {
  const app = await startApp({ nodes: 1 })
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
  expect((await sum()).refused).toBeGreaterThanOrEqual(1)
  expect(await sum(' --deployment relic')).toMatchObject({ signIns: 0, registrations: 0 })
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
