/** Loads a service's script into the page. Rejects when it is blocked or does not come. */
export function loadScript(url: URL): Promise<void> {
  const script = document.createElement('script')
  script.src = url.href
  script.async = true
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The captcha cannot be loaded.')))
    document.head.append(script)
  })
  return withinTimeout(loaded).catch((error: unknown) => {
    // A second script can only be tried when the first is gone.
    script.remove()
    throw error
  })
}

/** How long a captcha service may take before it counts as unreachable, in milliseconds. */
const timeout = 10_000

/** The result of the work. Rejects when it takes longer than a player would wait. */
export function withinTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The captcha does not answer.')), timeout)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
