import { expect, test } from 'vitest'
import { usual } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import { done, refused } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { alert, allOf, button, find, press, until, wordsOf, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { openAct } from '../acts/openAct.ts'
import { lastReasons } from '../acts/reasons.ts'

const profile = usual['players show'] as Readonly<Record<string, unknown>>

/** Opens the page of a player. */
function openPlayer(search = '', more: object = {}) {
  const server = open(`/prod/players/12${search}`, sam)
  server.answer('players show', () => done('', { ...profile, ...more }))
  return server
}

const states = () => allOf('.states > span').map(wordsOf)
const buttons = () => allOf('.player-acts button').map(wordsOf)

test('a player’s states stand at the name, each in words', async () => {
  openPlayer('', {
    banned: '2026-11-01T00:00:00.000Z',
    frozen: null,
    confirmed: null,
    refusesMailSince: '2026-11-01T00:00:00.000Z',
  })
  await find('h1', 'PlayerOne')
  expect(states()).toEqual(['banned for ever', 'not confirmed', 'address blocked'])
})

test('a ban with an end says it, and one without a state is active', async () => {
  openPlayer('', { banned: '2026-11-01T00:00:00.000Z', bannedUntil: '2026-12-04T12:00:00.000Z' })
  await find('h1', 'PlayerOne')
  expect(states()[0]).toMatch(/^banned until 4 Dec 2026/)
  openPlayer()
  await until(() => expect(states()).toEqual(['active']))
})

test('an act that the player’s state forbids is off and says why, and the others are about this player', async () => {
  openPlayer()
  const unban = await find('.player-acts button', 'Unban…')
  expect(unban).toMatchObject({ disabled: true })
  expect(unban.parentElement?.textContent).toContain('PlayerOne is not banned.')
  await press(find('.player-acts button', 'Ban…'))
  expect(openAct.read()).toMatchObject({
    name: 'players ban',
    preset: { player: 'id=12' },
    subject: { name: 'PlayerOne', id: 12 },
  })
})

test('titles are medals, services are signs, and the letter stands in for a picture of another host', async () => {
  openPlayer('', { avatar: 'https://elsewhere.example/me.png', titles: ['Founder'] })
  await find('.medal', 'Founder')
  await find('.service[data-service="steam"]', 'Steam')
  expect(allOf('.portrait').map(wordsOf)).toEqual(['P'])
  expect(allOf('img')).toEqual([])
})

test('acts on a row of a list are at the row, and looks have their own part', async () => {
  openPlayer('', { refusals: [] })
  expect(await find('.player-acts button', 'Unban…')).toMatchObject({ disabled: false })
  expect(buttons()).not.toContain('Log out of one session…')
  expect(buttons()).not.toContain('List blocked players…')
})

test('facts that are empty are named together, and linked accounts stand apart', async () => {
  openPlayer('', { titles: [], frozen: null, linked: [] })
  const about = await find('p.about', /^Not set: /)
  expect(wordsOf(about)).toContain('Titles')
  await find('p.quiet', 'None. The player can link accounts in the portal.')
})

test('a part of the page is in the address, and one that the person may not see is the overview', async () => {
  openPlayer('?tab=sessions')
  await find('[data-here]', 'Sessions (shown)')
  await press(button('Log out of it…'))
  expect(openAct.read()).toMatchObject({
    name: 'players end-session',
    preset: { player: 'id=12', session: 's1' },
  })
  openAct.write(null)
  history.pushState(null, '', '/prod/players/12?tab=factory')
  dispatchEvent(new PopStateEvent('popstate'))
  await find('[data-here]', 'Overview (shown)')
})

test('a recovery is a timeline, which staff start and cancel, and finish never', async () => {
  const server = openPlayer('?tab=recovery', { refusals: [] })
  server.answer('recovery show', () =>
    done('', [
      { at: '2026-12-04T12:00:00.000Z', what: 'account can be recovered', proofs: [] },
      { at: '2026-11-27T12:00:00.000Z', what: 'wait begins', proofs: ['mailbox', 'password'] },
      { at: '2026-11-27T11:00:00.000Z', what: 'recovery asked for', proofs: [] },
    ]),
  )
  await find('td', 'wait begins')
  expect(allOf('tbody tr').map(wordsOf)).toHaveLength(3)
  await find('td', 'mailbox, password')
  expect(allOf('.acts button').map(wordsOf).slice(0, 2)).toEqual(['Start…', 'Cancel…'])
  await press(button('Start…'))
  expect(openAct.read()).toMatchObject({ name: 'recovery open', preset: { player: 'id=12' } })
  openAct.write(null)
  await press(button('Cancel…'))
  expect(openAct.read()).toMatchObject({ name: 'recovery cancel', preset: { player: 'id=12' } })
  openAct.write(null)
})

test('a look that stands in the audit log is asked for with a reason, once, and shows its answer', async () => {
  const server = openPlayer('?tab=security')
  server.answer('players factors', () => refused(503, 'FAILED', 'The database is away.'))
  await press(button('Show passkeys and second steps'))
  await find('.complaint', 'Reason is needed: a ticket’s number will do.')
  await write('Reason', ' ticket 4711 ')
  await press(button('Show passkeys and second steps'))
  expect(await alert()).toContain('The database is away.')
  expect(lastReasons()).toEqual([])
  const answer = Promise.withResolvers<ReturnType<typeof done>>()
  server.answer('players factors', () => answer.promise)
  await press(button('Show passkeys and second steps'))
  await find('[aria-busy="true"]', 'Show passkeys and second steps')
  await press(button('Show passkeys and second steps'))
  await press(button('Show passkeys and second steps'))
  answer.resolve(done('', { password: true, passkeys: [], apps: [] }))
  await find('dt', 'Password')
  const orders = server.ordersOf('players factors')
  expect(orders).toMatchObject([{ why: 'ticket 4711' }, { why: 'ticket 4711' }])
  expect(new Set(orders.map(({ key }) => key)).size).toBe(1)
  expect(lastReasons()).toEqual(['ticket 4711'])
})

test('a timeline has the moment, the act, its author, the browser and the cause of each row, and a way on', async () => {
  openPlayer('?tab=timeline')
  await find('nav.pages a', 'Older')
  const rows = allOf('tr[data-row]').map((row) => [...row.children].map(wordsOf).slice(1))
  expect(rows[0]).toEqual([
    'refused ERROR_TOO_MANY_ATTEMPTS',
    'player',
    'Firefox · Windows · 203.0.113.0/24',
    'Too many attempts were made. Wrong passwords of an account can be forgotten at once.',
  ])
  expect(rows[1]).toEqual([
    'Logged in',
    'player',
    'Firefox · Windows',
    'Methods: pwd · Is new browser: false',
  ])
})

test.each([
  ['a list of rows', [{ id: 'b1', name: 'Ada' }], { rows: ['b1Ada'], facts: [], pages: [] }],
  [
    'a page with one list, and more beside it',
    { blocks: [{ id: 'b1' }], next: 'x', total: 7 },
    { rows: ['b1'], facts: ['7'], pages: ['Older'] },
  ],
])('the answer of a part is shown as it is: %s', async (_, data, { rows, facts, pages }) => {
  const server = openPlayer('?tab=blocks')
  server.answer('players blocks', () => done('', data))
  await until(() => expect(allOf('tr[data-row]').map(wordsOf)).toEqual(rows))
  expect(allOf('dd').map(wordsOf)).toEqual(facts)
  expect(allOf('nav.pages a').map(wordsOf)).toEqual(pages)
})

test('a part without a row says that it is empty', async () => {
  const server = openPlayer('?tab=blocks')
  server.answer('players blocks', () => done('', []))
  await find('.empty-title', 'Nothing here')
  expect(allOf('table')).toEqual([])
})
