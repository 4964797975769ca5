import { createOutbound } from '../platform/http-client/outbound.ts'
import type { ActServices } from './orders/perform.ts'

/** Milliseconds for the identity provider to answer: a person waits. */
const patience = 3000

/** The parts that a server needs to work, as it finds them now: those of the console where there is one. */
export async function readHealth({ database, settings, staffRoles }: ActServices) {
  const { CONSOLE_URL: hasConsole, STAFF_ISSUER: issuer = '' } = settings
  const [ofDatabase, ofProvider] = await Promise.all([
    database.readiness.describe(),
    hasConsole === undefined ? null : lookAt(issuer),
  ])
  return [
    { part: 'database', status: ofDatabase },
    ...(ofProvider === null
      ? []
      : [
          { part: 'roles file', status: staffRoles.refusal ?? ok },
          { part: 'identity provider', status: ofProvider },
        ]),
  ].map((each) => ({ ...each, isGood: each.status === ok }))
}

const ok = 'ok'

/** Asks the identity provider of staff for its description, as each sign-in does. */
async function lookAt(issuer: string): Promise<string> {
  // Another one at each look: it leaves no service alone, and forgets what failed before.
  const ask = createOutbound('Identity provider of staff', patience)
  try {
    const { ok: isAnswer, status } = await ask(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    )
    return isAnswer ? ok : `it answers ${status}; people who are signed in go on`
  } catch (error) {
    return `${(error as Error).message} People who are signed in go on.`
  }
}
