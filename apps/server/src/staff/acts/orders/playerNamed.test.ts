import type { PluginTransformQueryArgs } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerForm, registerPlayer } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { findNamed, listNamed } from './playerNamed.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  for (const name of ['Ada', 'Bea', 'Twice']) {
    await registerPlayer(app, registerForm({ Username: name, Email: `${name}@site.test` }))
  }
  // Waits with the address of a confirmed player, and one that is newer.
  for (const name of ['Second', 'Third']) {
    const form = registerForm({ Username: name, Email: 'shared@site.test' })
    await app.visitor().call('registerNewUser', { body: form })
  }
})
afterAll(() => app.close())

/** The database, with a count of the statements that are sent by it. */
function counted() {
  let count = 0
  const kysely = app.services.database.kysely.withPlugin({
    transformQuery({ node }: PluginTransformQueryArgs) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { kysely, count: () => count }
}

it('a list names the players whom each of its lines names alone', async () => {
  const { kysely } = app.services.database
  const names = [
    'ada',
    'BEA@SITE.TEST',
    'id=3',
    'shared@site.test',
    'Nobody',
    'no@site.test',
    'id=99',
  ]
  const alone = await Promise.all(names.map((named) => findNamed(kysely, 'local', named)))
  const { players, refused } = await listNamed(kysely, 'local', names.join('\n'))
  expect(players.map(({ id }) => id)).toEqual(alone.flatMap((player) => player?.id ?? []))
  expect(players).toHaveLength(4)
  expect(refused.map(({ line }) => line)).toEqual([5, 6, 7])
})

it('a list of a thousand lines takes a few statements, not one a line', async () => {
  const { kysely, count } = counted()
  const lines = Array.from({ length: 1000 }, (_, at) =>
    ['Ada', 'bea@site.test', `id=${at + 1}`, `nobody${at}`, ''].at(at % 5),
  )
  const { players } = await listNamed(kysely, 'local', lines.join('\n'))
  expect(players.length).toBeGreaterThan(1)
  expect(count()).toBeLessThan(40)
})
