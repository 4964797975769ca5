const prefix = 'sso.'

/** What the browser does not store, as long as the page lasts. */
const unstored = new Map<string, string>()

/**
 * The work of a player that a reload must not lose, in this tab alone and as JSON. Storage that is
 * filled with junk counts as empty. What does not go into one that is blocked or full outlives no reload.
 */
export const tabStore = {
  read(name: string): unknown {
    try {
      return JSON.parse(unstored.get(name) ?? sessionStorage.getItem(prefix + name) ?? 'null')
    } catch {
      return null
    }
  },

  write(name: string, value: unknown): void {
    unstored.delete(name)
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(value))
    } catch {
      // A server that renders a page ahead keeps nothing.
      if (typeof document !== 'undefined') unstored.set(name, JSON.stringify(value))
    }
  },

  forget(name: string): void {
    unstored.delete(name)
    try {
      sessionStorage.removeItem(prefix + name)
    } catch {
      // No storage: see above.
    }
  },

  /** When the player of this tab leaves for good: all but where the tab is heading. */
  clear(): void {
    for (const name of unstored.keys()) if (name !== 'visit') unstored.delete(name)
    try {
      const names = Object.keys(sessionStorage).filter(
        (name) => name.startsWith(prefix) && name !== `${prefix}visit`,
      )
      for (const name of names) sessionStorage.removeItem(name)
    } catch {
      // No storage: see above.
    }
  },
}
