import { hashOf } from '../../platform/crypto/secrets.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { type Executor, insertRow, ofDeployment } from '../schema/executor.ts'
import type { MailLinkKind } from '../schema/values.ts'
import { keyOf } from './players.ts'

export interface LinkOwner {
  readonly playerId: number
  readonly email: string
  /** True for a player of this very transaction, who has no older links. */
  readonly isNew?: boolean
}

interface NewMailLink {
  readonly kind: MailLinkKind
  /** Only its hash is kept. */
  readonly token: string
  readonly expiresAt: Date
  /** Of the browser that registered; a link that takes the place of another one keeps its own. */
  readonly browserHash?: Buffer | null
}

/** Issues a link; older ones of the same kind and player end with it. */
export async function issueMailLink(
  transaction: Executor,
  deployment: string,
  { kind, token, expiresAt, browserHash = null }: NewMailLink,
  owner: LinkOwner,
  now: Date,
): Promise<void> {
  const older =
    owner.isNew === true ? null : await endOlder(transaction, deployment, kind, owner.playerId, now)
  await insertRow(transaction, 'mail_links', {
    deployment,
    token_hash: hashOf(token),
    kind,
    player_id: owner.playerId,
    email: keyOf(owner.email),
    created_at: now,
    expires_at: expiresAt,
    browser_hash: browserHash ?? older,
  })
}

/** Ends the open link of a kind and player; answers the browser that it was bound to. */
async function endOlder(
  transaction: Executor,
  deployment: string,
  kind: MailLinkKind,
  playerId: number,
  now: Date,
): Promise<Buffer | null> {
  const ended = await transaction
    .updateTable('mail_links')
    .set({ superseded_at: now })
    .$call(ofDeployment(deployment))
    .where('player_id', '=', playerId)
    .where('kind', '=', kind)
    .where('superseded_at', 'is', null)
    .returning('browser_hash')
    .execute()
  return ended.find(({ browser_hash }) => browser_hash !== null)?.browser_hash ?? null
}

type LinkUse =
  | {
      readonly outcome: 'used'
      readonly playerId: number
      /** Of the browser that registered; null where none is known. */
      readonly browserHash: Buffer | null
    }
  | { readonly outcome: 'repeated'; readonly playerId: number }
  | { readonly outcome: 'unknown' | 'expired' }

/**
 * Uses a link: one conditional update decides which use is first. A link that was used since
 * `repeatableSince`, and that nothing has overtaken, says so and may succeed again.
 */
export async function takeMailLink(
  transaction: Executor,
  deployment: string,
  kind: MailLinkKind,
  token: SecretLookup,
  now: Date,
  repeatableSince: Date,
): Promise<LinkUse> {
  const taken = await transaction
    .updateTable('mail_links as link')
    .from('players')
    .set({ used_at: now })
    .whereRef('players.deployment', '=', 'link.deployment')
    .whereRef('players.id', '=', 'link.player_id')
    .whereRef('players.email_key', '=', 'link.email')
    .where('link.deployment', '=', deployment)
    .where('link.token_hash', '=', token.hash)
    .where('link.player_id', '=', token.playerId)
    .where('link.kind', '=', kind)
    .where('link.used_at', 'is', null)
    .where('link.superseded_at', 'is', null)
    .where('link.expires_at', '>', now)
    .returning(['link.player_id', 'link.browser_hash'])
    .executeTakeFirst()
  if (taken) {
    return { outcome: 'used', playerId: taken.player_id, browserHash: taken.browser_hash }
  }
  const link = await linkOf(transaction, deployment, kind, token)
    .select(['link.player_id', 'link.used_at', 'link.expires_at'])
    .where('link.superseded_at', 'is', null)
    .executeTakeFirst()
  if (!link) return { outcome: 'unknown' }
  if (link.used_at === null) return { outcome: 'expired' }
  return link.used_at > repeatableSince
    ? { outcome: 'repeated', playerId: link.player_id }
    : { outcome: 'unknown' }
}

/** A link to the present address of its player. */
function linkOf(executor: Executor, deployment: string, kind: MailLinkKind, token: SecretLookup) {
  return executor
    .selectFrom('mail_links as link')
    .innerJoin('players', (join) =>
      join
        .onRef('players.deployment', '=', 'link.deployment')
        .onRef('players.id', '=', 'link.player_id')
        .onRef('players.email_key', '=', 'link.email'),
    )
    .where('link.deployment', '=', deployment)
    .where('link.token_hash', '=', token.hash)
    .where('link.player_id', '=', token.playerId)
    .where('link.kind', '=', kind)
}

type LinkState =
  | { readonly state: 'open'; readonly playerId: number }
  | { readonly state: 'unknown' | 'expired' }

/** The state of a link. Does not use the link. */
export async function readMailLink(
  executor: Executor,
  deployment: string,
  kind: MailLinkKind,
  token: SecretLookup,
  now: Date,
): Promise<LinkState> {
  const link = await linkOf(executor, deployment, kind, token)
    .select(['link.player_id', 'link.expires_at'])
    .where('link.used_at', 'is', null)
    .where('link.superseded_at', 'is', null)
    .where('players.banned_at', 'is', null)
    .executeTakeFirst()
  if (!link) return { state: 'unknown' }
  return link.expires_at > now ? { state: 'open', playerId: link.player_id } : { state: 'expired' }
}

/**
 * The player to whose present address a link was sent, whether it still works or not; null for
 * none.
 */
export async function findLinkOwner(
  executor: Executor,
  deployment: string,
  kind: MailLinkKind,
  token: SecretLookup,
): Promise<number | null> {
  const link = await linkOf(executor, deployment, kind, token)
    .select('link.player_id')
    .executeTakeFirst()
  return link?.player_id ?? null
}
