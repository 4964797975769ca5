import { expect, test, vi } from 'vitest'
import { draft, usual } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import {
  type Answering,
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

const shown = usual['deployments show'] as Readonly<Record<string, unknown>>

/** A draft of its own for each test: changes that are not saved outlive the screen. */
let last = 300

function openStudio(search = '', me = bea) {
  const server = open(`/prod/brand${search}`, me)
  serve(server, ++last)
  return { server, id: last }
}

/** A server that has the draft with this number. */
function serve(server: Answering, id: number) {
  let revision = 2
  let overlay = '{"Welcome":"Welcome, keeper"}'
  server.answer('drafts show', () => done('', { ...draft, draft: id, revision, overlay }))
  server.answer('drafts save', ({ order }) => {
    revision += 1
    overlay = String(order['changes'])
    return done('', { draft: id, revision, problems: [] })
  })
}

const search = () => Object.fromEntries(new URLSearchParams(location.search))

test('three quick presses make one draft, and the way back leads to it', async () => {
  const { server, id } = openStudio()
  const answer = Promise.withResolvers<Reply>()
  server.answer('drafts save', () => answer.promise)
  await write('Welcome', 'Hello')
  for (let presses = 0; presses < 3; presses += 1) await press(button('Save draft'))
  await press(button('See what would happen'))
  answer.resolve(done('', { draft: id, revision: 1, problems: [] }))
  await until(() => expect(search()).toEqual({ draft: String(id) }))
  expect(server.ordersOf('drafts save')).toMatchObject([
    { order: { deployment: 'prod', changes: '{"Welcome":"Hello"}' } },
  ])
  expect(toast.read()?.words).toBe(`Draft ${id} is saved. Players see nothing of it.`)
})

test('a draft is saved before its effects are shown, and not left where that is refused', async () => {
  const { server, id } = openStudio()
  server.answer('drafts save', () => refused(409, 'STALE', 'Ada Operator has changed it.'))
  await write('Welcome', 'Hello')
  await press(button('See what would happen'))
  expect(await alert()).toContain('STALE')
  expect([search(), (await field('Welcome')).value]).toEqual([{}, 'Hello'])
  serve(server, id)
  await press(button('See what would happen'))
  await find('h2', 'Effects')
  expect(search()).toEqual({ draft: String(id), step: 'plan' })
})

test('a person who has gone on to another screen meanwhile is not led back by a save', async () => {
  const { server, id } = openStudio()
  const answer = Promise.withResolvers<Reply>()
  server.answer('drafts save', () => answer.promise)
  await write('Welcome', 'Hello')
  await press(button('Save draft'))
  await press(find('.menu a', 'Mailings'))
  await find('h1', 'Mailings')
  answer.resolve(done('', { draft: id, revision: 1, problems: [] }))
  await until(() => expect(toast.read()?.words).toContain(`Draft ${id} is saved.`))
  expect(location.pathname).toBe('/prod/mailings')
})

test('each field has its form, and what is put back is as in the file', async () => {
  const { server, id } = openStudio(`?draft=${last + 1}`)
  const box = await field('Enable deletion section')
  await press(box)
  await write('Languages', 'en,ar')
  await press(button('As in the file: Welcome'))
  expect((await field('Welcome')).value).toBe('Welcome back')
  expect(await field('Mail links')).toMatchObject({ disabled: true, tagName: 'SELECT' })
  await press(button('Save draft'))
  await until(() => expect(server.ordersOf('drafts save')).toHaveLength(1))
  const { order } = server.ordersOf('drafts save')[0] ?? {}
  expect(order).toMatchObject({ draft: id, revision: 2 })
  expect(JSON.parse(String(order?.['changes']))).toEqual({
    EnableDeletionSection: false,
    Languages: 'en,ar',
  })
})

test('a text that is no JSON changes nothing, and stays until it is some', async () => {
  const { server } = openStudio(`?draft=${last + 1}`)
  await write(/^Legal urls/, '{"Terms":')
  await find('.complaint', 'This is no JSON: it changes nothing yet.')
  expect(allOf('button', 'As in the file: Legal urls')).toEqual([])
  await write(/^Legal urls/, '{"Terms":"/rules"}')
  await until(() => expect(allOf('.complaint')).toEqual([]))
  // As it is typed, and not as the browser would write it.
  expect((await field(/^Legal urls/)).value).toBe('{"Terms":"/rules"}')
  await press(button('Save draft'))
  await until(() => expect(server.ordersOf('drafts save')).toHaveLength(1))
  const changes = String(server.ordersOf('drafts save')[0]?.order['changes'])
  expect(JSON.parse(changes)).toMatchObject({ LegalUrls: { Terms: '/rules' } })
})

test('a colour changes in one scheme, says its contrast, and is put back', async () => {
  openStudio(`?draft=${last + 1}`)
  await write('Text, light', '#fffef0')
  await until(() =>
    expect(allOf('li [role="alert"]').map(wordsOf)).toEqual([
      // At either colour of the pair.
      '1.0 : 1, 4.5 are needed: text on ground, light',
      '1.0 : 1, 4.5 are needed: text on ground, light',
    ]),
  )
  expect((await field('Text, dark')).value).toBe('#f7f3e8')
  await press(button('As in the file: Text'))
  await until(() => expect(allOf('li [role="alert"]')).toEqual([]))
})

test('a picture of the theme is an address, and none where it is emptied', async () => {
  const { server } = openStudio(`?draft=${last + 1}`)
  await write('Banner', '/spring.avif')
  await press(button('As in the file: Banner'))
  await write('Banner', '/summer.avif')
  await write('Scene, dark', '/dark.avif')
  await write('Scene, dark', '')
  await press(button('Save draft'))
  await until(() => expect(server.ordersOf('drafts save')).toHaveLength(1))
  const changes = String(server.ordersOf('drafts save')[0]?.order['changes'])
  expect(JSON.parse(changes)['theme']).toEqual({ banner: '/summer.avif' })
})

test('a mail of the draft is sent as it is saved, and another press meanwhile sends none', async () => {
  const { server, id } = openStudio(`?draft=${last + 1}`)
  const answer = Promise.withResolvers<Reply>()
  server.answer('drafts test-mail', () => answer.promise)
  await write('Welcome', 'Hello')
  await press(button('Test mail to me'))
  await until(() => expect(server.ordersOf('drafts test-mail')).toHaveLength(1))
  await press(button('Test mail to me'))
  await press(button('Save draft'))
  answer.resolve(done('It goes to you.', null))
  await until(() => expect(toast.read()?.words).toBe('It goes to you.'))
  expect(server.ordersOf('drafts test-mail')).toMatchObject([
    { order: { draft: id, revision: 3, mail: 'confirmation', language: 'en' } },
  ])
  expect(server.ordersOf('drafts save')).toHaveLength(1)
})

test('the ticket of the pictures is changed for another one before its end, and not all the time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  for (const [minutes, before, after] of [
    [30, 24, 2],
    [60 * 24 * 365, 59, 2],
  ] as const) {
    const { server } = openStudio(`?draft=${last + 1}`)
    server.answer('drafts preview', () => {
      const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
      return done('', { address: 'http://preview.test/ticket', expiresAt })
    })
    const asked = () => server.ordersOf('drafts preview').length
    await until(() => expect(allOf('iframe')).toHaveLength(8))
    await vi.advanceTimersByTimeAsync(before * 60_000)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(after * 60_000)
    await until(() => expect(asked()).toBe(2))
  }
})

test.each([
  ['none', null, 'This deployment is changed in its file alone.'],
  ['all', 'one', 'It is staged on one: end the stage to change it.'],
])(
  'a draft whose deployment takes %s edits and that is staged on %s says why it is fixed',
  async (consoleEdits, stagedOn, words) => {
    const { server, id } = openStudio(`?draft=${last + 1}`)
    server.answer('deployments show', () => done('', { ...shown, consoleEdits }))
    server.answer('drafts show', () => done('', { ...draft, draft: id, stagedOn, overlay: '{}' }))
    await find('.lead', words)
    expect(await find('fieldset')).toMatchObject({ disabled: true })
  },
)

test('the effects of a draft that is over lead to the versions', async () => {
  const { server, id } = openStudio(`?draft=${last + 1}&step=plan`)
  server.answer('drafts show', () => refused(404, 'NOT_FOUND'))
  await find('.empty-title', `Draft ${id} is over`)
  expect(await find('a', 'See the versions')).toMatchObject({ search: '?step=versions' })
})

const plan = usual['drafts plan'] as { readonly changes: readonly object[] }
const ofClass = (kind: string) => plan.changes.map((change) => ({ ...change, class: kind }))
const steps = () => allOf('main .acts button').map(wordsOf)

test.each([
  ['look', null, ['Publish…', 'Stage on one node…']],
  ['feature', null, ['Publish…']],
  ['security', null, []],
  ['look', 'one', ['Publish…', 'End the stage on one…']],
])('a draft of class %s that is staged on %s has its next steps', async (kind, stagedOn, next) => {
  const { server, id } = openStudio(`?draft=${last + 1}&step=plan`)
  server.answer('drafts plan', () => done('', { ...plan, changes: ofClass(kind) }))
  server.answer('drafts show', () => done('', { ...draft, draft: id, stagedOn, overlay: '{}' }))
  await find('h2', 'Effects')
  expect(steps()).toEqual(next)
  if (next.length === 0) return
  await press(button('Publish…'))
  expect(openAct.read()).toMatchObject({
    name: 'versions publish',
    preset: { draft: id, revision: 2, fingerprint: '3f9a17c2b04de815' },
  })
})

test('a draft with problems says them, and one that changes nothing says that: neither can be published', async () => {
  const { server } = openStudio(`?draft=${last + 1}&step=plan`)
  server.answer('drafts plan', () => done('', { ...plan, problems: ['--accent is hard to read.'] }))
  expect(await alert()).toBe('It cannot be published--accent is hard to read.')
  expect(steps()).toEqual([])
  const { server: another } = openStudio(`?draft=${last + 1}&step=plan`)
  another.answer('drafts plan', () => done('', { ...plan, changes: [] }))
  await find('p', 'It changes nothing of what is served.')
  expect(steps()).toEqual([])
})

test('the way back to other fields of security is another act than to the same ones', async () => {
  const { server } = openStudio('?step=versions', ada)
  const [version] = usual['versions list'] as readonly object[]
  server.answer('versions list', () =>
    done('', [
      { ...version, version: 3, isServed: true, security: 'a' },
      { ...version, version: 2, isServed: false, security: 'a', restores: 1 },
      { ...version, version: 1, isServed: false, security: 'b' },
    ]),
  )
  await find('th', '3served')
  for (const [words, name, to] of [
    ['Back to 2…', 'versions rollback', 2],
    ['Back to 1…', 'versions rollback-security', 1],
    ['Back to the file…', 'versions rollback-security', 0],
  ] as const) {
    await press(button(words))
    expect(openAct.read()).toMatchObject({ name, preset: { to } })
    openAct.write(null)
    await until(() => expect(allOf('dialog')).toEqual([]))
  }
  expect(allOf('td[data-title="Reason"]').map(wordsOf)[1]).toBe('ticket 5100 (back to version 1)')
})

test('a person without that act reads who has it', async () => {
  const { server } = openStudio('?step=versions')
  const [version] = usual['versions list'] as readonly object[]
  server.answer('versions list', () => done('', [{ ...version, isServed: true, security: 'a' }]))
  expect(wordsOf(await find('main .acts'))).toBe('By an operator')
})
