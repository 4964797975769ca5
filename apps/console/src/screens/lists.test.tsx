import { expect, test, vi } from 'vitest'
import { usual } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import { done, refused } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { ada, aud, bea, pia, sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { alert, allOf, button, find, press, until, wordsOf, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { openAct } from '../acts/openAct.ts'

/* Screens that are lists: what they ask, and which acts stand at a row. */

/** The files that the browser was given. */
function takeFiles() {
  const files: Blob[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  return { files, restore: () => made.mockRestore() }
}

const key = (at: number) => ({
  id: `key-${at}`,
  usedAt: at === 0 ? null : '2026-11-26T19:00:00.000Z',
  usedBy: 12,
  expiresAt: null,
})
const entries = usual['audit list'] as readonly { readonly id: number }[]
const rows = () => allOf('tr[data-row]').map(({ dataset }) => dataset['row'])
const search = () => Object.fromEntries(new URLSearchParams(location.search))

test('the audit log is asked by its filters, which stand in the address without the empty ones', async () => {
  const server = open('/prod/audit', aud)
  server.answer('audit list', () => done('', entries.slice(0, 4)))
  await write('Subject', ' player 12 ')
  await write('Since', '2026-11-01')
  await press(button('Filter'))
  await until(() => expect(search()).toEqual({ subject: 'player 12', since: '2026-11-01' }))
  await until(() => expect(server.ordersOf('audit list')).toHaveLength(2))
  expect(server.ordersOf('audit list').map(({ order }) => order)).toEqual([
    { deployment: 'prod', limit: 100 },
    { deployment: 'prod', limit: 100, subject: 'player 12', since: '2026-11-01T00:00:00.000Z' },
  ])
})

test('a full page of the audit log has an older one, which begins before its last entry', async () => {
  const server = open('/prod/audit', aud)
  await press(find('nav.pages a', 'Older'))
  await until(() =>
    expect(server.ordersOf('audit list').at(-1)?.order).toMatchObject({
      before: entries.at(-1)?.id,
    }),
  )
  const another = open('/prod/audit', aud)
  another.answer('audit list', () => done('', entries.slice(0, 99)))
  await until(() => expect(rows()).toHaveLength(99))
  expect(allOf('nav.pages a')).toEqual([])
})

test('an entry of one person alone is alarming, and an entry that is opened is shown in full', async () => {
  const server = open('/prod/audit', aud)
  server.answer('audit list', () => done('', entries.slice(0, 4)))
  await until(() => expect(allOf('tr[data-alarming]')).toHaveLength(1))
  expect(wordsOf(allOf('tr[data-alarming]')[0] as Element)).toContain('alone')
  await press(allOf('tr[data-row] a')[0] as HTMLElement)
  await find('h2', /^Entry \d+: Ban player 12$/)
})

test('a look with a form asks once its order is whole, and a wrong one is said at the field', async () => {
  const server = open('/prod/look/players/blocks', sam)
  await find('h1', 'List a player’s blocked players')
  await press(button('Show'))
  await find('.complaint', 'Player is needed.')
  expect(server.ordersOf('players blocks')).toEqual([])
  server.answer('players blocks', () => done('', [{ id: 31, username: '=Guybrush' }]))
  await write('Player', 'id=12')
  await press(button('Show'))
  await until(() => expect(search()).toMatchObject({ player: 'id=12' }))
  await until(() => expect(rows()).toEqual(['31']))
  expect(server.ordersOf('players blocks')[0]?.order).toMatchObject({
    deployment: 'prod',
    player: 'id=12',
  })

  const { files, restore } = takeFiles()
  await press(button('This row as CSV: List a player’s blocked players'))
  // A program of tables would compute the name.
  expect(await files[0]?.text()).toBe('\uFEFFID,Username\r\n31,"\'=Guybrush"\r\n')
  restore()
})

test('an address of no look, and a look of another role, open nothing', async () => {
  open('/prod/look/players/ban', sam)
  await find('h1', 'Not found')
  const server = open('/prod/look/audit/list', sam)
  await find('h1', 'Not for your role')
  expect(server.orders).toEqual([])
  open('/nowhere/players', sam)
  await find('h1', 'Not for your role')
})

test('a whole list is one file, and one that is too long says how much of it the file has', async () => {
  const server = open('/prod/texts', pia)
  const text = { no: 1, day: '2026-11-26', text: 'Too "hard"' }
  server.answer('deletion-types texts', () => done('', { texts: [text], next: 'x' }))
  await until(() => expect(rows()).toEqual(['1']))
  const { files, restore } = takeFiles()
  server.answer('deletion-types texts', ({ order }) =>
    order['whole'] === true ? done('', { texts: [text, text], next: 'x' }) : refused(500, 'FAILED'),
  )
  await press(button('All of them as CSV'))
  await find('[role="status"]', 'There are more: the file has the first 2.')
  expect(await files[0]?.text()).toContain('1,2026-11-26,"Too ""hard"""')
  server.answer('deletion-types texts', () => refused(503, 'FAILED', 'The database is away.'))
  await press(button('All of them as CSV'))
  await find('[role="status"]', 'The database is away.')
  expect(files).toHaveLength(1)
  restore()
})

test('texts of the survey name their players to the roles of privacy alone', async () => {
  const server = open('/prod/texts?of=Influencers', pia)
  server.answer('surveys texts', () =>
    done('', {
      texts: [{ no: 1, day: '2026-11-26', text: 'Ada\nand Bea', player: 12 }],
      next: null,
    }),
  )
  await find('td', 'Adaand Bea')
  expect(allOf('th[scope="col"]').map(wordsOf)).toEqual(['Day', 'Text', 'Player'])
  expect(server.ordersOf('surveys texts')).toMatchObject([{ order: { question: 'Influencers' } }])
  expect(allOf('main nav [aria-current]').map(wordsOf)).toEqual(['Influencers'])
  open('/prod/texts?of=nothing', bea)
  await find('main [data-here]', 'Reasons for leaving')
  expect(allOf('th[scope="col"]').map(wordsOf)).not.toContain('Player')
})

test('a mail that is under way is neither tried again nor dropped, others can be', async () => {
  const server = open('/prod/outbox', ada)
  const [mail] = usual['outbox list'] as readonly object[]
  server.answer('outbox list', () =>
    done('', [
      { ...mail, id: 'one' },
      { ...mail, id: 'two', state: 'active' },
    ]),
  )
  await until(() => expect(rows()).toEqual(['one', 'two']))
  expect(allOf('td[data-title="State"]').map(wordsOf)).toEqual(['delayed', 'being sent'])
  expect(allOf('td[data-title="Action"]').map(wordsOf)).toEqual([
    'Retry confirmation… Drop confirmation…',
    '',
  ])
  await press(button('Retry confirmation…'))
  expect(openAct.read()).toMatchObject({ name: 'outbox retry', preset: { mail: 'one' } })
})

test('keys of a batch go on behind the last one, and only a free key can be revoked', async () => {
  const server = open('/prod/access-keys?batch=3', bea)
  server.answer('access-keys list', () =>
    done(
      '',
      Array.from({ length: 100 }, (_, at) => key(at)),
    ),
  )
  await find('nav.pages a', 'Next page')
  expect(allOf('main button', /^Revoke/)).toHaveLength(1)
  // A player who used a key is no business of the brand.
  expect(allOf('th[scope="col"]').map(wordsOf)).not.toContain('By player')
  expect((await find('a', 'All batches')).getAttribute('aria-current')).toBeNull()
  await press(find('nav.pages a', 'Next page'))
  await until(() => expect(search()).toEqual({ batch: '3', after: 'key-99' }))
})

test.each([
  [{ revokedAt: '2026-11-26T19:00:00.000Z', free: 9 }, 'revoked'],
  [{ expiresAt: '2020-01-01T00:00:00.000Z', free: 9 }, 'expired'],
  [{ free: 0 }, 'used up'],
  [{ expiresAt: '2099-01-01T00:00:00.000Z', free: 9 }, 'open'],
])('a batch of %j is %s', async (more, state) => {
  const server = open('/prod/access-keys', bea)
  const [batch] = usual['access-keys batches'] as readonly object[]
  server.answer('access-keys batches', () => done('', [{ ...batch, ...more }]))
  expect(wordsOf(await find('td[data-title="State"]'))).toBe(state)
})

test('a site whose events have stopped can be started, and one without events has no acts on them', async () => {
  open('/prod/sites?client=community-site', ada)
  await find('h2', 'Community')
  expect(allOf('.details button').map(wordsOf)).toEqual([
    'Send a test event…',
    'Send events again…',
    'Start events again…',
  ])
  await press(find('a', 'Wiki of players'))
  await find('h2', 'Wiki of players')
  expect(allOf('.details button')).toEqual([])
})

test('a server is silent after twenty seconds, and one that refuses a version says why', async () => {
  open('/house/health', ada)
  await until(() => expect(allOf('tr[data-alarming]')).toHaveLength(2))
  const [refusing, silent] = allOf('tr[data-alarming]').map(wordsOf)
  expect(refusing).toContain('Refuses prod, version 14')
  expect(silent).toContain('silent')
  expect(allOf('.parts [data-good="false"]').map(wordsOf)).toHaveLength(1)
})

test('a support code is explained once, however often it is pressed, and a refusal keeps what was typed', async () => {
  const server = open('/prod/support', sam)
  await press(button('Explain'))
  await write('Code', ' K7M4-9QTX-2A ')
  server.answer('support-codes open', () =>
    refused(404, 'NOT_FOUND', 'There is no such support code.'),
  )
  await press(button('Explain'))
  expect(await alert()).toContain('There is no such support code.')
  const answer = Promise.withResolvers<ReturnType<typeof done>>()
  server.answer('support-codes open', () => answer.promise)
  await press(button('Explain'))
  await find('[aria-busy="true"]', 'Explain')
  await press(button('Explain'))
  answer.resolve(done('', usual['support-codes open']))
  await find('h2', 'Too many wrong passwords were typed for this account.')
  const orders = server.ordersOf('support-codes open')
  expect(orders.map(({ order }) => order)).toEqual([
    { code: 'K7M4-9QTX-2A', deployment: 'prod' },
    { code: 'K7M4-9QTX-2A', deployment: 'prod' },
  ])
})

test('a support code leads to the act that helps, with its player; without the role it says who may', async () => {
  const server = open('/prod/support?code=K7M4-9QTX-2A', sam)
  await find('blockquote[lang="de"]', 'Zu viele Versuche. Prüfe dein Passwort.')
  await press(find('.case button', 'Unlock log-in…'))
  expect(openAct.read()).toMatchObject({
    name: 'players unlock',
    preset: { player: 'id=12' },
    subject: { name: 'PlayerOne', id: 12 },
  })
  const opened = usual['support-codes open'] as object
  const unlink = { name: 'players unlink', player: { id: 9, username: 'Holder' }, hindrance: null }
  const other = open('/prod/support?code=K7M4-9QTX-2B', pia)
  other.answer('support-codes open', () =>
    done('', { ...opened, act: { ...unlink, service: 'steam' } }),
  )
  await find('p', 'Unlink a player from a service: a colleague with the role support can do it.')
  expect(server.ordersOf('support-codes open')).toHaveLength(1)
})

test('a support code of another deployment leads there', async () => {
  const server = open('/prod/support?code=K7M4-9QTX-2A', sam)
  server.answer('support-codes open', () => ({
    status: 409,
    body: {
      error: 'CODE_ELSEWHERE',
      message: 'The support code is of relic: it opens there.',
      data: { deployment: 'relic' },
    },
  }))
  const link = await find('a', /Open it in/)
  expect(link.getAttribute('href')).toBe('/relic/support?code=K7M4-9QTX-2A')
})

test('requests stand by who decides, and a decision is about what was shown', async () => {
  const server = open('/prod/approvals', pia)
  const [request] = usual['approvals list'] as readonly object[]
  const all = [
    { ...request, id: 'a', mayDecide: true },
    { ...request, id: 'b', mayDecide: false, isOwn: true },
    { ...request, id: 'c', state: 'refused', mayDecide: false },
  ]
  server.answer('approvals list', () => done('', all))
  await until(() => expect(rows()).toEqual(['a', 'b', 'c']))
  expect(allOf('main h2').map(wordsOf)).toEqual(['For you to decide', 'Waiting', 'Decided'])
  await press(find('tr[data-row="a"] [data-open]'))
  await press(button('Approve…'))
  expect(openAct.read()).toMatchObject({
    name: 'approvals approve',
    preset: { digest: 'd'.repeat(64) },
    subject: { name: 'the erasure of PlayerTwo' },
  })
})

test('a person’s own request is withdrawn, and one of others that is not theirs to decide is read', async () => {
  const server = open('/prod/approvals/r1', pia)
  const shown = usual['approvals show'] as object
  server.answer('approvals show', () =>
    done('', { ...shown, id: 'r1', isOwn: true, mayDecide: false }),
  )
  await press(button('Withdraw…'))
  expect(openAct.read()).toMatchObject({ name: 'approvals withdraw', preset: { id: 'r1' } })
  const another = open('/prod/approvals/r1', sam)
  another.answer('approvals show', () => done('', { ...shown, id: 'r1', mayDecide: false }))
  await find('p', 'Somebody else decides on this request.')
  expect(allOf('main button')).toEqual([])
})
