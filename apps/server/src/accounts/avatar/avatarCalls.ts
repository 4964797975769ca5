import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import { listConnectionsOf } from '../../database/federation/connectionStatements.ts'
import { changeRows, type Executor } from '../../database/schema/executor.ts'
import { refuse } from '../../platform/apiError.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { avatarUrlOf } from '../../deployments/avatarUrlOf.ts'
import { type AccountServices, handler, type PlayerCall } from '../accountServices.ts'

/** Answers the caller's picture, and those to choose from. */
export const listAvatars = handler('listAvatars', async (context) => {
  const { deployment, caller } = context
  const { uploads, gallery } = deployment.avatars
  return {
    Source: sourceOf(caller.avatar_source, caller.avatar_url),
    TakesUploads: uploads,
    Gallery: gallery.map((name) => ({ Name: name, AvatarUrl: name })),
    Linked: await linkedPictures(context),
  }
})

/**
 * Takes an uploaded file as the caller's picture. Refuses a file that is no picture, or too large.
 */
export const uploadAvatar = handler('uploadAvatar', async (context) => {
  const { input, deployment, services, caller, report } = context
  if (!deployment.avatars.uploads) throw refuse('ERROR_NOT_ALLOWED')
  await consumeOrRefuse(context, 'avatarChanges', `${caller.player_id}`)
  const encoded = await services.encodeUpload(Buffer.from(input.body.Picture, 'base64'))
  if (encoded.outcome === 'unknown-type') throw refuse('ERROR_AVATAR_TYPE')
  if (encoded.outcome !== 'encoded') {
    report('avatar.refused', caller.player_id, { reason: encoded.outcome })
    const isLarge = encoded.outcome === 'too-large'
    throw refuse(isLarge ? 'ERROR_AVATAR_DIMENSIONS' : 'ERROR_AVATAR_UNREADABLE')
  }
  const { name } = deployment
  const url = await services.uploads
    .keep(name, caller.player_id, encoded.squares)
    .catch((error: unknown) => {
      logEvent(services.log, 'avatar.not_stored', { err: error, deployment: name })
      throw refuse('ERROR_UNAVAILABLE')
    })
  return change(context, { source: 'upload', url })
})

/** Takes a picture of the gallery or of a linked account. Refuses one that is not offered. */
export const chooseAvatar = handler('chooseAvatar', async (context) => {
  const { input, deployment, caller } = context
  const { Source, Name } = input.body
  await consumeOrRefuse(context, 'avatarChanges', `${caller.player_id}`)
  if (Source === 'gallery') {
    if (!deployment.avatars.gallery.includes(Name)) throw refuse('ERROR_AVATAR_NOT_EXISTS')
    return change(context, { source: 'gallery', url: Name })
  }
  const linked = Source === 'linked' ? await linkedPictures(context) : []
  const chosen = linked.find(({ CanonicalName }) => CanonicalName === Name)
  if (chosen === undefined) throw refuse('ERROR_AVATAR_NOT_EXISTS')
  return change(context, { source: chosen.CanonicalName, url: chosen.AvatarUrl })
})

/** Removes the caller's picture; the first letter of the name replaces it. */
export const removeAvatar = handler('removeAvatar', (context) => change(context, letter))

/** The source and the address of a player's picture. */
interface StoredAvatar {
  readonly source: string
  readonly url: string
}

/** No picture: the first letter of the name stands for it. */
export const letter: StoredAvatar = { source: '', url: '' }

/**
 * Gives a player another picture, or the letter, in a transaction. The files of an earlier upload
 * are deleted. False when the player is gone.
 */
export async function changeAvatar(
  { uploads }: Pick<AccountServices, 'uploads'>,
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  { source, url }: StoredAvatar,
): Promise<boolean> {
  const player = await lockPlayer(transaction, deployment, id)
  if (!player) return false
  const changes = { avatar_source: source, avatar_url: url }
  await changeRows(transaction, 'players', { deployment, id }, changes)
  await uploads.discard(transaction, player)
  return true
}

async function change(
  { deployment, services, caller, report }: PlayerCall,
  avatar: StoredAvatar,
): Promise<{ AvatarUrl: string }> {
  const player = { deployment: deployment.name, id: caller.player_id }
  const isChanged = await inTransaction(services.database.kysely, (transaction) =>
    changeAvatar(services, transaction, player, avatar),
  )
  if (!isChanged) throw refuse('ERROR_NOT_ALLOWED')
  report('avatar.changed', caller.player_id, { source: avatar.source || 'letter' })
  const stored = { avatar_url: avatar.url, avatar_source: avatar.source }
  return { AvatarUrl: avatarUrlOf(deployment, stored) }
}

/** The pictures of the caller's linked accounts, in the order of the identity providers. */
async function linkedPictures({ deployment, services, caller }: PlayerCall) {
  const { hasConnectionsSection, hiddenConnections } = deployment.rules
  if (!hasConnectionsSection) return []
  const { kysely } = services.database
  const connections = await listConnectionsOf(kysely, deployment.name, caller.player_id)
  return identityProviderNames.flatMap((name) => {
    const found = connections.find((connection) => connection.canonical_name === name)
    if (!found || found.avatar === '' || hiddenConnections.includes(name)) return []
    return [{ CanonicalName: name, Name: identityProviderOf(name).title, AvatarUrl: found.avatar }]
  })
}

function sourceOf(source: string, url: string) {
  if (url === '') return ''
  if (source === 'upload' || source === 'gallery') return source
  return source === '' ? 'other' : 'linked'
}
