/** How long clients may take to forget their visitor, in milliseconds. */
const patience = 2000

/**
 * Shows pages of clients without a server in frames that nobody sees, which forget their visitor (OpenID
 * Connect Front-Channel Logout). Settles when all have loaded; one that is slow or down holds nobody.
 */
export async function showFrames(addresses: readonly string[]): Promise<void> {
  const frames = addresses.map(frameOf)
  const loads = frames.map(
    (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
  )
  const wait = new Promise((resolve) => setTimeout(resolve, patience))
  document.body.append(...frames)
  await Promise.race([Promise.all(loads), wait])
  // On the way to another page of the portal, what they have begun goes on for a moment.
  void wait.then(() => frames.map((frame) => frame.remove()))
}

function frameOf(address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts', 'allow-same-origin')
  frame.hidden = true
  frame.src = address
  return frame
}
