import { partnerSlug } from '@gatehouse/contract/display'
import {
  findByUsername,
  insertPlayerRows,
  type NewPlayerRow,
} from '../src/database/accounts/players.ts'
import {
  claim,
  claimNew,
  emailKey,
  partnerKey,
  unconfirmedEmailKey,
  usernameKey,
} from '../src/database/accounts/uniqueValues.ts'
import {
  findPartnerIdentity,
  insertPartnerIdentity,
  type PartnerIdentity,
} from '../src/database/federation/partnerPlayers.ts'
import type { Executor } from '../src/database/schema/executor.ts'
import { inTransaction } from '../src/database/transactions/inTransaction.ts'
import { SettingsError } from '../src/platform/config/settings.ts'
import { hashOf } from '../src/platform/crypto/secrets.ts'
import type { Deployment } from '../src/deployments/deployments.ts'
import { insertMissing } from '../src/deployments/syncCatalogues.ts'
import type { DeploymentServices } from '../src/deployments/deploymentServices.ts'

const password = 'Welcome2Gatehouse'
const shortPassword = 'Welcome2Gate'

/** The password of the sample players of a deployment. */
export function samplePasswordOf({ rules }: Deployment): string {
  return rules.passwordHint === 'eight-to-sixteen-mixed-case' ? shortPassword : password
}

/** The page to try it (docs/start/try.md) lists them. */
export const seeds = [
  { username: 'PlayerOne', email: 'player@example.com', state: 'confirmed' },
  { username: 'PlayerTwo', email: 'second@example.com', state: 'confirmed' },
  { username: 'Unconfirmed', email: 'unconfirmed@example.com', state: 'unconfirmed' },
  { username: 'Banned', email: 'banned@example.com', state: 'banned' },
  { username: 'Partnered', email: 'partnered@example.com', state: 'by-partner' },
  { username: 'Rival', email: 'rival@example.com', state: 'confirmed' },
] as const

/** The partner's subjects for the seeded players; its stand-in knows the same ones. */
const partneredSubject = '2001'
const knownSubject = '1001'

/**
 * Seeds every deployment once; existing rows stay as they are. Throws a SettingsError in production:
 * the passwords are public.
 */
export async function seed(
  services: DeploymentServices & {
    readonly passwords: { hash(password: string): Promise<string> }
  },
): Promise<void> {
  const { deployments, database, passwords, clock, settings } = services
  if (settings.NODE_ENV === 'production') {
    throw new SettingsError('Sample players have a public password: production has none.')
  }
  const hash = await passwords.hash(password)
  const shortHash = await passwords.hash(shortPassword)
  for (const deployment of deployments.all) {
    const now = clock.now()
    await inTransaction(database.kysely, async (transaction) => {
      await seedEmailRules(transaction, deployment)
      if (deployment.rules.signIn === 'by-partner') {
        await seedKnownPlayer(transaction, deployment, now)
        return
      }
      const isShort = samplePasswordOf(deployment) === shortPassword
      await seedPlayers(transaction, deployment, isShort ? shortHash : hash, now)
      await seedAccessKeys(transaction, deployment.name, now)
    })
  }
}

/** Without a partner in the deployment's file, no player is a partner's. */
async function seedPlayers(
  transaction: Executor,
  { name: deployment, partners }: Deployment,
  hash: string,
  now: Date,
) {
  const [partnered] = partners
  const seeded = seeds.filter(({ state }) => partnered || state !== 'by-partner')
  for (const { username, email, state } of seeded) {
    const isByPartner = state === 'by-partner'
    const isConfirmed = state !== 'unconfirmed'
    await seedPlayer(transaction, {
      deployment,
      username,
      email,
      password_hash: isByPartner ? null : hash,
      auth_type: isByPartner ? 2 : 1,
      auth_partner: isByPartner ? (partnered?.[1].name ?? null) : null,
      titles: username === 'PlayerOne' ? 'Map Maker;VIP' : '',
      created_at: now,
      confirmed_at: isConfirmed ? now : null,
      email_verified_by: isConfirmed ? 'import' : null,
      banned_at: state === 'banned' ? now : null,
    })
  }
  const blocker = await findByUsername(transaction, deployment, 'PlayerOne')
  for (const username of ['PlayerTwo', 'Rival']) {
    const blocked = await findByUsername(transaction, deployment, username)
    if (!blocker || !blocked) continue
    const pair = { player_id: blocker.id, blocked_id: blocked.id }
    await insertMissing(
      transaction.insertInto('blocks').values({ deployment, ...pair, created_at: now }),
    )
  }
  if (!partnered) return
  const identity = { username: 'Partnered', partner: partnered[0], subject: partneredSubject }
  await linkToPartner(transaction, deployment, identity, now)
}

/** Inserts a player unless the name or the address is taken. */
async function seedPlayer(
  transaction: Executor,
  row: Omit<NewPlayerRow, 'id' | 'username_key' | 'email_key'> & { readonly created_at: Date },
): Promise<void> {
  const { deployment, username, email, created_at: now } = row
  const address = row.confirmed_at ? emailKey(email) : unconfirmedEmailKey(email)
  const name = usernameKey(username)
  const claimed = await claimNew(transaction, deployment, [name, address], now)
  if ('refused' in claimed) return
  const keys = { username_key: name.value, email_key: address.value }
  await insertPlayerRows(transaction, [{ ...row, ...keys, id: claimed.playerId }])
}

/** The player whom the partner of a deployment has verified before. */
async function seedKnownPlayer(transaction: Executor, deployment: Deployment, now: Date) {
  const { name, configuration } = deployment
  const partner = partnerSlug(configuration.PartnerName)
  const username = `Known${configuration.PartnerName.replaceAll(/\W/g, '')}`
  await seedPlayer(transaction, {
    deployment: name,
    username,
    email: `known@${partner}.example`,
    auth_type: 2,
    auth_partner: deployment.partners.get(partner)?.name ?? configuration.PartnerName,
    created_at: now,
    confirmed_at: now,
    email_verified_by: 'partner',
  })
  await linkToPartner(transaction, name, { username, partner, subject: knownSubject }, now)
}

async function linkToPartner(
  transaction: Executor,
  deployment: string,
  { username, partner, subject }: PartnerIdentity & { readonly username: string },
  now: Date,
) {
  const player = await findByUsername(transaction, deployment, username)
  if (!player || (await findPartnerIdentity(transaction, deployment, player.id))) return
  const key = partnerKey(partner, subject)
  if (await claim(transaction, deployment, player.id, [key], now)) return
  await insertPartnerIdentity(transaction, deployment, player.id, { partner, subject }, now)
}

async function seedAccessKeys(transaction: Executor, deployment: string, created_at: Date) {
  const free = Array.from({ length: 20 }, (_, at) => `FREE-KEY-${String(at + 1).padStart(4, '0')}`)
  const rows = [...free, 'USED-KEY-0001'].map((value) => ({
    deployment,
    value_hash: hashOf(value),
    created_at,
    used_at: value.startsWith('USED') ? created_at : null,
  }))
  await insertMissing(transaction.insertInto('access_keys').values(rows))
}

const emailRules = [
  ['disposable.test', 'disposable'],
  ['unauthorized.test', 'unauthorized'],
  ['undeliverable.test', 'undeliverable'],
  ['highrisk.test', 'high-risk'],
  ['invalid.test', 'invalid'],
] as const

/** Rules of addresses to try. */
async function seedEmailRules(transaction: Executor, { name: deployment }: Deployment) {
  const rows = emailRules.map(([domain, kind]) => ({ deployment, domain, kind }))
  await insertMissing(transaction.insertInto('email_rules').values(rows))
}
