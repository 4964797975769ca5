import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import { callPartner } from './callPartner.ts'
import { type ExternalFlow, takeFlow } from '../../database/federation/externalFlows.ts'
import { ipBanOf } from '../../database/auth/ipBans.ts'
import { findByPartner } from '../../database/federation/partnerPlayers.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { CallContext } from '../../http/handler.ts'
import { isAllowedReturnUrl } from '../../tenants/isAllowedReturnUrl.ts'
import { partnerFlow } from './partnerFlow.ts'
import type { Partner } from './partners.ts'
import type { PartnerReturn } from './partnerProvider.ts'
import type { PartnerProfile } from './partnerProfile.ts'
import { issueRegistrationTicket, ssoIdOf } from './registrationTicket.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { suggestedUsername } from '../../accounts/username/suggestedUsername.ts'

type Arriving = 'partnerLogIn' | 'partnerUserLogIn' | 'creativeAssemblyCallback' | 'focusCallback'
type ArrivalContext = { [N in Arriving]: CallContext<N> }[Arriving]

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
 * A browser that comes back from a partner's page. Whom the partner names by a known subject is
 * logged in; whoever is new gets a proof for the registration, or for a mail that validates the
 * address. Refuses a return that this browser did not set out for, another deployment's call,
 * another player than the one awaited, and the banned; PARTNER_RESPONSE_ERROR when the partner does
 * not stand for it.
 */
export async function handlePartnerCallback(
  context: ArrivalContext,
  call: Arriving,
): Promise<PartnerSsoInfo> {
  const { deployment, rules, services, visitor, refuse, report } = context
  if (rules.partnerCallbackCall !== call) throw refuse('ERROR_NOT_ALLOWED')
  const { kysely } = services.database
  const ban = await ipBanOf(
    services.database,
    deployment.name,
    visitor.ip,
    'login',
    services.clock.now(),
  )
  if (ban) {
    report('address banned')
    throw refuse(ban === 'general' ? 'ERROR_USER_IP_BANNED' : 'ERROR_USER_IP_BANNED_LOGIN')
  }
  const flow = await flowOf(context)
  const { code, error, iss, state = '' } = context.input.query
  const partner = flow && services.partners.bySlug(deployment, flow.provider)
  if (!flow || !partner || !code || error !== undefined) {
    report('partner return refused')
    throw refuse('This request is not authorized.')
  }
  const profile = await profileOf(context, partner, state, { code, iss })
  const identity = { partner: partner.slug, subject: profile.subject }
  const player = await findByPartner(kysely, deployment.name, identity)
  if (flow.player_id !== null && flow.player_id !== player?.id) {
    report('partner return refused', flow.player_id)
    throw refuse('This request is not authorized.')
  }
  const RedirectUrl = isAllowedReturnUrl(deployment, flow.redirect_url) ? flow.redirect_url : null
  const told = player
    ? await logIn(context, player, partner, flow)
    : await meet(context, partner, profile)
  return { ...nothing, RedirectUrl, ...told }
}

/** The flow that this browser set out on; every other one stays as it is. */
async function flowOf({ input, deployment, services, visitor }: ArrivalContext) {
  const { state = '' } = input.query
  const provider = services.partners.slugsOf(deployment)
  if (state === '' || visitor.flowCookie === null || provider.length === 0) return undefined
  const key = { deployment: deployment.name, stateHash: hashOf(state), provider }
  const owner = { browserHash: hashOf(visitor.flowCookie) }
  return takeFlow(services.database.kysely, key, owner, services.clock.now())
}

function profileOf(
  context: ArrivalContext,
  { provider }: Partner,
  state: string,
  back: PartnerReturn,
): Promise<PartnerProfile> {
  const { deployment, services, refuse, report } = context
  const journey = partnerFlow(services.key.flows, deployment, state)
  return callPartner(
    context,
    () => provider.complete(journey, back),
    () => {
      report('partner answer refused')
      return refuse('PARTNER_RESPONSE_ERROR')
    },
  )
}

async function logIn(
  { deployment, services, visitor, answering, refuse, report }: ArrivalContext,
  player: Player,
  { slug }: Partner,
  flow: ExternalFlow,
): Promise<Partial<PartnerSsoInfo>> {
  if (player.banned_at !== null) throw refuse('ERROR_USER_BANNED')
  const owner = { playerId: player.id, clientId: flow.client_id, partner: slug }
  const { root, created } = await services.sessions.open(null, deployment, owner, visitor)
  answering.setSessionCookie(root)
  report('log-in', player.id)
  return { Created: created }
}

/** Somebody whom the partner has proven and who has no account here yet. */
async function meet(
  { deployment, rules, services, visitor, refuse, report }: ArrivalContext,
  { slug }: Partner,
  { subject, email, isEmailVerified, username, steam, epicGames }: PartnerProfile,
): Promise<Partial<PartnerSsoInfo>> {
  // Where no screen tells of it, an address that its owner has not proven is no answer at all.
  const isUsable = email !== null && (isEmailVerified || rules.partnerMayBeUnverified)
  if (rules.register !== 'by-partner' || !isUsable || visitor.flowCookie === null) {
    report('partner answer refused')
    throw refuse('PARTNER_RESPONSE_ERROR')
  }
  const stranger = { partner: slug, subject, email, steam, epicGames }
  const purpose = isEmailVerified ? 'registration' : 'validation'
  const Token = await issueRegistrationTicket(
    services,
    deployment,
    purpose,
    visitor.flowCookie,
    stranger,
  )
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
