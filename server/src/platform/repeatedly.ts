/**
 * Runs something again and again, with so many milliseconds between the end of a run and the next
 * one, whether it went well or not; returns what ends it.
 */
export function repeatedly(
  milliseconds: number,
  run: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tick = () => {
    run()
      .catch(onFault)
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
