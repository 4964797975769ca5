import type { Adapter, AdapterPayload } from 'oidc-provider'

const entriesKept = 2000
const nothing = () => Promise.resolve(undefined)

/** The storage of an OpenID provider between requests. It ends with the process. */
export interface Journal {
  readonly adapter: (model: string) => Adapter
  /** Returns the subject of a code. */
  readonly subjectOfCode: (code: string) => string | null
  /** Expires a code. */
  readonly expire: (code: string) => void
}

export function createJournal(): Journal {
  const entries = new Map<string, AdapterPayload>()
  const codeAt = (code: string) => entries.get(`AuthorizationCode ${code}`)

  function adapter(model: string): Adapter {
    const keyOf = (id: string) => `${model} ${id}`
    return {
      async upsert(id, payload) {
        // The provider keeps no session: tests and people choose an account each time.
        if (model === 'Session') return
        entries.set(keyOf(id), payload)
        const [oldest] = entries.keys()
        if (entries.size > entriesKept && oldest !== undefined) entries.delete(oldest)
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUserCode: nothing,
      findByUid: nothing,
      async consume(id) {
        const entry = entries.get(keyOf(id))
        if (entry) entry.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, entry] of entries) if (entry.grantId === grantId) entries.delete(key)
      },
    }
  }

  return {
    adapter,
    subjectOfCode: (code) => codeAt(code)?.accountId ?? null,
    expire(code) {
      const entry = codeAt(code)
      if (entry) entry.exp = 1
    },
  }
}
