import { lifetimes } from '@gatehouse/contract/limits'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { insertSupportCode } from '../../database/operations/supportCodeStatements.ts'
import { openNote } from '../../http/supportCodes.ts'
import { after } from '../../platform/clock.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { handler } from '../accountServices.ts'
import { hashesOfCode, newSupportCode } from './supportCode.ts'

/** What a support code opens; all but the note is as the browser says. */
export interface SupportCodeContents {
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
  const opened = openNote(note, key.supportCodes, deployment, now)
  if (opened === null) throw refuse('INVALID_REQUEST')
  const code = newSupportCode()
  const expires = after(now, lifetimes.supportCode)
  const { userAgent } = clientContext
  const kept: SupportCodeContents = { note, screen, language, read, userAgent }
  const [hash] = hashesOfCode(key.supportCodes, deployment.name, code)
  if (hash === undefined) throw new Error('A new code is none.')
  await insertSupportCode(database.kysely, {
    deployment: deployment.name,
    code_hash: hash,
    player_id: opened.player ?? null,
    sealed: seal(kept, key.supportCodes),
    made_at: now,
    expires_at: expires,
  })
  return { Code: code, ExpireAt: expires.toISOString() }
})
