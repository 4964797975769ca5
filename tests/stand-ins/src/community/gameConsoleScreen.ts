import { generate } from 'lean-qr'
import { html, type Html } from '../platform/page.ts'

/** The screen of the game console. */
export type GameConsoleScreen =
  | { readonly step: 'start' | 'refused' | 'expired' }
  | {
      readonly step: 'code'
      readonly code: string
      /** The player compares it with the phone. */
      readonly number: string
      readonly address: string
      readonly complete: string
    }
  | { readonly step: 'player'; readonly name: string }

/** The whole screen: read at three metres, moved over by arrows or a gamepad. */
export function screenOf(screen: GameConsoleScreen): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Lantern Console</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body data-step="${screen.step}">
        <main>${contentOf(screen)}</main>
        <script>
          ${raw(script)}
        </script>
      </body>
    </html>`.html
}

function contentOf(screen: GameConsoleScreen): Html {
  if (screen.step === 'code') return codeOf(screen)
  if (screen.step === 'player') {
    return html`<h1>Welcome, ${screen.name}</h1>
      ${button('/game-console/sign-out', 'Sign out')}`
  }
  const [heading, label] = {
    start: ['Lantern Console', 'Sign in'],
    refused: ['No player was signed in', 'Show a new code'],
    expired: ['That code is over', 'Show a new code'],
  }[screen.step]
  return html`<h1>${heading ?? ''}</h1>
    ${button('/game-console/begin', label ?? '')}`
}

function codeOf({ code, number, address, complete }: GameConsoleScreen & { step: 'code' }): Html {
  const place = address.replace(/^https?:\/\//, '')
  return html`<h1>Sign in with your phone</h1>
    <div class="ways">
      ${qrCode(complete)}
      <dl>
        <dt>Scan, or open</dt>
        <dd class="place">${place}</dd>
        <dt>Code</dt>
        <dd class="code">${code}</dd>
        <dt>Then pick the number</dt>
        <dd class="number">${number}</dd>
      </dl>
    </div>
    ${button('/game-console/begin', 'Show a new code')}`
}

function button(action: string, label: string): Html {
  return html`<form method="post" action="${action}"><button autofocus>${label}</button></form>`
}

function qrCode(text: string): Html {
  const code = generate(text)
  const rim = 4
  const side = code.size + 2 * rim
  const modules: string[] = []
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) modules.push(`M${x + rim} ${y + rim}h1v1h-1z`)
    }
  }
  return html`<svg
    viewBox="0 0 ${side} ${side}"
    role="img"
    aria-label="QR code of the address"
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${side}v${side}H0z" />
    <path fill="#000" d="${modules.join('')}" />
  </svg>`
}

const raw = (text: string): Html => ({ html: text })

const style = `
:root { color-scheme: dark; font: 3.4vh/1.3 system-ui, sans-serif }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; place-content: center; padding: 4vh 5vw;
  background: #14161c; color: #f4f1ea }
main { display: grid; gap: 4vh; justify-items: center; text-align: center }
h1 { font-size: 6vh; line-height: 1.1 }
.ways { display: grid; grid-template-columns: 52vh auto; gap: 6vw; align-items: center;
  text-align: left }
svg { inline-size: 52vh; block-size: 52vh }
dt { color: #b9b6ad }
dd { margin-block-end: 2vh; font-weight: 650 }
.place { font-size: 4.4vh }
.code { font: 650 8vh/1.1 ui-monospace, monospace; letter-spacing: .06em; white-space: nowrap }
.number { font: 700 15vh/1 ui-monospace, monospace; color: #ffc45c }
button { font: inherit; font-weight: 650; padding: 2vh 4vw; min-block-size: 9vh;
  border: 0; border-radius: 1.5vh; background: #ffc45c; color: #201600; cursor: pointer }
button:focus-visible { outline: 1vh solid #fff; outline-offset: .8vh }
`

/** Arrows and a gamepad press what a remote control would; the screen follows the sign-in. */
const script = `
const all = () => [...document.querySelectorAll('button')]
const move = (by) => {
  const list = all(), at = list.indexOf(document.activeElement)
  list[Math.min(Math.max(at + by, 0), list.length - 1)]?.focus()
}
addEventListener('keydown', ({ key }) => {
  if (/^Arrow(Down|Right)$/.test(key)) move(1)
  if (/^Arrow(Up|Left)$/.test(key)) move(-1)
})
let held = false
const read = () => {
  const isPressed = navigator.getGamepads().some((pad) => pad?.buttons[0]?.pressed)
  if (isPressed && !held) document.activeElement.click()
  held = isPressed
  requestAnimationFrame(read)
}
addEventListener('gamepadconnected', () => requestAnimationFrame(read), { once: true })
const { step } = document.body.dataset
if (step === 'code') {
  setInterval(async () => {
    const now = await (await fetch('/game-console/step')).json()
    if (now.step !== step) location.reload()
  }, 1000)
}
`
