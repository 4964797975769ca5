/** Sends a form once: a second press in the next seconds would cancel the first one's answer. */
export const sendOnce = `(() => {
let sentAt = -Infinity
addEventListener('submit', (event) => {
if (event.timeStamp - sentAt < 5000) event.preventDefault()
else sentAt = event.timeStamp
})
addEventListener('pageshow', () => { sentAt = -Infinity })
})()`
