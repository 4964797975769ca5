// @vitest-environment happy-dom
import { reportFailure, watchFailures } from '@gatehouse/ui/reportFailure'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderToString } from 'react-dom/server'
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx'
import { holdInput } from './replayInput.ts'
import { draw, takeOver } from './takeOver.ts'

let told: Record<string, unknown>[] = []
let text: Promise<void>[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  told = []
  text = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  Object.assign(navigator, {
    sendBeacon(path: string, body: Blob) {
      text.push(body.text().then((json) => void told.push({ path, ...JSON.parse(json) })))
      return true
    },
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** What the server has heard once a page that stays has told everything. */
const reports = async () => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(5000)
  await Promise.all(text)
  return told.map(({ Kind, Name, Screen }) => ({ Kind, Name, Screen }))
}

function Form() {
  return (
    <form>
      <label htmlFor="name">Name</label>
      <input id="name" name="Username" />
      <input name="Password" type="password" />
      <button type="submit">Log in</button>
    </form>
  )
}

/** A page as it comes, with what was typed before the portal. */
function openPage(path = '/login') {
  history.replaceState(null, '', `${path}?code=SECRET`)
  const page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = renderToString(<Form />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)
  const type = (name: string, value: string) => {
    const found = field(name)
    if (found !== null) found.value = value
    found?.focus()
  }
  type('Username', 'PlayerOne')
  type('Password', 'Correct-horse-7')
  return { page, field }
}

describe('an element of somebody else between ours', () => {
  test.each([
    [
      'before a field',
      '/login',
      (page: HTMLElement) => page.querySelector('input')?.before(document.createElement('img')),
    ],
    [
      'in place of a label',
      '/register',
      (page: HTMLElement) =>
        page.querySelector('label')?.replaceWith(document.createElement('font')),
    ],
  ])('%s takes nothing that was typed, nor the focus, and is told', async (_, path, intrude) => {
    const { page, field } = openPage(path)
    intrude(page)
    const root = takeOver(page, <Form />)
    expect(field('Username')?.value).toBe('PlayerOne')
    expect(field('Password')?.value).toBe('Correct-horse-7')
    expect(document.activeElement).toBe(field('Password'))
    expect(await reports()).toEqual([{ Kind: 'hydration', Name: 'Error', Screen: path }])
    root.unmount()
  })

  test('takes no press either', () => {
    const { page } = openPage()
    const button = page.querySelector('button')
    page.querySelector('input')?.before(document.createElement('img'))
    globalThis.earlyInput = { shownAt: 0, presses: button ? [button] : [], stop: () => undefined }
    const replay = holdInput(page)
    const root = takeOver(page, <Form />)
    const pressed: EventTarget[] = []
    page.addEventListener('click', ({ target }) => target && pressed.push(target))
    replay()
    expect(button?.isConnected).toBe(false)
    expect(pressed).toEqual([page.querySelector('button')])
    root.unmount()
  })

  test('is not there: nothing is told, and every element stays', async () => {
    const { page, field } = openPage()
    const before = field('Username')
    const root = takeOver(page, <Form />)
    expect(field('Username')).toBe(before)
    expect(await reports()).toEqual([])
    root.unmount()
  })
})

test('what breaks is told by its name and its screen, once, and with nothing else', async () => {
  history.replaceState(null, '', '/account/security?code=SECRET')
  watchFailures(() => '/account/security')
  class BrokenError extends Error {
    override readonly name = 'BrokenError'
  }
  function Broken(): never {
    throw new BrokenError('of player@example.com')
  }
  const page = document.body.appendChild(document.createElement('div'))
  for (let times = 0; times < 3; times += 1) {
    const root = draw(
      page,
      <ErrorBoundary cause={times} fallback={() => 'sorry'}>
        <Broken />
      </ErrorBoundary>,
    )
    await vi.waitFor(() => expect(page.textContent).toBe('sorry'))
    root.unmount()
  }
  dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: new RangeError('of a name') }),
  )
  dispatchEvent(
    Object.assign(new Event('error'), { error: null, filename: 'https://tags.test/x.js' }),
  )
  dispatchEvent(
    Object.assign(new Event('error'), {
      error: new TypeError('theirs'),
      filename: 'https://tags.test/x.js',
    }),
  )
  dispatchEvent(
    Object.assign(new Event('unhandledrejection'), {
      reason: Object.assign(new Error('left'), { name: 'AbortError' }),
    }),
  )
  expect(await reports()).toEqual([
    { Kind: 'screen', Name: 'BrokenError', Screen: '/account/security' },
    { Kind: 'script', Name: 'RangeError', Screen: '/account/security' },
  ])
  expect(JSON.stringify(told)).not.toMatch(/SECRET|player@|of a name/)
  expect(told.map(({ path }) => path)).toEqual(['/failures', '/failures'])
})

test('a page that is left tells nothing of what it had begun', async () => {
  reportFailure('screen', new Error('ended by the browser'), '/account')
  dispatchEvent(new Event('pagehide'))
  expect(await reports()).toEqual([])
})
