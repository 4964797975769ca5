import { expect, test } from 'vitest'
import { until } from '../../testing/hand.ts'
import { use } from '../../testing/page.tsx'
import { useLostFocus } from './useLostFocus.ts'

function part<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Partial<HTMLElementTagNameMap[Name]> = {},
  ...parts: readonly HTMLElement[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), attributes)
  element.append(...parts)
  return element
}

/** A page with these parts on its screen. */
function pageWith(...parts: readonly HTMLElement[]): HTMLElement {
  use(() => useLostFocus(), null)
  return document.body.appendChild(part('main', { id: 'main', tabIndex: -1 }, ...parts))
}

test('the focus of a part that is gone goes to the screen', async () => {
  const end = part('button')
  const main = pageWith(end, part('p'))
  end.focus()
  end.remove()
  main.append('Ended.')
  await until(() => expect(document.activeElement).toBe(main))
})

test('the focus of a button that is off now goes to the screen', async () => {
  const unban = part('button')
  const main = pageWith(unban)
  unban.focus()
  unban.disabled = true
  unban.blur()
  await until(() => expect(document.activeElement).toBe(main))
})

test('the focus of a form that gave way to its outcome goes to the title of its dialog', async () => {
  const why = part('input')
  const form = part('form', {}, why)
  const title = part('h2', { tabIndex: -1 })
  pageWith(part('dialog', { open: true }, title, form))
  why.focus()
  form.remove()
  await until(() => expect(document.activeElement).toBe(title))
})

test('a focus that stands elsewhere by now is left where it is', async () => {
  const [end, other] = [part('button'), part('button')]
  const main = pageWith(end, other)
  end.focus()
  other.focus()
  end.remove()
  main.append('Ended.')
  await until(() => expect(main.textContent).toBe('Ended.'))
  expect(document.activeElement).toBe(other)
})

test('a person who left a part that stays has no focus put anywhere', async () => {
  const end = part('button')
  const main = pageWith(end)
  end.focus()
  end.blur()
  await Promise.resolve()
  end.remove()
  main.append('Ended.')
  await until(() => expect(main.textContent).toBe('Ended.'))
  expect(document.activeElement).toBe(document.body)
})
