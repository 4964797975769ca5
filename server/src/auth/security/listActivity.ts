import { readLedger } from '../../database/auth/readLedger.ts'
import { browserOfMark } from '../../platform/browserOf.ts'
import { handler } from '../services/handler.ts'

const page = 50

/** Answers what was done to the caller's account, a page at a time, the newest first. */
export const listActivity = handler(
  'listActivity',
  async ({ input: { query }, deployment, services, caller }) => {
    const { kind, before } = query
    const found = await readLedger(services.database.kysely, deployment.name, caller.player_id, {
      kind,
      before,
      // One more tells whether there are more.
      limit: page + 1,
    })
    const entries = found.slice(0, page)
    return {
      Entries: entries.map(({ id, at, act, actor, family, browser: mark, shown }) => {
        const { browser, system } = browserOfMark(mark)
        return {
          Id: id,
          At: at.toISOString(),
          Act: act,
          Actor: actor,
          Browser: browser,
          System: system,
          IsThis: family === caller.family,
          Shown: { ...shown },
        }
      }),
      Next: found.length > page ? (entries.at(-1)?.id ?? null) : null,
    }
  },
)
