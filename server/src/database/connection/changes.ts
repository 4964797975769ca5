/** Who wants to know when something that is remembered may have changed. */
export class Changes {
  readonly #listeners: (() => void)[] = []

  readonly listen = (listener: () => void): void => {
    this.#listeners.push(listener)
  }

  /** Is told each statement that was run; of a transaction its end too, when others see what it did. */
  hear(statement: string): void {
    if (statement !== 'commit' && !changesWhoIsWho(statement)) return
    for (const listener of this.#listeners) listener()
  }
}

/** Whether a statement may change who a bearer belongs to. That somebody new logs in changes nobody. */
function changesWhoIsWho(statement: string): boolean {
  return /\b(update|delete)\b/i.test(statement) && /\b(players|sessions|bearers)\b/i.test(statement)
}
