import { expect, test } from 'vitest'
import { type Answering, done } from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { pia } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { allOf, button, find, press, until, wordsOf, write } from '../../testing/hand.ts'
import { open } from '../../testing/page.tsx'

let server: Answering
let ids: readonly number[] = []

/** Opens the screen. Each test has its own reasons: an order that is not kept outlives the screen. */
async function start(order: readonly number[], person = pia) {
  ids = order
  server = open('/prod/reasons', person)
  server.answer('deletion-types list', () =>
    done(
      '',
      ids.map((id) => ({ id, description: `Reason ${id}`, asksForWords: false })),
    ),
  )
  await until(() => expect(shown()).toHaveLength(ids.length))
}

const shown = () => allOf('ol li .said').map((each) => Number(wordsOf(each).replace('Reason ', '')))
const isKept = () => allOf('button', 'Keep this order…').length === 0

test('a reason moves by its buttons, says where it is, and stops at the ends', async () => {
  await start([11, 12, 13])
  await press(button('Down Reason 11'))
  expect(shown()).toEqual([12, 11, 13])
  await find('[role="status"]', 'Reason 11: 2 of 3')
  await press(button('Up Reason 12'))
  await press(button('Down Reason 13'))
  expect(shown()).toEqual([12, 11, 13])
  await press(button('Undo'))
  expect([shown(), isKept()]).toEqual([[11, 12, 13], true])
})

test('Alt and an arrow key move the reason that has the focus', async () => {
  await start([21, 22, 23])
  const last = await button('Down Reason 23')
  for (const [key, altKey] of [
    ['ArrowUp', false],
    ['Home', true],
    ['ArrowUp', true],
  ] as const) {
    last.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true }))
  }
  await until(() => expect(shown()).toEqual([21, 23, 22]))
})

test('an order that is not kept outlives the screen, and not a change of the list', async () => {
  await start([31, 32, 33])
  await press(button('Down Reason 31'))
  await start([31, 32, 33])
  expect([shown(), isKept()]).toEqual([[32, 31, 33], false])
  await start([31, 32, 33, 34])
  expect([shown(), isKept()]).toEqual([[31, 32, 33, 34], true])
})

test('an order is kept as it is shown, and then as the server has it', async () => {
  await start([41, 42, 43])
  await press(button('Up Reason 43'))
  server.answer('deletion-types order', ({ order, dryRun }) => {
    if (dryRun !== true) ids = String(order['ids']).split(',').map(Number)
    return done('The order is kept.', null)
  })
  await press(button('Keep this order…'))
  await write('Reason', 'ticket 4711')
  await press(button('Reorder the reasons for leaving'))
  await until(() => expect(allOf('dialog')).toEqual([]))
  expect(server.ordersOf('deletion-types order')).toMatchObject([{ order: { ids: '41,43,42' } }])
  await until(() => expect([shown(), isKept()]).toEqual([[41, 43, 42], true]))
})

test('a person who may not order reads the reasons, and moves none', async () => {
  const [prod, ...others] = pia.deployments
  const acts = prod?.acts.filter((act) => !/deletion-types (?:order|add|change|remove)/.test(act))
  await start([51, 52, 53], { ...pia, deployments: [{ ...prod, acts }, ...others] as never })
  expect(allOf('main button')).toEqual([])
})
