import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { everyAct } from '@gatehouse/contract/acts/everyAct'
import { allOf, button, field, press, until, wordsOf, write } from '../../testing/hand.ts'
import { render } from '../../testing/page.tsx'
import { type Field, fieldsOf } from './fieldsOf.ts'
import { OrderField } from './OrderField.tsx'

const values: string[] = []

function Part({ field, complaint }: { readonly field: Field; readonly complaint?: string }) {
  const [value, setValue] = useState(field.fallback)
  values.push(value)
  return <OrderField field={field} value={value} complaint={complaint} onChange={setValue} />
}

const chosen = async () => (await field('Until')).value

beforeEach(() => values.splice(0))

function fieldOf(act: keyof typeof everyAct, name: string): Field {
  const found = fieldsOf(everyAct[act].order, ['operator']).find(
    (each) => name === each.name || name === each.kind,
  )
  if (found === undefined) throw new Error(name)
  return found
}

test('a moment is chosen by its distance, on the clock of the person, or taken away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 18, 30) })
  render(<Part field={fieldOf('players ban', 'until')} />)
  await press(button('7 days'))
  expect(await chosen()).toBe('2026-12-04T18:30')
  await press(button('1 day'))
  expect(await chosen()).toBe('2026-11-28T18:30')
  await press(button('for ever'))
  expect(await chosen()).toBe('')
})

test('a choice that is needed is none before a person chooses', async () => {
  render(<Part field={fieldOf('players unlink', 'service')} complaint="is needed" />)
  const service = await field('Service')
  expect([...service.querySelectorAll('option')].map(wordsOf)[0]).toBe('Choose')
  expect(service.getAttribute('aria-invalid')).toBe('true')
  const about = document.getElementById(service.getAttribute('aria-describedby') ?? '')
  expect(about?.textContent).toMatch(/^Service is needed\. /)
  await write('Service', 'steam')
  expect(values.at(-1)).toBe('steam')
})

test('a box says yes or no, and a field that may be empty says so', async () => {
  render(<Part field={fieldOf('keys rotate', 'now')} />)
  await press(field('Now'))
  await press(field('Now'))
  expect(values.slice(-2)).toEqual(['true', 'false'])
  render(<Part key="other" field={fieldOf('players ban', 'publicReason')} />)
  expect(allOf('label').map(wordsOf)).toEqual(['Public reason (optional)'])
})

test('a file’s text is taken into the field', async () => {
  render(<Part field={fieldOf('players ban-many', 'file')} />)
  const chosen = allOf('input[type="file"]')[0] as HTMLInputElement
  Object.defineProperty(chosen, 'files', { value: [new File(['id=1\nid=2\n'], 'players.csv')] })
  chosen.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() => expect(values.at(-1)).toBe('id=1\nid=2\n'))
})
