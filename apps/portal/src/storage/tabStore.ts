const prefix = 'sso.'

/**
 * The work of a player that a reload must not lose, in this tab alone and as JSON. Storage that is
 * blocked, full or filled with junk counts as empty.
 */
export const tabStore = {
  read(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
    } catch {
      return null
    }
  },

  write(name: string, value: unknown): void {
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(value))
    } catch {
      // No storage: see above.
    }
  },

  forget(name: string): void {
    try {
      sessionStorage.removeItem(prefix + name)
    } catch {
      // No storage: see above.
    }
  },

  /** When the player of this tab leaves for good: all but where the tab is heading. */
  clear(): void {
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
