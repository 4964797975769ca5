// Where the time of a page goes: its requests, and what its process did until it was usable.
import { makeSlowPhone, watchPage } from './measurePage.mjs'
import { tableOf } from './tableOf.mjs'

/** The browser's names of what is done, each with its own time without what it encloses. */
const phases = {
  'parse (ms)': ['ParseHTML', 'ParseAuthorStyleSheet', 'CSSParserImpl::parseStyleSheet'],
  'script, compiled (ms)': ['v8.compile', 'v8.compileModule', 'V8.CompileCode'],
  'script, run (ms)': [
    'EvaluateScript',
    'v8.evaluateModule',
    'FunctionCall',
    'RunMicrotasks',
    'BlinkScheduler_PerformMicrotaskCheckpoint',
    'EventDispatch',
    'TimerFire',
    'FireAnimationFrame',
    'v8.run',
  ],
  'style (ms)': ['UpdateLayoutTree', 'Document::recalcStyle'],
  'layout (ms)': ['Layout', 'PrePaint'],
  'paint (ms)': ['Paint', 'PaintImage', 'Layerize', 'Commit', 'UpdateLayer'],
}

const categories = ['devtools.timeline', 'blink.user_timing', 'loading', 'v8', 'toplevel']
/** Milliseconds in which every page is usable. */
const patience = 5000

/**
 * Tables in Markdown of the log-in, the account and a floor: the time of each phase, and the
 * requests.
 */
export async function tracePages(browser, { floors, portal, player, rounds }) {
  const { elsewhere } = floors
  const traced = [floors.pages[0], floors.pages[2], ...portal.pages].filter(
    ({ name }) => name.startsWith('floor') || name === 'login' || name.startsWith('account'),
  )
  const phasesOfPages = new Map()
  const waterfalls = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, isSignedIn = false, ...page } of traced) {
      const state = isSignedIn ? player : {}
      const { phases, requests } = await tracePage(browser, { elsewhere, ...page, state })
      waterfalls.set(name, requests)
      for (const [span, figures] of Object.entries(phases)) {
        const row = `${name}, ${span}`
        phasesOfPages.set(row, [...(phasesOfPages.get(row) ?? []), figures])
      }
    }
  }
  const tables = [...waterfalls].map(([name, requests]) => waterfallOf(name, requests))
  return [tableOf(phasesOfPages), ...tables].join('\n\n')
}

/** Requests as the browser saw them, and the time of each phase until the first paint and until the page is usable. */
async function tracePage(browser, { elsewhere, address, usable, state = {} }) {
  const tab = await browser.openTab({ locale: 'en', ...state })
  await tab.goTo(elsewhere)
  await makeSlowPhone(tab)
  await watchPage(tab, usable)
  const events = await browser.trace(async () => {
    await tab.send('Page.navigate', { url: address })
    await new Promise((next) => setTimeout(next, patience))
  }, categories)
  const requests = await tab.evaluate(`(${String(readRequests)})()`)
  await tab.close()
  return { requests, phases: phasesOf(events) }
}

/** Runs in the page. */
function readRequests() {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ]
  return entries.map(({ name, startTime, responseStart, responseEnd, encodedBodySize }) => ({
    name: new URL(name).pathname,
    from: startTime,
    first: responseStart,
    last: responseEnd,
    bytes: encodedBodySize,
  }))
}

function phasesOf(events) {
  const end = events.find(({ name }) => name === 'bench.usable')
  const own = events.filter(({ pid, tid }) => pid === end?.pid && tid === end?.tid)
  const parsed = own.find(({ name, args }) => name === 'ParseHTML' && args.beginData?.url)
  const start = events.findLast(({ name, ts }) => name === 'navigationStart' && ts <= parsed.ts)
  const paint = own.find(({ name, ts }) => name === 'firstContentfulPaint' && ts >= parsed.ts)
  const times = selfTimes(own.filter(({ ph, ts }) => ph === 'X' && ts >= start.ts && ts <= end.ts))
  const sums = (until) =>
    Object.fromEntries(
      Object.entries(phases).map(([phase, names]) => {
        const found = times.filter(({ name, ts }) => names.includes(name) && ts <= until)
        return [phase, found.reduce((total, { self }) => total + self, 0) / 1000]
      }),
    )
  return {
    'until the first paint': { 'at (ms)': (paint.ts - start.ts) / 1000, ...sums(paint.ts) },
    'until usable': { 'at (ms)': (end.ts - start.ts) / 1000, ...sums(end.ts) },
  }
}

/** Events with the time that none of those inside them has. */
function selfTimes(events) {
  const sorted = events
    .map(({ name, ts, dur = 0 }) => ({ name, ts, end: ts + dur, self: dur }))
    .toSorted((a, b) => a.ts - b.ts || b.end - a.end)
  const open = []
  for (const event of sorted) {
    while (open.length > 0 && open.at(-1).end <= event.ts) open.pop()
    const outer = open.at(-1)
    if (outer !== undefined) outer.self -= Math.min(event.end, outer.end) - event.ts
    open.push(event)
  }
  return sorted
}

/** The requests of a page in Markdown, in milliseconds from the start. */
function waterfallOf(name, requests) {
  const rows = requests.map(({ name: path, from, first, last, bytes }) =>
    [
      path.replace(/-[\w-]{8}(?=\.)/, '').replaceAll(/[\w-]{40,}/g, '…'),
      ...[from, first, last].map(Math.round),
      (bytes / 1000).toFixed(1),
    ].join(' | '),
  )
  return [
    `| ${name} | asked | first byte | last byte | KB |`,
    '|---|---:|---:|---:|---:|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}
