import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import type { InputOf } from '@gatehouse/contract/schemas'

type PartnerForm = InputOf<'registerPartnerUser'>

/** The form of a partner's new player as the portal sends it, out of what the callback said. */
export function partnerForm(
  info: PartnerSsoInfo,
  given: Partial<PartnerForm['body']> = {},
): PartnerForm {
  const body = {
    Partner: 'relic',
    Email: info.SSOEmail ?? '',
    Username: info.Username ?? '',
    Id_SSO: info.SSOId ?? 0,
    ApprovePrivacyPolicy: true,
    ApproveEULA: true,
    ApproveCodeOfConduct: true,
    Additional: false,
    Token: info.Token ?? '',
    ClientId: '',
    Cookies: [],
    SteamConnectUserInfo: info.SteamConnectUserInfo,
    EpicConnectUserInfo: info.EpicConnectUserInfo,
    ...given,
  }
  return { body }
}
