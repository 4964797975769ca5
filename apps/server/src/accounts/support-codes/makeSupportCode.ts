import { lifetimes } from '@gatehouse/contract/limits'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { insertIncident } from '../../database/operations/supportCodeStatements.ts'
import { openNote } from '../../http/supportCodes.ts'
import { after } from '../../platform/clock.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { handler } from '../accountServices.ts'
import { hashesOfCode, newSupportCode } from './supportCode.ts'

/** The kept parts of an incident; all but the note are as the browser says. */
export interface KeptIncident {
  readonly note: string
  readonly screen: string
  readonly language: string
  /** The sentences that the screen showed. */
  readonly read: string
  readonly userAgent: string
}

export const makeSupportCode = handler('makeSupportCode', async (context) => {
  const { deployment, services, clientContext, input, refuse } = context
  await consumeOrRefuse(context, 'supportCodes', clientContext.address)
  const { Incident: note, Screen: screen, Language: language, Read: read } = input.body
  const { key, clock, database } = services
  const now = clock.now()
  const incident = openNote(note, key.incidents, deployment, now)
  if (incident === null) throw refuse('INVALID_REQUEST')
  const code = newSupportCode()
  const expires = after(now, lifetimes.supportCode)
  const { userAgent } = clientContext
  const kept: KeptIncident = { note, screen, language, read, userAgent }
  const [hash] = hashesOfCode(key.incidents, deployment.name, code)
  if (hash === undefined) throw new Error('A new code is none.')
  await insertIncident(database.kysely, {
    deployment: deployment.name,
    code_hash: hash,
    player_id: incident.player ?? null,
    sealed: seal(kept, key.incidents),
    made_at: now,
    expires_at: expires,
  })
  return { Code: code, ExpireAt: expires.toISOString() }
})
