import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { freePort } from '../../../scripts/freePort.mjs'

/** A cookie as WebDriver tells it. */
interface Cookie {
  readonly name: string
  readonly value: string
  readonly httpOnly?: boolean
}

/** How WebDriver names an element of the page. */
type Element = Readonly<Record<string, string>>

/** For a busy machine; what passes does not wait. */
const patience = { timeout: 60_000 }

/** A screen that nobody sees, and WebDriver's server on it. */
export class Driver {
  readonly address: string
  readonly #processes: readonly ChildProcess[]

  static async start(): Promise<Driver> {
    const options = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
    const screen = spawn('Xvfb', ['-displayfd', '1', ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [display] = (await once(screen.stdout, 'data')) as [Buffer]
    const port = await freePort()
    const env = {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      LANGUAGE: 'en_GB',
      // Without a graphics card its painting by several threads crashes in Mesa at times.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    }
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env })
    const address = `http://127.0.0.1:${port}`
    await expect
      .poll(() =>
        fetch(`${address}/status`)
          .then(({ ok }) => ok)
          .catch(() => false),
      )
      .toBe(true)
    return new Driver(address, [driver, screen])
  }

  constructor(address: string, processes: readonly ChildProcess[]) {
    this.address = address
    this.#processes = processes
  }

  async end(): Promise<void> {
    for (const each of this.#processes) {
      const exited = once(each, 'exit')
      each.kill()
      await exited
    }
  }
}

/**
 * A browser of one player, driven by WebDriver (https://www.w3.org/TR/webdriver2): Debian's build of
 * WebKit, with its own small window.
 */
export class WebKit {
  readonly #session: string

  static async open({ address }: Driver, proxy: string): Promise<WebKit> {
    const manual = { proxyType: 'manual', httpProxy: proxy }
    const capabilities = { alwaysMatch: { proxy: manual } }
    const { sessionId } = (await send('POST', `${address}/session`, { capabilities })) as {
      sessionId: string
    }
    return new WebKit(`${address}/session/${sessionId}`)
  }

  constructor(session: string) {
    this.#session = session
  }

  end(): Promise<unknown> {
    return send('DELETE', this.#session)
  }

  goto(url: string): Promise<unknown> {
    return this.#do('url', { url })
  }

  /** WebDriver's own Back waits for a load, which a kept page may never have. */
  back(pages: number): Promise<unknown> {
    return this.run(`history.go(-${pages})`)
  }

  reload(): Promise<unknown> {
    return this.#do('refresh', {})
  }

  /** Returns what the body of a function returns in the page. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T> {
    return this.#do('execute/sync', { script: body, args }) as Promise<T>
  }

  async cookies(): Promise<readonly Cookie[]> {
    return (await send('GET', `${this.#session}/cookie`)) as readonly Cookie[]
  }

  addCookie(cookie: Cookie): Promise<unknown> {
    return this.#do('cookie', { cookie })
  }

  deleteCookie(name: string): Promise<unknown> {
    return send('DELETE', `${this.#session}/cookie/${name}`)
  }

  async picture(): Promise<Buffer> {
    return Buffer.from((await send('GET', `${this.#session}/screenshot`)) as string, 'base64')
  }

  /** In how many colours the element of an expression is painted, and how light that is, 0 to 255. */
  async looksOf(element: string): Promise<{ readonly colours: number; readonly light: number }> {
    const box = `const { x, y, width, height } = ${element}.getBoundingClientRect()`
    const picture = (await this.picture()).toString('base64')
    return this.run(`${box}${measurePicture}`, `data:image/png;base64,${picture}`)
  }

  /** Its window has a least width, which is a wide phone's. */
  async resize(width: number, height: number): Promise<void> {
    await this.#do('window/rect', { width, height })
    const isDone = width < 600 ? 'innerWidth < 600' : `innerWidth === ${width}`
    await expect.poll(() => this.run(`return ${isDone}`)).toBe(true)
  }

  /** Presses the button or link of exactly this name, in the open dialog if there is one. */
  press(name: string): Promise<void> {
    return this.#act(findControl, name, (element) => this.#do(`${element}/click`, {}))
  }

  /** Types into the field of this label, in the place of what it holds. */
  fill(label: string, text: string): Promise<void> {
    return this.#act(findField, label, async (element) => {
      await this.#do(`${element}/clear`, {})
      await this.#do(`${element}/value`, { text })
    })
  }

  /** Ticks the box whose name has these words. */
  tick(words: string): Promise<void> {
    return this.#act(findBox, words, (element) => this.#do(`${element}/click`, {}))
  }

  /** Waits until the page shows this text. */
  async sees(text: string): Promise<void> {
    const isSeen = `return document.body.innerText.toLowerCase().includes(arguments[0])`
    await this.#until(isSeen, text.toLowerCase(), true)
  }

  /** Waits until the page has an element that is seen. */
  async shows(selector: string): Promise<void> {
    const isShown = 'return document.querySelector(arguments[0])?.checkVisibility() === true'
    await this.#until(isShown, selector, true)
  }

  /** Waits until this address is open. */
  async isOn(url: string): Promise<void> {
    await this.#until('return location.href', '', url)
  }

  /** A page that is just being left answers nothing: it is asked again. */
  async #until(body: string, arg: string, expected: unknown): Promise<void> {
    await expect(async () => expect(await this.run(body, arg), arg).toBe(expected)).toPass(patience)
  }

  async #act(
    find: string,
    name: string,
    act: (element: string) => Promise<unknown>,
  ): Promise<void> {
    // Until it is there, and lies under nothing else.
    await expect(async () => {
      const found = await this.run<Element | null>(find, name)
      expect(found, name).not.toBeNull()
      await act(`element/${Object.values(found ?? {})[0] ?? ''}`)
    }).toPass(patience)
  }

  #do(command: string, body: object): Promise<unknown> {
    return send('POST', `${this.#session}/${command}`, body)
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(30_000)
  const answer = await fetch(url, { method, ...sent, signal }).catch((cause: unknown) => {
    throw new Error(`${method} ${url} has no answer.`, { cause })
  })
  const { value } = (await answer.json()) as { value: { message?: string; error?: string } }
  if (!answer.ok) throw new Error(`${url}: ${value.error ?? ''}: ${value.message ?? ''}`)
  return value
}

/* What runs in the page: a name is compared whatever its case, as a style sheet may write it. */

const scope = `
  const wanted = arguments[0].toLowerCase()
  const alive = document.querySelector('#root:not([data-alive])') === null
  const scope = alive ? [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document : null
  const all = (selector) => [...(scope?.querySelectorAll(selector) ?? [])].filter((each) => !each.disabled)
  const says = (text) => (text ?? '').replaceAll(/\\s+/g, ' ').trim().toLowerCase()
  const named = (ids) => ids.split(' ').map((id) => document.getElementById(id)?.innerText).join(' ')
  const nameOf = (each) => {
    const ids = each.getAttribute('aria-labelledby')
    return says(ids === null ? each.ariaLabel ?? each.innerText : named(ids))
  }
  // One that moves on would be pressed where it was.
  const isStill = (each) => {
    const { x, y } = each.getBoundingClientRect()
    const was = each.seenAt
    each.seenAt = x + ' ' + y
    return was === each.seenAt
  }
  const labelsOf = (each) => [...(each.labels ?? [])].map((label) => says(label.innerText))`
const findControl = `${scope}
  return all('button, a, summary, label').find((each) => each.checkVisibility() && nameOf(each) === wanted && isStill(each)) ?? null`
const findField = `${scope}
  return all('input, textarea, select').find((each) => labelsOf(each).includes(wanted) && isStill(each)) ?? null`
const findBox = `${scope}
  return all('input').find((each) => labelsOf(each).some((label) => label.includes(wanted)) && isStill(each)) ?? null`

const measurePicture = `
  const image = new Image()
  image.src = arguments[0]
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: innerWidth, height: innerHeight })
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const pixels = new Uint32Array(context.getImageData(x, y, width, height).data.buffer)
  const parts = [...pixels].map((pixel) => ((pixel & 255) + ((pixel >> 8) & 255) + ((pixel >> 16) & 255)) / 3)
  return { colours: new Set(pixels).size, light: parts.reduce((sum, part) => sum + part, 0) / parts.length }`
