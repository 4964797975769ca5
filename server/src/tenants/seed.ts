import { inTransaction } from '../database/connection/inTransaction.ts'
import { partnerSlug } from '@gatehouse/contract/display'
import type { Executor } from '../database/connection/openDatabase.ts'
import type { PartnerIdentity } from '../database/federation/partnerPlayers.ts'
import { keyOf } from '../database/accounts/players.ts'
import type { Deployment } from './deployments.ts'
import { hashOf } from '../platform/crypto/secrets.ts'
import type { TenantServices } from './tenantServices.ts'

/* Sample data for a development machine. The passwords are public, so production refuses it. */

const password = 'Welcome2Gatehouse'
const shortPassword = 'Welcome2Gate'

interface Seed {
  readonly username: string
  readonly email: string
  readonly state: 'confirmed' | 'unconfirmed' | 'banned' | 'by-partner'
}

const seeds: readonly Seed[] = [
  { username: 'PlayerOne', email: 'player@example.com', state: 'confirmed' },
  { username: 'PlayerTwo', email: 'second@example.com', state: 'confirmed' },
  { username: 'Unconfirmed', email: 'unconfirmed@example.com', state: 'unconfirmed' },
  { username: 'Banned', email: 'banned@example.com', state: 'banned' },
  { username: 'Partnered', email: 'partnered@example.com', state: 'by-partner' },
  { username: 'Rival', email: 'rival@example.com', state: 'confirmed' },
]

/** The partner's subjects for the seeded players; its stand-in knows the same ones. */
const partneredSubject = '2001'
const knownSubject = '1001'

interface SeedHasher {
  readonly passwords: { hash(password: string): Promise<string> }
}

/** Seeds every deployment once; existing rows stay as they are. */
export async function seed(services: TenantServices & SeedHasher): Promise<void> {
  const { deployments, database, passwords, clock } = services
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
      const asksShort = deployment.rules.passwordHint === 'eight-to-sixteen-mixed-case'
      await seedPlayers(transaction, deployment, asksShort ? shortHash : hash, now)
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
  const rows = seeded.map(({ username, email, state }) => ({
    deployment,
    username,
    username_key: keyOf(username),
    email,
    email_key: keyOf(email),
    password_hash: state === 'by-partner' ? null : hash,
    auth_type: state === 'by-partner' ? (2 as const) : (1 as const),
    auth_partner: state === 'by-partner' ? (partnered?.[1].name ?? null) : null,
    titles: username === 'PlayerOne' ? 'Map Maker;VIP' : '',
    created_at: now,
    confirmed_at: state === 'unconfirmed' ? null : now,
    email_proof: state === 'unconfirmed' ? null : ('earlier' as const),
    banned_at: state === 'banned' ? now : null,
  }))
  await transaction
    .insertInto('players')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await transaction
    .insertInto('blocks')
    .columns(['deployment', 'player_id', 'blocked_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('players as blocker')
        .innerJoin('players as blocked', 'blocked.deployment', 'blocker.deployment')
        .select([
          'blocker.deployment',
          'blocker.id as player_id',
          'blocked.id as blocked_id',
          eb.val(now).as('created_at'),
        ])
        .where('blocker.deployment', '=', deployment)
        .where('blocker.username_key', '=', 'playerone')
        .where('blocked.username_key', 'in', ['playertwo', 'rival']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (!partnered) return
  const identity = { username: 'Partnered', partner: partnered[0], subject: partneredSubject }
  await linkToPartner(transaction, deployment, identity, now)
}

/** The player whom the partner of a deployment has verified before. */
async function seedKnownPlayer(transaction: Executor, deployment: Deployment, now: Date) {
  const { name, configuration } = deployment
  const partner = partnerSlug(configuration.PartnerName)
  const username = `Known${configuration.PartnerName.replaceAll(/\W/g, '')}`
  const email = `known@${partner}.example`
  await transaction
    .insertInto('players')
    .values({
      deployment: name,
      username,
      username_key: keyOf(username),
      email,
      email_key: keyOf(email),
      auth_type: 2,
      auth_partner: deployment.partners.get(partner)?.name ?? configuration.PartnerName,
      created_at: now,
      confirmed_at: now,
      email_proof: 'partner',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await linkToPartner(transaction, name, { username, partner, subject: knownSubject }, now)
}

async function linkToPartner(
  transaction: Executor,
  deployment: string,
  { username, partner, subject }: PartnerIdentity & { readonly username: string },
  now: Date,
) {
  await transaction
    .insertInto('partner_players')
    .columns(['deployment', 'partner', 'subject', 'player_id', 'linked_at'])
    .expression((eb) =>
      eb
        .selectFrom('players')
        .select([
          'deployment',
          eb.val(partner).as('partner'),
          eb.val(subject).as('subject'),
          'id as player_id',
          eb.val(now).as('linked_at'),
        ])
        .where('deployment', '=', deployment)
        .where('username_key', '=', keyOf(username)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function seedAccessKeys(transaction: Executor, deployment: string, now: Date) {
  const free = Array.from({ length: 20 }, (_, index) => ({
    value: `FREE-KEY-${String(index + 1).padStart(4, '0')}`,
    used_at: null,
  }))
  const rows = [...free, { value: 'USED-KEY-0001', used_at: now }].map(({ value, used_at }) => ({
    deployment,
    value_hash: hashOf(value),
    created_at: now,
    used_at,
  }))
  await transaction
    .insertInto('access_keys')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
  await transaction
    .insertInto('email_rules')
    .values(emailRules.map(([domain, kind]) => ({ deployment, domain, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
