/**
 * Lets arrow keys and gamepads move the focus, for screens across a room; arrows stay in a field with
 * text. The page works without it.
 */
export const moveFocus = `(() => {
const all = () => [...document.querySelectorAll('main :is(a[href],button,input:not([type=hidden]))')]
const move = (by) => {
const list = all(), at = list.indexOf(document.activeElement)
const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by
list[Math.min(Math.max(next, 0), list.length - 1)]?.focus()
}
const side = document.documentElement.dir === 'rtl' ? -1 : 1
const steps = { ArrowDown: 1, ArrowUp: -1, ArrowRight: side, ArrowLeft: -side }
addEventListener('keydown', (event) => {
const by = steps[event.key]
if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
if (/Left|Right/.test(event.key) && event.target.value && event.target.matches('input')) return
event.preventDefault()
move(by)
})
let held = ''
const read = () => {
for (const pad of navigator.getGamepads()) {
if (!pad) continue
const [x = 0, y = 0] = pad.axes, is = (button) => pad.buttons[button]?.pressed
const press = is(12) || y < -.6 ? 'ArrowUp' : is(13) || y > .6 ? 'ArrowDown'
: is(14) || x < -.6 ? 'ArrowLeft' : is(15) || x > .6 ? 'ArrowRight' : is(0) ? 'press' : ''
if (press !== held) {
held = press
if (steps[press]) move(steps[press])
else if (press) document.activeElement.click()
}
break
}
requestAnimationFrame(read)
}
addEventListener('gamepadconnected', () => requestAnimationFrame(read), { once: true })
})()`
