import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { isUnderPolicy } from '../../deployments/secondStepPolicy.ts'
import { listApps } from '../../database/auth/authenticatorApps.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { readSecurityOverview } from '../../database/auth/factors.ts'
import { listTrust } from '../../database/auth/trustedBrowsers.ts'
import { factorBits } from '../../database/schema/values.ts'
import { browserOfMark } from '../../platform/browserOf.ts'
import { passkeyOf, signal } from '../passkeys/readPasskeys.ts'
import { handler, type PlayerCall } from '../authServices.ts'
import { trustHashOf } from '../session/requiredSecondStep.ts'

/**
 * Answers the caller's ways to sign in, without any secret. One statement for a player with a
 * password alone, and one more for each other kind. Where the deployment has neither the section
 * nor strong sign-in, it is refused to a player without anything to remove.
 */
export const readSecurity = handler('readSecurity', async (context) => {
  const { deployment, rules, services, caller, refuse } = context
  const isOffered = rules.hasSecuritySection || rules.offersStrongSignIn
  if (!isOffered && caller.factors === 0) throw refuse('ERROR_NOT_ALLOWED')
  const { name } = deployment
  const { kysely } = services.database
  const player = await readSecurityOverview(kysely, name, caller.player_id)
  if (!player) throw refuse('ERROR_NOT_ALLOWED')
  const { password_hash: hash, password_set_at: setAt, user_handle: handle } = player
  const has = (bit: number) => (player.factors & bit) !== 0
  const passkeys = has(factorBits.passkey)
    ? await listPasskeysOf(kysely, name, caller.player_id)
    : []
  const apps = has(factorBits.app) ? await listApps(kysely, name, caller.player_id) : []
  return {
    HasPassword: hash !== null,
    PasswordSetAt: hash === null ? null : (setAt?.toISOString() ?? null),
    Leaked: player.leak_found_at !== null,
    TwoStep: has(factorBits.twoStep),
    ...(isUnderPolicy(deployment, caller) ? { IsRequired: true as const } : {}),
    Passkeys: passkeys.map(passkeyOf),
    Signal:
      handle === null ? null : signal(deployment, Buffer.from(handle), player.username, passkeys),
    Apps: apps.map(({ id, name: called, confirmed_at, last_used_at }) => ({
      Id: id,
      Name: called,
      AddedAt: (confirmed_at ?? services.clock.now()).toISOString(),
      LastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    Services: await servicesOf(context),
    HeldUntil: future(player.held_until, services.clock.now()),
    DeletionAt: player.deletion_due_at?.toISOString() ?? null,
    RecoveryAt: player.recovery_due_at?.toISOString() ?? null,
    CodesLeft: player.codes_left,
    Trusted: has(factorBits.twoStep) ? await trustedBrowsers(context) : [],
  }
})

/** A moment that is ahead; null for any other. */
function future(at: Date | null, now: Date): string | null {
  return at !== null && at > now ? at.toISOString() : null
}

/** The linked accounts that are a way in, or may become one. */
async function servicesOf({ deployment, services, caller }: PlayerCall) {
  const { kysely } = services.database
  const linked = await listConnectionsOf(kysely, deployment.name, caller.player_id)
  return identityProviderNames.flatMap((name) => {
    const row = linked.find(({ canonical_name }) => canonical_name === name)
    if (!row || !(row.signs_in || offersSignInWith(deployment, name))) return []
    return [
      {
        CanonicalName: name,
        Name: identityProviderOf(name).title,
        AccountName: row.account_name,
        SignsIn: row.signs_in,
      },
    ]
  })
}

async function trustedBrowsers({ deployment, services, caller, clientContext }: PlayerCall) {
  const { database, clock, key } = services
  const { player_id: playerId } = caller
  const trusted = await listTrust(database.kysely, deployment.name, playerId, clock.now())
  const own = trustHashOf(key, clientContext.cookie('trust'), playerId)
  return trusted.map(({ id, browser: mark, token_hash: token, expires_at: until }) => {
    const { browser, system } = browserOfMark(mark)
    return {
      Id: id,
      Browser: browser,
      System: system,
      Until: until.toISOString(),
      IsThis: own?.equals(token) === true,
    }
  })
}
