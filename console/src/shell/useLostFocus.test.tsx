import { expect, test } from 'vitest'
import { until } from '../../testing/hand.ts'
import { use } from '../../testing/page.tsx'
import { useLostFocus } from './useLostFocus.ts'

/** A page with a screen, in which a part has the focus. */
function pageWith(parts: string) {
  use(() => useLostFocus(), null)
  const main = document.body.appendChild(document.createElement('main'))
  main.id = 'main'
  main.tabIndex = -1
  main.innerHTML = parts
  return main
}

const one = (selector: string) => document.querySelector(selector) as HTMLElement
test('the focus of a part that is gone goes to the screen', async () => {
  const main = pageWith('<button id="end">End</button><p></p>')
  one('#end').focus()
  one('#end').remove()
  main.append('Ended.')
  await until(() => expect(document.activeElement).toBe(one('#main')))
})

test('the focus of a button that is off now goes to the screen', async () => {
  pageWith('<button id="unban">Unban</button>')
  one('#unban').focus()
  one('#unban').setAttribute('disabled', '')
  one('#unban').blur()
  await until(() => expect(document.activeElement).toBe(one('#main')))
})

test('the focus of a form that gave way to its outcome goes to the title of its dialog', async () => {
  pageWith('<dialog open><h2 tabindex="-1">Ban</h2><form><input id="why"></form></dialog>')
  one('#why').focus()
  one('form').remove()
  await until(() => expect(document.activeElement).toBe(one('h2')))
})

test('a focus that stands elsewhere by now is left where it is', async () => {
  const main = pageWith('<button id="end">End</button><button id="other">Other</button>')
  one('#end').focus()
  one('#other').focus()
  one('#end').remove()
  main.append('Ended.')
  await until(() => expect(main.textContent).toContain('Ended.'))
  expect(document.activeElement).toBe(one('#other'))
})

test('a person who left a part that stays has no focus put anywhere', async () => {
  const main = pageWith('<button id="end">End</button><p id="text"></p>')
  one('#end').focus()
  one('#end').blur()
  await Promise.resolve()
  one('#end').remove()
  one('#text').textContent = 'Ended.'
  await until(() => expect(main.textContent).toBe('Ended.'))
  expect(document.activeElement).toBe(document.body)
})
