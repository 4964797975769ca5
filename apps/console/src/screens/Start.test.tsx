import type { Me } from '@gatehouse/contract/console/me'
import { beforeEach, expect, test } from 'vitest'
import { usual } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import { done, refused } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import {
  ada,
  bea,
  pia,
  sam,
  waiting,
} from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { alert, allOf, button, find, press, strike, until, wordsOf } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { keepPlayer } from './openPlayer.ts'

const groups = usual['players find'] as readonly { readonly players: readonly object[] }[]
const [player] = groups[1]?.players ?? []
const at = (deployment: string, players: readonly object[], more: object = {}) => ({
  deployment,
  groups: [{ ...groups[0], group: 'exact', players }],
  state: 'whole',
  ...more,
})
const none = refused(409, 'CODE_UNKNOWN')

async function search(text: string): Promise<void> {
  const field = (await find('#start-search')) as HTMLInputElement
  field.value = text
  await press(button('Find'))
}

const words = (selector: string) => allOf(selector).map(wordsOf)

beforeEach(() => {
  history.replaceState(null, '', '/')
})

test('Start has one field, which has the focus, and no menu before a deployment is chosen', async () => {
  open('/', sam)
  await find('h1', 'Start')
  await until(() => expect(document.activeElement?.id).toBe('start-search'))
  expect(allOf('.menu')).toEqual([])
  expect(words('.places a')).toEqual(['PROD', 'RELIC'])
})

test('a person with one deployment has its menu, and nothing to choose', async () => {
  open('/', { ...sam, deployments: sam.deployments.slice(0, 1) })
  await find('h1', 'Start')
  await find('.menu a', 'Players')
  expect(allOf('.bar summary').map(wordsOf)).toEqual(['Sam Support, you'])
  await find('h2', 'Your deployment')
})

test('a person without players has no field for them', async () => {
  open('/', bea)
  await find('h1', 'Start')
  expect(allOf('#start-search')).toEqual([])
})

test('the one hit is opened, and Back leads to Start', async () => {
  const server = open('/', sam)
  server.answer('players find-anywhere', () =>
    done('', [at('prod', []), at('relic', [player ?? {}])]),
  )
  await search('PlayerOne')
  await find('h1', 'PlayerOne')
  expect(location.pathname).toBe('/relic/players/12')
  expect(server.ordersOf('players find-anywhere').map(({ order }) => order)).toEqual([
    { text: 'PlayerOne' },
  ])
  history.back()
  await find('h1', 'Start')
  expect(location.search).toBe('')
})

test('several hits are listed by their deployments, and keys lead to them', async () => {
  const server = open('/', sam)
  server.answer('players find-anywhere', () =>
    done('', [at('prod', [player ?? {}]), at('relic', [player ?? {}])]),
  )
  await search('PlayerOne')
  await find('[role="status"]', '2 players in 2 deployments.')
  ;(await find('#start-search')).focus()
  strike('ArrowDown')
  expect((document.activeElement as HTMLAnchorElement).pathname).toBe('/prod/players/12')
  strike('j')
  expect((document.activeElement as HTMLAnchorElement).pathname).toBe('/relic/players/12')
})

test('a deployment that is slow or fails is named, loses nothing, and opens nothing by itself', async () => {
  const server = open('/', sam)
  server.answer('players find-anywhere', () =>
    done('', [at('prod', [player ?? {}]), at('relic', [], { state: 'failed' })]),
  )
  await search('PlayerOne')
  expect(wordsOf(await find('.partial'))).toContain('RELIC could not be searched.')
  await find('a', 'PlayerOne')
  server.answer('players find-anywhere', () =>
    done('', [at('prod', []), at('relic', [player ?? {}])]),
  )
  await press(button('Try again'))
  await until(() => expect(location.pathname).toBe('/relic/players/12'))
})

test('a search without a hit says what to try, and one that is refused says why', async () => {
  const server = open('/', sam)
  server.answer('players find-anywhere', () => done('', [at('prod', []), at('relic', [])]))
  await search('nobody')
  await find('.empty-title', 'Nothing was found')
  expect(wordsOf(await find('.empty'))).toContain('No player in PROD or RELIC matches nobody.')
  server.answer('players find-anywhere', () => refused(429, 'TOO_MANY', 'Come back later.'))
  await search('another')
  expect(await alert()).toContain('Come back later.')
})

test('a support code leads to its deployment, and a name in its form is searched for too', async () => {
  const server = open('/', sam)
  server.answer('players find-anywhere', () => done('', [at('prod', []), at('relic', [])]))
  server.answer('support-codes find', () => done('', { deployment: 'relic', openUntil: '' }))
  await search('k7m4 9qtx 2a')
  await find('h1', 'Support code')
  expect(location.pathname + location.search).toBe('/relic/support?code=K7M49QTX2A')
  const again = open('/', sam)
  again.answer('support-codes find', () => none)
  again.answer('players find-anywhere', () => done('', [at('prod', [player ?? {}])]))
  await search('PlayerTwen')
  await find('h1', 'PlayerOne')
})

test('what waits is a sentence with its deployment and a link: to decide, files, then own requests', async () => {
  const own = { ...waiting, id: 'own', mayDecide: false, deployment: 'relic', about: 'PlayerSix' }
  const file = { ...own, id: 'file', fileUntil: new Date(Date.now() + 60_000).toISOString() }
  const me: Me = { ...pia, waiting: [own, file, { ...waiting, askedAt: new Date().toISOString() }] }
  open('/', me)
  await find('[role="status"]', '3 things are waiting.')
  const [first = '', second = '', third = ''] = words('.waiting > li')
  expect(first).toBe('P PRODPaul Privacy mark-of-paul asks for the export of PlayerTwo, now.')
  expect(second).toMatch(
    /^R RELICYour file is ready: the export of PlayerSix, until to\w+ \d\d:\d\d\.$/,
  )
  expect(third).toContain('You asked for the export of PlayerSix')
  expect(allOf('.waiting a').map((link) => (link as HTMLAnchorElement).pathname)).toEqual([
    `/prod/approvals/${waiting.id}`,
    '/relic/approvals/file',
    '/relic/approvals/own',
  ])
  expect(words('.places > li')).toEqual([
    'PPRODproduction1 for you to decideprivacy',
    'RRELICprivacy',
    'AAll deploymentsprivacy',
  ])
})

test('a mailing that is sent and a part that is not good wait too; else one line says that nothing does', async () => {
  const server = open('/', ada)
  const [mailing] = usual['mailings list'] as readonly object[]
  server.answer('mailings list', ({ order }) =>
    done('', order['deployment'] === 'relic' ? [{ ...mailing, state: 'running' }] : []),
  )
  await find('.waiting a', /audit log/)
  await find('.waiting li', /^R RELICSeason two is being sent: \d+ of/)
  expect(words('.waiting .place-name')).toEqual(['R RELIC', 'A All deployments'])
  const quiet = open('/', sam)
  await find('[role="status"]', 'Nothing is waiting for you.')
  expect(quiet.orders).toEqual([])
})

test('log-ins of a day have a line with its words, and hidden counts stay hidden', async () => {
  const server = open('/', { ...bea, deployments: bea.deployments })
  const today = new Date().toISOString().slice(0, 10)
  const cell = (part: string, count: number | null) => ({ period: today, part, count })
  const figure = { figure: 'log-ins', from: null, isLate: false }
  server.answer('figures show', () =>
    done('', [{ ...figure, cells: [cell('password', 61), cell('put together', null)] }]),
  )
  expect(wordsOf(await find('.log-ins'))).toBe('≥ 61 log-ins today')
  expect((await find('.log-ins svg')).getAttribute('aria-label')).toMatch(/^Log-ins a day in PROD/)
  expect(server.ordersOf('figures show')[0]?.order).toMatchObject({ figure: 'log-ins' })
  const few = open('/', bea)
  few.answer('figures show', () => done('', [{ ...figure, cells: [cell('password', null)] }]))
  expect(wordsOf(await find('.log-ins'))).toBe('< 5 log-ins today')
})

test('last players are those of the deployments in which the person may look at players', async () => {
  open('/prod/players/12', sam)
  await find('h1', 'PlayerOne')
  keepPlayer({ place: 'showcase', id: 3, username: 'Elsewhere' })
  history.pushState(null, '', '/')
  dispatchEvent(new PopStateEvent('popstate'))
  await find('h2', 'Last players')
  expect(words('.lasts li')).toEqual(['P PROD PlayerOne'])
})
