import { maskEmail } from '@gatehouse/contract/display'
import type { ShownByAct } from '@gatehouse/contract/activity'
import { readLedger } from '../../database/auth/ledger.ts'
import { listRewindsOf } from '../../database/auth/rewinds.ts'
import type { SafetyAct } from '../../database/schema/values.ts'
import { refuse } from '../../platform/apiError.ts'
import type { AuthCall } from '../authServices.ts'
import type { LinkFound } from './safetyLinks.ts'

/**
 * What a link has done, for who comes back to its page or presses again: the same as at first, as long as it
 * is so. Refuses a link whose act was stopped or is over since.
 */
export async function doneByLink(context: AuthCall, found: LinkFound, act: SafetyAct) {
  const { player } = found
  if (act === 'restore') return restoredByLink(context, found)
  const hasOpened = act === 'unfreeze' || act === 'finish'
  if (hasOpened && player.frozen_at !== null) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  return { Outcome: 'done' as const, Email: maskEmail(player.email) }
}

async function restoredByLink(
  { services, deployment }: AuthCall,
  { link, player, tenure }: LinkFound,
) {
  const { kysely } = services.database
  const usedAt = link.used_at ?? services.clock.now()
  const rewinds = await listRewindsOf(kysely, player)
  const asked = rewinds.findLast(
    ({ email_key: key, asked_at: at }) => key === link.email_key && at >= usedAt,
  )
  const Email = maskEmail(tenure.email)
  if (asked?.state === 'waiting') {
    return { Outcome: 'waits' as const, Email, Until: asked.due_at.toISOString() }
  }
  const acts = await readLedger(kysely, deployment.name, player.id, {
    kind: 'changes',
    since: usedAt,
    limit: 200,
  })
  const entry = acts.findLast(({ act }) => act === 'rewound')
  if (asked?.state !== 'done' || !entry) throw refuse('ERROR_SAFETY_LINK_EXPIRED')
  const { Since, NotRestored } = entry.shown as unknown as ShownByAct['rewound']
  const Until = player.held_until?.toISOString()
  return {
    Outcome: 'done' as const,
    Email,
    Since,
    NotRestored: [...NotRestored],
    ...(Until !== undefined && { Until }),
  }
}
