import { titleNameOf } from '@gatehouse/contract/display'
import { offerOf } from '@gatehouse/contract/languages'
import { chosenLanguage } from '../../deployments/chosenLanguage.ts'
import { listBlockedBy } from '../../database/preferences/blocks.ts'
import { changeRows } from '../../database/schema/executor.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { avatarUrlOf } from '../../deployments/avatarUrlOf.ts'
import { handler } from '../accountServices.ts'

/** Answers the caller's own profile; with `include=Block` also the players whom the caller has blocked. */
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
      ...(caller.confirmed_at === null ? { IsUnconfirmed: true as const } : {}),
      ...(isRestricted(deployment, caller) ? { MustEnrol: true as const } : {}),
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

/** Keeps the caller's language, in which mails come too. Refuses one that is not offered. */
export const setLanguage = handler(
  'setLanguage',
  async ({ input, deployment, services, caller, refuse }) => {
    const language = input.body.Language || null
    const { languages } = offerOf(deployment.configuration)
    if (language !== null && !languages.includes(language)) {
      throw refuse('INVALID_REQUEST', { property: 'Language' })
    }
    const player = { deployment: deployment.name, id: caller.player_id }
    await changeRows(services.database.kysely, 'players', player, { language })
    return {}
  },
)
