// The frames of the living scene, on a processor four times slower, beside the same page with a still
// one and beside a floor: a bare page whose one element, as large as the screen, moves. The browser's
// own trace says who makes the frames.
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../scripts/freePort.mjs'

const screen = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }
const slower = 4
/** Milliseconds from the first motion in which the scene has come, and the moon has gone to its place. */
const comes = 6000
/** Milliseconds that are traced while nothing is pressed. */
const watched = 3000
const long = 50_000
const moving = `document.getAnimations().filter(({ playState }) => playState === 'running').length`
const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
  'cc',
  'viz',
]
const pageWork = new Set(['UpdateLayoutTree', 'Layout', 'Paint', 'Layerize'])

/** The floor: its picture is drawn once and moved by the compositor alone. */
export async function openFloor() {
  const port = await freePort()
  const style =
    'body{margin:0}div{position:fixed;inset:0;background:linear-gradient(#246,#862);' +
    'animation:move 5s ease-in-out infinite alternate}@keyframes move{to{transform:translate(40px,0)}}'
  const page = `<!doctype html><html lang="en"><title>Floor</title><style>${style}</style><div></div>`
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  )
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    address: `http://localhost:${port}/`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** A page while nothing is pressed: its frames, and the work of its own thread. */
export async function measureRest(browser, { address, state = {}, isLiving }) {
  const tab = await openSlow(browser, state)
  await tab.goTo(address)
  if (isLiving) await until(tab, `${moving} > 0`)
  await setTimeout(comes)
  if (!isLiving && (await tab.evaluate(moving)) > 0) throw new Error(`${address} is not still.`)
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const events = await browser.trace(() => setTimeout(watched), categories)
  await tab.close()
  return figuresOf(events, watched)
}

/**
 * The press that sends the right password, until its next picture, and the frames from then until the
 * account stands.
 */
export async function measureGate(browser, { showcase, name, password }, isLiving) {
  const tab = await openSlow(browser, {})
  const { host } = new URL(showcase)
  await tab.send('Network.enable')
  await tab.send('Network.setCookie', {
    name: 'sso_consent_given',
    value: '1',
    domain: host.split(':')[0],
    url: showcase,
  })
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(watchGate)})()` })
  await tab.goTo(`${showcase}/login`)
  await until(tab, `document.querySelector('#root[data-alive]') !== null`)
  if (isLiving) await until(tab, `${moving} > 0`)
  await setTimeout(comes)
  await fill(tab, 'UsernameOrEmail', name)
  if (
    !(await tab.evaluate(`document.querySelector('[name=Password]')?.checkVisibility() === true`))
  )
    await press(tab)
  await until(tab, `document.querySelector('[name=Password]')?.checkVisibility() === true`)
  await fill(tab, 'Password', password)
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await tab.evaluate('globalThis.inputs.length = 0')
  let opened = 0
  const events = await browser.trace(async () => {
    await press(tab)
    const from = Date.now()
    // Questions would run in the page, before the picture that the press waits for.
    await setTimeout(1000)
    await until(tab, `location.pathname === '/account'`)
    await setTimeout(1500)
    opened = Date.now() - from
  }, categories)
  const { inputs, gates, path } = await tab.evaluate(
    '({ inputs: globalThis.inputs, gates: globalThis.gates, path: location.pathname })',
  )
  await tab.close()
  if (path !== '/account') throw new Error(`The log-in ended at ${path}.`)
  if (isLiving !== gates > 0) throw new Error(`${gates} gates have opened.`)
  return { 'INP (ms)': Math.max(0, ...inputs), ...figuresOf(events, opened) }
}

async function openSlow(browser, state) {
  const tab = await browser.openTab({ locale: 'en', ...state })
  await tab.send('Emulation.setDeviceMetricsOverride', screen)
  await tab.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'no-preference' }],
  })
  return tab
}

async function fill(tab, name, text) {
  await tab.evaluate(`document.querySelector('[name=${name}]').focus()`)
  await tab.send('Input.insertText', { text })
}

/** As a mouse does it. */
async function press(tab) {
  const [x, y] = await tab.evaluate(`(() => {
    const at = document.querySelector('form [type=submit]').getBoundingClientRect()
    return [at.x + at.width / 2, at.y + at.height / 2]
  })()`)
  const button = { x, y, button: 'left', clickCount: 1 }
  await tab.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button })
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button })
}

async function until(tab, expression) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await tab.evaluate(expression)) return
    await setTimeout(100)
  }
  throw new Error(`Never: ${expression}`)
}

/** Runs in the page before its own scripts. */
function watchGate() {
  globalThis.inputs = []
  globalThis.gates = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) globalThis.inputs.push(duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 })
  new MutationObserver(() => {
    if ('gate' in document.documentElement.dataset) globalThis.gates += 1
  }).observe(document, { subtree: true, attributeFilter: ['data-gate'] })
}

function figuresOf(events, milliseconds) {
  const threads = new Map(
    events
      .filter(({ name }) => name === 'thread_name')
      .map(({ pid, tid, args }) => [`${pid} ${tid}`, args.name]),
  )
  const on = (thread) => events.filter(({ pid, tid }) => threads.get(`${pid} ${tid}`) === thread)
  const drawn = on('VizCompositorThread').filter(
    ({ name, dur = 0 }) => name === 'DirectRenderer::DrawFrame' && dur > 0,
  )
  const page = on('CrRendererMain')
  const tasks = page.filter(({ name }) => name === 'RunTask').map(({ dur = 0 }) => dur)
  const seconds = milliseconds / 1000
  return {
    'frames a second': drawn.length / seconds,
    'dropped a second': events.filter(({ name }) => name === 'DroppedFrame').length / seconds,
    'drawing a frame (ms)': sum(drawn.map(({ dur }) => dur)) / 1000 / Math.max(1, drawn.length),
    'style, layout, paint': page.filter(({ name }) => pageWork.has(name)).length,
    'page’s thread (%)': sum(tasks) / 10 / milliseconds,
    'long tasks': tasks.filter((dur) => dur > long).length,
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0)
