/**
 * The script of a frame of pictures. The console sends it the body of a request by a message; it puts
 * the picture in place of its page, and answers with the body of what it shows: the newest one, where
 * more came meanwhile, and again once there is a network. A sheet or a body that stays is not read
 * again, so a colour is seen at once. Scripts of a picture do not run.
 */
export const pictureScriptFor = (home: string) => `
const sheets = new Map()
let markup = ''
let shown = ''
let asked = ''
let isBusy = false
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
  const { outerHTML } = page.documentElement
  if (outerHTML !== markup) document.documentElement.replaceWith(page.documentElement)
  markup = outerHTML
  document.adoptedStyleSheets = styles.map((style) => sheets.get(style))
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
parent.postMessage('', '${home}')`
