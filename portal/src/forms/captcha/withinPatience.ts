/** How long a captcha service may take before it counts as unreachable, in milliseconds. */
const patience = 10_000

/** What the work gives. Rejects when it takes longer than a player would wait. */
export function withinPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The captcha does not answer.')), patience)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
