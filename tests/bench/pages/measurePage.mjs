import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

/** Lighthouse's phone of medium speed. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/**
 * Lighthouse's slow 4G, as the browser's own tools emulate it: latency for each request, bytes a
 * second.
 */
export const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
/** Milliseconds without a request after which a page is done. */
const rest = 2000
/** Milliseconds after which it is not waited for any longer. */
const patience = 30_000

/** Makes a tab of `openBrowser` the slow phone; `isLineSlow`: its line is slow already. */
export async function makeSlowPhone(tab, isLineSlow = false) {
  const { viewport, deviceScaleFactor, isMobile, hasTouch } = phone
  const screen = { ...viewport, deviceScaleFactor, mobile: isMobile }
  await tab.send('Emulation.setDeviceMetricsOverride', screen)
  await tab.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  await tab.send('Network.enable')
  if (!isLineSlow) await tab.send('Network.emulateNetworkConditions', slow4G)
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Leaves the next page's figures in its `watched`: its largest paint, its shifts, when its element is there. */
export async function watchPage(tab, usable, isInShadow = false) {
  const given = [usable, isInShadow].map((one) => JSON.stringify(one)).join()
  const source = `(${String(watchPaints)})(${given})`
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source })
}

/**
 * Loads a page with an empty cache and from another site, as players come to it. The browser
 * therefore starts a process for each page; in an empty tab it starts one only for pages apart from
 * their opener. `usable` selects an element of the usable page. With `isSecondVisit` its files are in
 * the cache.
 */
export async function measurePage(
  tab,
  { elsewhere, address, usable, isLineSlow, isInShadow, isSecondVisit = false },
) {
  if (isSecondVisit) {
    await tab.goTo(address)
    while (!(await tab.evaluate(`document.querySelector(${JSON.stringify(usable)}) !== null`))) {
      await setTimeout(100)
    }
    // It fetches ahead when it is idle.
    await setTimeout(rest)
  }
  await tab.goTo(elsewhere)
  await makeSlowPhone(tab, isLineSlow)
  await watchPage(tab, usable, isInShadow)
  await tab.send('Performance.enable')
  const asked = new Map()
  const done = []
  let last = Date.now()
  const end = last + patience
  tab.on('Network.requestWillBeSent', ({ requestId, type, request, timestamp }) => {
    // An inlined image makes no request.
    if (request.url.startsWith('data:')) return
    asked.set(requestId, { kind: type, from: timestamp })
    last = Date.now()
  })
  tab.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    last = Date.now()
    const { kind } = asked.get(requestId) ?? {}
    if (kind !== undefined) done.push({ requestId, kind, bytes: encodedDataLength, at: timestamp })
  })
  await tab.send('Page.navigate', { url: address })
  let isUsable = false
  while (!isUsable && Date.now() < end) {
    while (Date.now() - last < rest) await setTimeout(100)
    // Only now: a question runs in the page.
    isUsable = (await tab.evaluate('globalThis.watched.usable')) > 0
  }
  const { metrics } = await tab.send('Performance.getMetrics')
  const script = metrics.find(({ name }) => name === 'ScriptDuration').value
  const watched = await tab.evaluate('globalThis.watched')
  if (!isUsable) throw new Error(`${address} has no ${usable}.`)
  const page = done.find(({ kind }) => kind === 'Document')
  const { body, base64Encoded } = await tab.send('Network.getResponseBody', {
    requestId: page.requestId,
  })
  const inlined = inlinedScript(String(Buffer.from(body, base64Encoded ? 'base64' : 'utf8')))
  const until = asked.get(page.requestId).from + watched.usable / 1000
  const sum = (kind, end = Infinity) =>
    done
      .filter((each) => each.kind === kind && each.at <= end)
      .reduce((total, { bytes }) => total + bytes, 0)
  return {
    'LCP (s)': watched.paint / 1000,
    'usable (s)': watched.usable / 1000,
    CLS: watched.shift,
    'script (ms)': script * 1000,
    'requests before usable': done.filter(({ at }) => at <= until).length,
    'script before usable (KB)': (inlined + sum('Script', until)) / 1000,
    'script (KB)': (inlined + sum('Script')) / 1000,
    'style (KB)': sum('Stylesheet') / 1000,
    'fonts (KB)': sum('Font') / 1000,
    'all (KB)': done.reduce((total, { bytes }) => total + bytes, 0) / 1000,
  }
}

/** Runs in the page by its text, before the page's own scripts. */
function watchPaints(usable, isInShadow) {
  const watched = (globalThis.watched = { paint: 0, shift: 0, usable: 0 })
  new PerformanceObserver((list) => {
    watched.paint = list.getEntries().at(-1).startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) watched.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const isThere = (root) =>
    root.querySelector(usable) !== null ||
    (isInShadow &&
      [...root.querySelectorAll('*')].some((one) => one.shadowRoot && isThere(one.shadowRoot)))
  const look = () => {
    if (watched.usable > 0 || !isThere(document)) return
    watched.usable = performance.mark('bench.usable').startTime
    changes.disconnect()
  }
  // As soon as the element is there: a page that is looked at now and then seems late, and asking
  // whether it is seen would lay it out.
  const changes = new MutationObserver(look)
  changes.observe(document, { subtree: true, childList: true, attributes: true })
  // The page around it gets no event of changes there.
  if (isInShadow) setInterval(look, 50)
}

/** The compressed bytes of the scripts that a page holds in itself. */
function inlinedScript(html) {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].filter(
    ([, attributes]) => !/\bsrc=|type="(?:application\/json|importmap)"/.test(attributes),
  )
  return scripts.reduce((total, [, , text]) => total + brotliCompressSync(text).length, 0)
}
