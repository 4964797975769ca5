/**
 * Runs work in this process repeatedly, with this many milliseconds between the end of a run and
 * the next one, also after a failed run; returns the function that ends this.
 */
export function repeatEvery(
  milliseconds: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tick = () => {
    run()
      .catch(onError)
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, milliseconds)
      })
  }
  tick()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
