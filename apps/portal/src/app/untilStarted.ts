/**
 * Prepares the start of the portal. While that fails, the page's own notice stands over the screen, which
 * keeps what was typed: 'Try again' and the return of the network begin the next try.
 */
export async function untilStarted<Result>(
  root: HTMLElement,
  prepare: () => Promise<Result>,
): Promise<Result> {
  const notice = document.getElementById('late')
  for (;;) {
    try {
      const result = await prepare()
      root.inert = false
      return result
    } catch (error) {
      // oxlint-disable-next-line no-console -- without a configuration no screen can show it
      console.error('The portal cannot start.', error)
      root.inert = true
      notice?.setAttribute('data-failed', '')
      await nextTry(notice)
      notice?.removeAttribute('data-failed')
    }
  }
}

function nextTry(notice: HTMLElement | null): Promise<void> {
  return new Promise((resolve) => {
    const stopped = new AbortController()
    const retry = (event: Event) => {
      event.preventDefault()
      stopped.abort()
      resolve()
    }
    const { signal } = stopped
    addEventListener('online', retry, { signal })
    notice?.querySelector('a[href=""]')?.addEventListener('click', retry, { signal })
  })
}
