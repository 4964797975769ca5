/**
 * Resolves when this turn of the event loop is over. What is answered in one turn leaves together then:
 * whoever waits is woken once for many.
 */
export function endOfTick(): Promise<void> {
  return new Promise((go) => void setImmediate(go))
}
