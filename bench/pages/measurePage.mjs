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

/**
 * Loads a page with an empty cache and from another site, as players come to it. The browser
 * therefore starts a process for each page; in an empty tab it starts one only for pages apart from
 * their opener. `usable` selects an element of the usable page.
 */
export async function measurePage(context, { elsewhere, address, usable }) {
  const page = await context.newPage()
  await page.goto(elsewhere)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Performance.enable')
  await tools.send('Network.emulateNetworkConditions', slow4G)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const kinds = new Map()
  const done = []
  let last = Date.now()
  tools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    // An inlined image makes no request.
    if (request.url.startsWith('data:')) return
    kinds.set(requestId, type)
    last = Date.now()
  })
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!kinds.has(requestId)) return
    done.push({ kind: kinds.get(requestId), bytes: encodedDataLength, at: Date.now() })
    last = Date.now()
  })
  await page.addInitScript(watchPaints)
  const from = Date.now()
  const answer = await page.goto(address, { waitUntil: 'commit' })
  await page.locator(usable).first().waitFor({ state: 'visible' })
  const until = Date.now()
  while (Date.now() - last < rest) await new Promise((next) => setTimeout(next, 100))
  const { metrics } = await tools.send('Performance.getMetrics')
  const script = metrics.find(({ name }) => name === 'ScriptDuration').value
  const { paint, shift } = await page.evaluate(() => globalThis.watched)
  const inlined = inlinedScript(await answer.text())
  const sum = (kind, end = Infinity) =>
    done
      .filter((each) => each.kind === kind && each.at <= end)
      .reduce((total, { bytes }) => total + bytes, 0)
  return {
    'LCP (s)': paint / 1000,
    'usable (s)': (until - from) / 1000,
    CLS: shift,
    'script (ms)': script * 1000,
    'requests before usable': done.filter(({ at }) => at <= until).length,
    'script before usable (KB)': (inlined + sum('Script', until)) / 1000,
    'script (KB)': (inlined + sum('Script')) / 1000,
    'style (KB)': sum('Stylesheet') / 1000,
    'fonts (KB)': sum('Font') / 1000,
    'all (KB)': done.reduce((total, { bytes }) => total + bytes, 0) / 1000,
  }
}

/** Runs in the page before its own scripts. */
function watchPaints() {
  const watched = (globalThis.watched = { paint: 0, shift: 0 })
  new PerformanceObserver((list) => {
    watched.paint = list.getEntries().at(-1).startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) watched.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The compressed bytes of the scripts that a page holds in itself. */
function inlinedScript(html) {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].filter(
    ([, attributes]) => !/\bsrc=|type="(?:application\/json|importmap)"/.test(attributes),
  )
  return scripts.reduce((total, [, , text]) => total + brotliCompressSync(text).length, 0)
}
