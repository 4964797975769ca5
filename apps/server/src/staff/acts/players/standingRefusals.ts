import type { Player } from '../../../database/accounts/players.ts'
import { needsSecondFactor } from '../../../database/schema/values.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'

/** The parts of a player's state that some acts depend on. */
export interface PlayerState {
  readonly at: Deployment
  readonly found: Player
  /** Services with a linked account. */
  readonly linked: readonly string[]
  readonly now: Date
}

type Standing = (state: PlayerState) => ActRefusedError | null

/**
 * The refusals that a player's state decides before an act: the act asks for its own, and the page of
 * the player shows all of them.
 */
const standing = {
  'players unban': ({ found: { username, banned_at } }) =>
    banned_at === null
      ? new ActRefusedError(`${username} is not banned.`, { code: 'NOT_BANNED' })
      : null,
  'players freeze': ({ at, found: { username, frozen_at } }) => {
    if (!at.rules.hasSecuritySection) {
      return new ActRefusedError(
        `${at.name} has no security section, so the player could not come back: log the player out everywhere, or ban the player.`,
      )
    }
    return frozen_at === null ? null : alreadyFrozen(username)
  },
  'players resend-confirmation': (state) => {
    const { username, confirmed_at } = state.found
    if (confirmed_at === null) return byPartner(state)
    return new ActRefusedError(`${username} has confirmed the address already.`)
  },
  'players send-recovery': byPartner,
  'recovery open': ({ at, found }) =>
    at.rules.hasSecuritySection && needsSecondFactor(found.factors)
      ? null
      : new ActRefusedError(
          `${found.username} can get in without a second factor, or this portal has no recovery.`,
          {
            code: 'NOT_DUE',
          },
        ),
  'players accept-mail': ({ found: { username, mail_refused_at } }) =>
    mail_refused_at === null
      ? new ActRefusedError(`The address of ${username} refuses no mail.`, { code: 'NOT_DUE' })
      : null,
  'players unlink': ({ found: { username, frozen_at, held_until: until }, linked, now }) => {
    if (frozen_at !== null) {
      const message = `${username} is frozen; it opens by the link of its mail.`
      return new ActRefusedError(message, { code: 'ACCOUNT_HELD' })
    }
    // A thief who cannot unlink it asks support to.
    if (until !== null && until > now) {
      const message = `Changes of ${username} are on hold until ${until.toISOString()}.`
      return new ActRefusedError(message, { code: 'ACCOUNT_HELD' })
    }
    return linked.length === 0
      ? new ActRefusedError(`${username} has no linked account.`, { code: 'NOT_LINKED' })
      : null
  },
} as const satisfies Readonly<Record<string, Standing>>

export function alreadyFrozen(username: string): ActRefusedError {
  return new ActRefusedError(`${username} is frozen already.`, { code: 'ALREADY' })
}

/** The refusal of a player who has neither a password nor a link of a mail; null for others. */
function byPartner({ found }: Pick<PlayerState, 'found'>): ActRefusedError | null {
  const { username, auth_type: way, auth_partner: partner } = found
  if (way !== 2) return null
  const by = partner ?? 'a partner'
  return new ActRefusedError(`${username} logs in by ${by}: there is no password and no link.`)
}

/** Throws the refusal of an act that the state of its player decides. */
export function refuseStanding(name: keyof typeof standing, state: PlayerState): void {
  const refusal = standing[name](state)
  if (refusal !== null) throw refusal
}

/** The refusals that stand against acts on a player now. */
export function standingRefusals(state: PlayerState) {
  return Object.entries<Standing>(standing).flatMap(([act, find]) => {
    const refusal = find(state)
    return refusal === null ? [] : [{ act, why: refusal.message }]
  })
}
