import { maskEmail, titleNameOf } from '@gatehouse/contract/display'
import type { Identification } from '@gatehouse/contract/entities'
import { findByLogin, keyOf, type Player } from '../../database/accounts/players.ts'
import { consumeForPlayer } from '../rate-limits/consumeByAddress.ts'
import { handler } from '../handler.ts'
import { derived } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import { refuseBanned } from './bans.ts'
import { avatarUrlOf } from '../../tenants/avatarUrlOf.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { refuseUnknownPlayer } from './unknownPlayer.ts'

/**
 * Finds the player of a username or an address for the next step of the log-in. The address is
 * always masked, because the caller is anonymous. Refuses unknown and banned players, unless the
 * deployment protects against enumeration: then every name gets an answer of the same shape, with a
 * password and the deployment's first partner, of which the player knows the right one.
 */
export const identify = handler('identify', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { body } = input
  if (body.UsernameOrEmail === '') throw refuse('ERROR_USERNAME_EMPTY')
  const named =
    clientContext.knownBrowserCookie === null
      ? undefined
      : await findByLogin(services.database.kysely, deployment.name, body.UsernameOrEmail)
  const admission = await consumeForPlayer(context, 'identifications', named)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

  if (deployment.enumerationProtection === 'strict') {
    return decoy(services.key.decoys, deployment, body.UsernameOrEmail)
  }
  const player = await findByLogin(services.database.kysely, deployment.name, body.UsernameOrEmail)
  if (!player) return refuseUnknownPlayer(context, 'ERROR_USER_UNKNOWN')
  await refuseBanned(context, player)
  return identificationOf(deployment, player)
})

function identificationOf(deployment: Deployment, player: Player): Identification {
  return {
    AuthType: player.auth_type,
    AuthPartner: player.auth_partner,
    Id_User: player.id,
    Username: player.username,
    TitleName: titleNameOf(player.titles),
    Email: maskEmail(player.email),
    AvatarUrl: avatarUrlOf(deployment, player),
  }
}

/** Contains only the typed text, and an id that is always the same for the same name. */
function decoy([key]: Keys, deployment: Deployment, typed: string): Identification {
  const digest = derived(key, deployment.name, keyOf(typed))
  const isEmail = typed.includes('@')
  return {
    AuthType: 1,
    AuthPartner: firstPartnerOf(deployment),
    Id_User: Buffer.from(digest, 'base64url').readUIntBE(0, 5) + 1,
    Username: isEmail ? '' : typed,
    TitleName: '',
    Email: isEmail ? maskEmail(typed) : '',
    AvatarUrl: '',
  }
}

/** The partner whose players log in here, too; null without one. */
function firstPartnerOf({ partners }: Deployment): string | null {
  return [...partners.values()].find(({ enabled }) => enabled)?.name ?? null
}
