// A separate Chromium for measured pages, driven by the DevTools protocol alone. A testing library
// would run its own scripts in the page before its largest paint, a tenth of a second of the slow
// phone, and its script interception makes V8 parse React twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-renderer-backgrounding',
  '--disable-sync',
  // A proxy of ours signs for itself.
  '--ignore-certificate-errors',
  '--remote-debugging-port=0',
]

/**
 * Starts the browser. `openTab` gives a tab of an empty profile, `trace` the events of what is done
 * meanwhile, `processorTime` the seconds that all its processes have used; `close` ends the browser.
 */
export async function openBrowser(executablePath) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-browser-'))
  const child = spawn(executablePath, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const protocol = await connect(await addressOf(child))
  return {
    openTab: (state) => openTab(protocol, state),
    trace: (act, categories) => trace(protocol, act, categories),
    async processorTime() {
      const { processInfo } = await protocol.send('SystemInfo.getProcessInfo')
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
    },
    async close() {
      protocol.close()
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A browser that is asked for any port says which it has. */
async function addressOf(child) {
  let said = ''
  for await (const chunk of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += chunk
    const [, address] = /listening on (ws:\S+)/.exec(said) ?? []
    if (address === undefined) continue
    child.stderr.resume()
    return address
  }
  throw new Error(`The browser does not start:\n${said}`)
}

/** Commands and events of the protocol, each of a session, that is of a tab. */
async function connect(address) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const asked = new Map()
  const listeners = new Map()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, sessionId, method, params, result, error } = JSON.parse(data)
    if (id === undefined) {
      for (const listener of listeners.get(`${sessionId} ${method}`) ?? []) listener(params)
      return
    }
    const { resolve, reject, command } = asked.get(id)
    asked.delete(id)
    if (error === undefined) resolve(result)
    else reject(new Error(`${command}: ${error.message}`))
  })
  return {
    send(command, params = {}, sessionId) {
      const id = (last += 1)
      const { promise, resolve, reject } = Promise.withResolvers()
      asked.set(id, { resolve, reject, command })
      socket.send(JSON.stringify({ id, sessionId, method: command, params }))
      return promise
    },
    on(sessionId, event, listener) {
      const key = `${sessionId} ${event}`
      listeners.set(key, [...(listeners.get(key) ?? []), listener])
    },
    off: (sessionId, event) => listeners.delete(`${sessionId} ${event}`),
    close: () => socket.close(),
  }
}

async function trace({ send, on, off }, act, includedCategories) {
  const events = []
  const { promise: isWhole, resolve: end } = Promise.withResolvers()
  on(undefined, 'Tracing.dataCollected', ({ value }) => events.push(...value))
  on(undefined, 'Tracing.tracingComplete', end)
  await send('Tracing.start', { traceConfig: { includedCategories } })
  await act()
  await send('Tracing.end')
  await isWhole
  off(undefined, 'Tracing.dataCollected')
  off(undefined, 'Tracing.tracingComplete')
  return events
}

/**
 * The state of a new visitor.
 * @type {{ cookies: object[], origins: { origin: string, localStorage: { name: string, value:
 * string }[] }[] }}
 */
const newVisitor = { cookies: [], origins: [] }

/**
 * A tab with the cookies and stored items of `storageState`, which the testing library writes, and
 * of a reader of `locale`.
 */
async function openTab({ send, on }, { storageState: { cookies, origins } = newVisitor, locale }) {
  const { browserContextId } = await send('Target.createBrowserContext')
  await send('Storage.setCookies', { cookies, browserContextId })
  const page = { url: 'about:blank', browserContextId }
  const { targetId } = await send('Target.createTarget', page)
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const tab = {
    send: (command, params) => send(command, params, sessionId),
    on: (event, listener) => on(sessionId, event, listener),
    close: () => send('Target.disposeBrowserContext', { browserContextId }),
    async evaluate(expression) {
      const found = await tab.send('Runtime.evaluate', { expression, returnByValue: true })
      if (found.exceptionDetails !== undefined) throw new Error(`${expression} threw.`)
      return found.result.value
    },
    /** Goes to a page, and returns when it has loaded. */
    async goTo(url) {
      const loaded = new Promise((resolve) => tab.on('Page.loadEventFired', resolve))
      await tab.send('Page.navigate', { url })
      await loaded
    },
  }
  const { userAgent } = await send('Browser.getVersion')
  await tab.send('Page.enable')
  await tab.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale })
  for (const { origin, localStorage } of origins) {
    await tab.goTo(`${origin}/assets/`)
    for (const item of localStorage) {
      const [name, value] = [item.name, item.value].map((text) => JSON.stringify(text))
      await tab.evaluate(`localStorage.setItem(${name}, ${value})`)
    }
  }
  return tab
}
