import { titleNameOf } from '@gatehouse/contract/display'
import { chosenLanguage } from '../../tenants/chosenLanguage.ts'
import { listBlockedBy } from '../../database/preferences/blocks.ts'
import { avatarUrlOf } from '../../tenants/avatarUrlOf.ts'
import { handler } from '../handler.ts'

/** The caller's own profile; with `include=Block` also the players whom the caller has blocked. */
export const readProfile = handler(
  'readProfile',
  async ({ input: { query }, deployment, rules, services, caller }) => {
    const user = {
      Id: caller.player_id,
      Username: caller.username,
      Email: caller.email,
      AvatarUrl: avatarUrlOf(deployment, caller),
      Titles: caller.titles,
      TitleName: titleNameOf(caller.titles),
      CreatedAt: caller.player_since.toISOString(),
      SteamCheck: caller.steam_check,
      IsCookiePopupSeen: caller.cookie_popup_seen,
      // The specification lists no such fields for an ordinary player.
      ...(caller.auth_type === 2 ? { AuthType: 2 as const, AuthPartner: caller.auth_partner } : {}),
      ...(rules.offersLanguages
        ? { Language: chosenLanguage(deployment, caller) ?? ('' as const) }
        : {}),
    }
    if (!(query.include ?? '').split(',').includes('Block')) return user
    const { kysely } = services.database
    const blocked = await listBlockedBy(kysely, deployment.name, caller.player_id)
    const Blocks = blocked.map((player) => ({
      Id: player.id,
      Username: player.username,
      AvatarUrl: avatarUrlOf(deployment, player),
    }))
    return { ...user, Blocks }
  },
)
