import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import { type ErrorCode, errorItem } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { FormError, refusedItems } from '../../forms/submit/FormError.ts'
import type { Portal, Settings } from '../../context/portal.ts'
import { openPartnerAccount } from './openPartnerAccount.ts'
import { type Newcomer, partnerArrival, type Unconfirmed } from './partnerArrival.ts'

type Query = Readonly<Record<string, string>>

/**
 * Takes up who comes back from the partner's page, and sends the code of that return once, whatever
 * is reloaded. A known player ends where the log-in was heading, a newcomer at the registration; who
 * has to confirm an address first is answered. Refuses a return without a code, or with an error.
 */
export async function arriveFromPartner(portal: Portal, query: Query): Promise<Unconfirmed | null> {
  const { code = '', error } = query
  const before = partnerArrival.read()
  // The page has taken the code out of its address.
  if (Object.keys(query).length === 0 && before?.unconfirmed) return before.unconfirmed
  if (code === '' || error !== undefined) throw refusal('This request is not authorized.')
  if (before?.code === code) return resume(portal, before.newcomer, before.unconfirmed)

  partnerArrival.write({ code, newcomer: null, unconfirmed: null })
  const answer = await portal.session.api(portal.rules.partnerCallbackCall, { query })
  if (answer.RedirectUrl) portal.returnTo.headFor(answer.RedirectUrl)
  const newcomer = newcomerOf(portal, answer)
  const unconfirmed = unconfirmedOf(portal, answer)
  partnerArrival.write({ code, newcomer, unconfirmed })
  if (newcomer !== null) await register(portal, newcomer)
  else if (unconfirmed !== null) return unconfirmed
  else if (answer.Created) await portal.enter(answer.Created)
  else throw refusal('PARTNER_RESPONSE_ERROR')
  return null
}

/** The same return once more: its page was loaded again. */
function resume(portal: Portal, newcomer: Newcomer | null, unconfirmed: Unconfirmed | null) {
  if (newcomer !== null) portal.go(paths.partnerRegister, { replace: true })
  else if (portal.session.read().token !== null) portal.go(paths.account, { replace: true })
  else if (unconfirmed === null) throw refusal('This request is not authorized.')
  return unconfirmed
}

/** Makes the account at once where the player need not be asked, unless something is refused. */
async function register(portal: Portal, newcomer: Newcomer): Promise<void> {
  if (portal.rules.bypassesPartnerRegisterPage) {
    const approvals = { privacyPolicy: true, terms: true, codeOfConduct: true }
    try {
      await openPartnerAccount(portal, newcomer, newcomer.Username, approvals)
      await portal.proceed()
      return
    } catch (error) {
      const refused = refusedItems(error)
      if (refused === null) throw error
      partnerArrival.writeNewcomer({ ...newcomer, refused })
    }
  }
  portal.go(paths.partnerRegister, { replace: true })
}

function newcomerOf({ rules }: Settings, answer: PartnerSsoInfo): Newcomer | null {
  const { CreateAccount, SSOId, SSOEmail } = answer
  if (!CreateAccount || rules.register !== 'by-partner' || SSOId === null || !SSOEmail) return null
  return {
    SSOId,
    SSOEmail,
    Username: answer.Username ?? '',
    SteamConnectUserInfo: answer.SteamConnectUserInfo ?? null,
    EpicConnectUserInfo: answer.EpicConnectUserInfo ?? null,
    Token: answer.Token ?? '',
    refused: [],
    created: '',
  }
}

function unconfirmedOf({ rules }: Settings, answer: PartnerSsoInfo): Unconfirmed | null {
  if (!answer.AccountNotConfirmed || !rules.partnerMayBeUnverified) return null
  return { SSOEmail: answer.SSOEmail ?? '', Token: answer.Token ?? '' }
}

function refusal(code: ErrorCode): FormError {
  return new FormError(errorItem(code))
}
