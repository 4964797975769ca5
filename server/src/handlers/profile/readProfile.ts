import { titleNameOf } from '@gatehouse/contract/display'
import { listBlockedBy } from '../../database/blocks.ts'
import { findById } from '../../database/players.ts'
import { handler } from '../../handler.ts'

/** The caller's own profile; with `include=Block` also the players whom the caller has blocked. */
export const readProfile = handler(
  'readProfile',
  async ({ input: { query }, deployment, services, caller, refuse }) => {
    const { kysely } = services.database
    const player = await findById(kysely, deployment.name, caller.player_id)
    if (!player) throw refuse('ERROR_USER_NOT_EXISTS')
    const user = {
      Id: player.id,
      Username: player.username,
      Email: player.email,
      AvatarUrl: player.avatar_url,
      Titles: player.titles,
      TitleName: titleNameOf(player.titles),
      CreatedAt: player.created_at.toISOString(),
      SteamCheck: player.steam_check,
      IsCookiePopupSeen: player.cookie_popup_seen,
      // An ordinary player is exactly what the specification lists.
      ...(player.auth_type === 2 ? { AuthType: 2 as const, AuthPartner: player.auth_partner } : {}),
    }
    if (!(query.include ?? '').split(',').includes('Block')) return user
    return { ...user, Blocks: await listBlockedBy(kysely, deployment.name, player.id) }
  },
)
