import { expect, test } from 'vitest'
import { draftMailing, underWay } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import {
  done,
  refused,
  type Reply,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { ada, bea } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import {
  alert,
  allOf,
  button,
  field,
  find,
  press,
  until,
  wordsOf,
  write,
} from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'
import { openAct } from '../acts/openAct.ts'
import { toast } from '../acts/toasts.ts'

/** A draft of its own for each test: changes that are not saved outlive the screen. */
let last = 500

const preview = {
  recipients: 5000,
  problems: [],
  warnings: ['It names no game.'],
  text: 'It begins.',
}
const lists = [
  { id: 1, name: 'Platform news', isActive: true },
  { id: 2, name: 'Old news', isActive: false },
  { id: 3, name: 'Season news', isActive: true },
]

function openMailing(more: object = {}, { isNew = false, me = bea } = {}) {
  const mailing = ++last
  const server = open(`/prod/mailings?mailing=${isNew ? 'new' : mailing}`, me)
  server.answer('mailings show', () => done('', { ...draftMailing, mailing, ...more }))
  server.answer('newsletters list', () => done('', lists))
  server.answer('mailings preview', () => done('', preview))
  server.answer('mailings save', ({ order }) =>
    done('', { mailing, revision: Number(order['revision'] ?? 0) + 1 }),
  )
  return { server, mailing }
}

const buttons = () => allOf('.studio-acts button').map(wordsOf)

test('a new mailing begins with the first list that is offered, and three quick presses make one', async () => {
  const { server, mailing } = openMailing({}, { isNew: true })
  const list = await field('List')
  expect([...list.querySelectorAll('option')].map(wordsOf)).toEqual([
    'Platform news',
    'Season news',
  ])
  const answer = Promise.withResolvers<Reply>()
  server.answer('mailings save', () => answer.promise)
  await write('Subject', 'Season two')
  await write('Text', 'It begins.')
  for (let presses = 0; presses < 3; presses += 1) await press(button('Save draft'))
  answer.resolve(done('', { mailing, revision: 1 }))
  await until(() => expect(location.search).toBe(`?mailing=${mailing}`))
  expect(server.ordersOf('mailings save')).toMatchObject([
    { order: { deployment: 'prod', list: 1, subject: 'Season two', text: 'It begins.' } },
  ])
})

test('a mailing can be started as it is saved, and not with changes', async () => {
  const { mailing } = openMailing()
  await find('h1', `Mailing ${mailing}`)
  await until(() =>
    expect(buttons()).toEqual(['Start or schedule…', 'Save draft', 'Send me a test', 'Discard…']),
  )
  await press(button('Start or schedule…'))
  expect(openAct.read()).toMatchObject({
    // Its list is a large one.
    name: 'mailings start-large',
    preset: { mailing, revision: 2 },
  })
  openAct.write(null)
  await until(() => expect(allOf('dialog')).toEqual([]))
  await write('Subject', 'Season three')
  await until(() => expect(buttons()).not.toContain('Start or schedule…'))
  await press(button('Back to what is saved'))
  await until(() => expect(buttons()).toContain('Start or schedule…'))
})

test('a mailing that no second person has to see is started by another act', async () => {
  const { mailing } = openMailing({ needsSecondPerson: false })
  await press(button('Start or schedule…'))
  expect(openAct.read()).toMatchObject({ name: 'mailings start', preset: { mailing } })
})

test('a save that another person’s overtook keeps the words, also those of a test mail', async () => {
  const { server } = openMailing()
  server.answer('mailings save', () => refused(409, 'STALE', 'Ada Operator has changed it.'))
  await write('Subject', 'Mine')
  await press(button('Send me a test'))
  expect(await alert()).toContain('STALE')
  expect([(await field('Subject')).value, server.ordersOf('mailings test')]).toEqual(['Mine', []])
  server.answer('mailings show', () =>
    done('', { ...draftMailing, mailing: last, revision: 5, subject: 'Of Ada' }),
  )
  await press(button('Back to what is saved'))
  await until(async () => expect((await field('Subject')).value).toBe('Of Ada'))
  expect(allOf('[role="alert"]')).toEqual([])
})

test('the words are read by the server once a person pauses, and with what may not be meant', async () => {
  const { server } = openMailing()
  await find('[role="status"] .complaint', 'It names no game.')
  expect(wordsOf(await find('[role="status"]', /players get it/))).toContain('5000 players get it.')
  server.answer('mailings preview', () => done('', { ...preview, recipients: 1, warnings: [] }))
  await write('Subject', 'S')
  await write('Subject', 'Sea')
  await write('Subject', 'Season')
  await find('[role="status"]', '1 player gets it.')
  expect(server.ordersOf('mailings preview').map(({ order }) => order['subject'])).toEqual([
    'Season two',
    'Season',
  ])
  await press(button('Back to what is saved'))
})

test('a mailing that is under way says how far it is, and can be stopped', async () => {
  openMailing({ ...underWay, mailing: last + 1, dropped: 7 })
  await find('.progress', '2100 of 5000, 7 dropped')
  await press(button(/^Stop/))
  expect(openAct.read()).toMatchObject({ name: 'mailings stop', preset: { mailing: last } })
})

test('a list that has grown since the start says so, and a person who may not write changes nothing', async () => {
  openMailing({ state: 'waits', total: 6000 }, { me: ada })
  await find('.lead', /the list has grown to 6000 players/)
  const mayWrite = ada.deployments[0]?.acts.some((act) => act === 'mailings save')
  expect(await find('fieldset')).toMatchObject({ disabled: mayWrite !== true })
})

test('the list is looked at again while a mailing is under way, and not otherwise', async () => {
  const { server } = openMailing()
  server.answer('mailings list', () => done('', [{ ...underWay, state: 'done', waiting: 0 }]))
  const all = await find('a', 'All mailings')
  expect(all.getAttribute('aria-current')).toBeNull()
  await press(all)
  await find('td', 'done')
  expect(allOf('button', /^Stop/)).toEqual([])
  expect(server.ordersOf('mailings list')).toHaveLength(1)
  expect(toast.read()).toBeNull()
})
