/** So many words of a press the console reads, each of at most so many characters. */
export const mostPressed = 5
export const longestPressed = 500

/**
 * The script of a frame of pictures. The console sends it the body of a request by a message; it puts
 * the picture in place of its page, and answers with the body of what it shows: the newest one, where
 * more came meanwhile, and again once there is a network. A sheet or a body that stays is not read
 * again, so a colour is seen at once. Scripts of a picture do not run.
 *
 * Nothing in a picture can be followed or sent: a press tells the console the words that are there, and
 * those of the line that they are part of.
 */
export const pictureScriptFor = (home: string) => `
const sheets = new Map()
let markup = ''
let shown = ''
let asked = ''
let isBusy = false
const pressable = new CSSStyleSheet()
pressable.replaceSync(
  '*{cursor:pointer!important}:hover:not(:has(:hover)){outline:3px solid Highlight!important}',
)
async function show(body) {
  const text = await fetch('', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
    .then((answer) => answer.text())
    .catch(() => 'The server cannot be reached. The picture follows your next change.')
  const page = new DOMParser().parseFromString(text, 'text/html')
  const styles = [...page.querySelectorAll('style')].map((style) => {
    style.remove()
    return style.textContent
  })
  for (const style of styles) {
    if (!sheets.has(style)) sheets.set(style, await new CSSStyleSheet().replace(style))
  }
  for (const style of sheets.keys()) if (!styles.includes(style)) sheets.delete(style)
  // A page waits for its scripts, which do not come: its words can be pressed nevertheless.
  for (const part of page.querySelectorAll('[inert]')) part.inert = false
  const { outerHTML } = page.documentElement
  if (outerHTML !== markup) document.documentElement.replaceWith(page.documentElement)
  markup = outerHTML
  document.adoptedStyleSheets = [...styles.map((style) => sheets.get(style)), pressable]
}
async function follow() {
  if (isBusy) return
  isBusy = true
  try {
    while (asked !== shown) {
      shown = asked
      await show(shown)
    }
  } finally {
    isBusy = false
  }
  parent.postMessage(shown, '${home}')
}
addEventListener('message', ({ origin, data }) => {
  if (origin !== '${home}') return
  asked = data
  follow()
})
addEventListener('online', () => {
  shown = ''
  follow()
})
addEventListener(
  'click',
  (event) => {
    event.preventDefault()
    event.stopPropagation()
    const said = []
    for (let at = event.target; at instanceof Element && said.length < ${mostPressed}; at = at.parentElement) {
      const words = at.getAttribute('placeholder') ?? at.getAttribute('alt') ?? at.textContent
      said.push(words.slice(0, ${longestPressed}))
      if (!getComputedStyle(at).display.startsWith('inline')) break
    }
    parent.postMessage({ said }, '${home}')
  },
  true,
)
parent.postMessage('', '${home}')`
