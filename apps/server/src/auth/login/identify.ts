import { maskEmail, titleNameOf } from '@gatehouse/contract/display'
import type { Identification } from '@gatehouse/contract/entities'
import { findByLogin, keyOf } from '../../database/accounts/players.ts'
import { derived } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import { avatarUrlOf } from '../../deployments/avatarUrlOf.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { handler } from '../authServices.ts'
import { consumeForPlayer } from '../rate-limits/consumeByBrowser.ts'
import { refuseBanned } from './bans.ts'
import { keepRefusal } from './keepRefusal.ts'
import { refuseUnknownPlayer } from './logIn.ts'

/**
 * Finds the player of a username or an address for the next step of the log-in. The address is
 * always masked, because the caller is anonymous. Refuses unknown and banned players, unless the
 * deployment protects against enumeration: then every name gets an answer of the same shape, with a
 * password and the deployment's first partner, of which the player knows the right one.
 */
export const identify = handler('identify', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { UsernameOrEmail: name } = input.body
  if (name === '') throw refuse('ERROR_USERNAME_EMPTY')
  const find = () => findByLogin(services.database.kysely, deployment.name, name)
  const named = clientContext.cookie('browser') === null ? undefined : await find()
  await consumeForPlayer(context, 'identifications', named)
  if (deployment.enumerationProtection === 'strict') {
    return decoy(services.key.decoys, deployment, name)
  }
  const player = await find()
  if (!player) return refuseUnknownPlayer(context, 'ERROR_USER_UNKNOWN')
  await keepRefusal(context, player, () => refuseBanned(context, player))
  return {
    AuthType: player.auth_type,
    AuthPartner: player.auth_partner,
    Id_User: player.id,
    Username: player.username,
    TitleName: titleNameOf(player.titles),
    Email: maskEmail(player.email),
    AvatarUrl: avatarUrlOf(deployment, player),
  }
})

/** Contains only the typed text, and an id that is always the same for the same name. */
function decoy([key]: Keys, deployment: Deployment, typed: string): Identification {
  const digest = derived(key, deployment.name, keyOf(typed))
  const isEmail = typed.includes('@')
  // The first partner whose players log in here, too.
  const partner = [...deployment.partners.values()].find(({ enabled }) => enabled)
  return {
    AuthType: 1,
    AuthPartner: partner?.name ?? null,
    Id_User: Buffer.from(digest, 'base64url').readUIntBE(0, 5) + 1,
    Username: isEmail ? '' : typed,
    TitleName: '',
    Email: isEmail ? maskEmail(typed) : '',
    AvatarUrl: '',
  }
}
