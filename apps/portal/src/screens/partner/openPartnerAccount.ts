import { partnerSlug } from '@gatehouse/contract/display'
import { consentCookies } from '../../consent/consentCookies.ts'
import { isChoosable } from '../../consent/decision.ts'
import type { Portal } from '../../context/portal.ts'
import { type Newcomer, partnerArrival } from './partnerArrival.ts'

interface Approvals {
  readonly privacyPolicy: boolean
  readonly terms: boolean
  readonly codeOfConduct: boolean
}

/**
 * Makes the account of a newcomer, logs in and reports it to analytics. Rejects with what the server
 * refuses.
 * Where only the log-in fails, the next try does not make the account again.
 */
export async function openPartnerAccount(
  portal: Portal,
  newcomer: Newcomer,
  username: string,
  approvals: Approvals,
): Promise<void> {
  const { session, returnTo, tags } = portal
  const created = newcomer.created || (await make(portal, newcomer, username, approvals))
  partnerArrival.writeNewcomer({ ...newcomer, created })
  const { Created } = await session.api('exchangePartnerCreated', { path: { created } })
  await session.signIn(Created, returnTo.clientId())
  partnerArrival.writeNewcomer(null)
  tags.sendEvent('partner_register_confirm')
}

async function make(
  portal: Portal,
  newcomer: Newcomer,
  username: string,
  { privacyPolicy, terms, codeOfConduct }: Approvals,
): Promise<string> {
  const { configuration, session, returnTo } = portal
  const { Created } = await session.api('registerPartnerUser', {
    body: {
      Partner: partnerSlug(configuration.PartnerName),
      Email: newcomer.SSOEmail,
      Username: username,
      Id_SSO: newcomer.SSOId,
      ApprovePrivacyPolicy: privacyPolicy,
      ApproveEULA: terms,
      ApproveCodeOfConduct: codeOfConduct,
      Token: newcomer.Token,
      ClientId: returnTo.clientId(),
      Cookies: await choices(portal),
      SteamConnectUserInfo: newcomer.SteamConnectUserInfo,
      EpicConnectUserInfo: newcomer.EpicConnectUserInfo,
    },
  })
  return Created
}

/**
 * The choices of this browser so far. A list that cannot be read stops no registration: the missing
 * choices are sent when the player comes.
 */
async function choices({ consent, rules }: Pick<Portal, 'consent' | 'rules'>) {
  if (rules.leavesCookiesToConsentTool || !consentCookies.isGiven()) return []
  const decisions = await consent.decisions().catch(() => [])
  return decisions
    .filter(isChoosable)
    .map(({ category, isAccepted }) => ({ Id_Cookie: category.Id, IsAccepted: isAccepted }))
}
