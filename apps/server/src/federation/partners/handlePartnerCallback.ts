import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import { refuseBanned } from '../../auth/login/bans.ts'
import { keepRefusal } from '../../auth/login/keepRefusal.ts'
import { openSession, sessionIdOf } from '../../auth/session/openSession.ts'
import { callPartner } from './callPartner.ts'
import {
  type AuthorizationFlow,
  useAuthorizationFlow,
} from '../../database/federation/authorizationFlows.ts'
import { findByPartner } from '../../database/federation/partnerPlayers.ts'
import type { Player } from '../../database/accounts/players.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import { partnerFlow, type Partner } from '../partner-protocol/partnerProvider.ts'
import type { PartnerProfile } from '../partner-protocol/partnerProfile.ts'
import { issueRegistrationTicket, ssoIdOf } from './registrationTicket.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { suggestedUsername } from '../../accounts/username/usernameRefusal.ts'
import type { FederationContext } from '../federationServices.ts'

type CallbackCall =
  | 'partnerLogIn'
  | 'partnerUserLogIn'
  | 'creativeAssemblyCallback'
  | 'focusCallback'
type CallbackContext = { [N in CallbackCall]: FederationContext<N> }[CallbackCall]

const nothing: PartnerSsoInfo = {
  SSOId: null,
  SSOEmail: null,
  Username: null,
  CreateAccount: false,
  AccountNotConfirmed: false,
  RedirectUrl: null,
  Created: null,
  SteamConnectUserInfo: null,
  EpicConnectUserInfo: null,
  Token: null,
}

/**
 * Handles the authorization callback of a partner. A known subject is logged in; a new one gets a
 * ticket for the registration, or for a mail that validates the address. Refuses a callback that this
 * browser did not start, another player than the expected one, and banned players;
 * PARTNER_RESPONSE_ERROR when the partner denies the answer.
 */
export async function handlePartnerCallback(context: CallbackContext): Promise<PartnerSsoInfo> {
  const { deployment, services, refuse, report } = context
  const { kysely } = services.database
  const flow = await flowOf(context)
  const { code, error, iss, state = '' } = context.input.query
  const partner = flow && services.partners.bySlug(deployment, flow.provider)
  if (!flow || !partner || !code || error !== undefined) {
    report('partner.callback_refused')
    throw refuse('This request is not authorized.')
  }
  const authorization = partnerFlow(services.key.flows, deployment, state)
  const profile = await callPartner(
    context,
    () => partner.provider.complete(authorization, { code, iss }),
    () => {
      report('partner.answer_refused')
      return refuse('PARTNER_RESPONSE_ERROR')
    },
  )
  const identity = { partner: partner.slug, subject: profile.subject }
  const player = await findByPartner(kysely, deployment.name, identity)
  if (flow.player_id !== null && flow.player_id !== player?.id) {
    report('partner.callback_refused', flow.player_id)
    throw refuse('This request is not authorized.')
  }
  const RedirectUrl = isAllowedReturnUrl(deployment, flow.redirect_url) ? flow.redirect_url : null
  const outcome = player
    ? await keepRefusal(context, player, () => logIn(context, player, partner, flow))
    : await answerNewPlayer(context, partner, profile)
  return { ...nothing, RedirectUrl, ...outcome }
}

/** Takes the flow that this browser started; every other one stays as it is. */
async function flowOf({ input, deployment, services, clientContext }: CallbackContext) {
  const { state = '' } = input.query
  const provider = services.partners.slugsOf(deployment)
  const browser = clientContext.cookie('flow')
  if (state === '' || browser === null || provider.length === 0) return undefined
  const purpose = ['login', 'register'] as const
  const key = { deployment: deployment.name, stateHash: hashOf(state), provider, purpose }
  const owner = { browserHash: hashOf(browser) }
  return useAuthorizationFlow(services.database.kysely, key, owner, services.clock.now())
}

async function logIn(
  context: CallbackContext,
  player: Player,
  { slug }: Partner,
  flow: AuthorizationFlow,
): Promise<Partial<PartnerSsoInfo>> {
  await refuseBanned(context, player)
  const proof = { methods: ['ext'], clientId: flow.client_id, partner: slug } as const
  const entry = await openSession(context, null, player, proof)
  return { Created: sessionIdOf(entry, 'This request is not authorized.') }
}

/** Answers a subject that has no account here. */
async function answerNewPlayer(
  { deployment, rules, services, clientContext, refuse, report }: CallbackContext,
  { slug }: Partner,
  { subject, email, isEmailVerified, username, steam, epicGames }: PartnerProfile,
): Promise<Partial<PartnerSsoInfo>> {
  // Only some deployments have a screen for an unverified address; the others refuse it.
  const isUsable = email !== null && (isEmailVerified || rules.partnerMayBeUnverified)
  const browser = clientContext.cookie('flow')
  if (rules.register !== 'by-partner' || !isUsable || browser === null) {
    report('partner.answer_refused')
    throw refuse('PARTNER_RESPONSE_ERROR')
  }
  const pendingUser = { partner: slug, subject, email, steam, epicGames }
  const purpose = isEmailVerified ? 'registration' : 'validation'
  const Token = await issueRegistrationTicket(services, deployment, purpose, browser, pendingUser)
  if (!isEmailVerified) return { AccountNotConfirmed: true, SSOEmail: email, Token }
  return {
    CreateAccount: true,
    SSOId: ssoIdOf(services.key.partners, subject),
    SSOEmail: email,
    Username: suggestedUsername(username),
    SteamConnectUserInfo: steam,
    EpicConnectUserInfo: epicGames,
    Token,
  }
}
