import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, page } from '../../platform/page.ts'
import type { Stage, Switches } from '../../platform/standIn.ts'
import { type Brand, accountPicker } from '../accountPicker.ts'
import { type Account, type AccountSwitches, type Accounts, createAccounts } from '../accounts.ts'
import { wentWrong } from '../wrongAnswers.ts'
import { isRegistered } from '../oauth/authorize.ts'
import { newToken } from '../oauth/grants.ts'
import { type Client, fieldsOf, isProvenByHeader } from '../oauth/oauthRequest.ts'
import { steamAccounts } from '../steam/steamAccounts.ts'

/** The credentials that the deployments of this machine share with the stand-in. */
export const redeemerClient: Client = { id: 'sample-redeemer', secret: 'sample-redeemer-secret' }

export const redeemerSwitches = {
  /** Every state is expired: 410. */
  'redeemer.expired': false,
  /** Every state is used: 410. */
  'redeemer.reused': false,
  /** Another player has the account: 409. */
  'redeemer.conflict': false,
  /** Replaces the user reference of the flow, when not empty. */
  'redeemer.userRef': '',
  /** Replaces the next page of the player, when not empty. */
  'redeemer.redirectUrl': '',
}

type RedeemerSwitches = AccountSwitches & typeof redeemerSwitches

interface Redemption {
  readonly provider: 'epic-games' | 'steam'
  readonly account: Account
  readonly userRef: string
  readonly redirectUrl: string
  readonly until: number
  isUsed: boolean
}

type Redemptions = Map<string, Redemption>

interface Parts<S extends Switches> {
  readonly stage: Stage<S>
  readonly epic: Accounts<Account, S & RedeemerSwitches>
  readonly now: () => number
}

const stateLivesMs = 5 * 60 * 1000
const brands = {
  epic: { name: 'epic', title: 'Epic Games, for a game', colours: ['#2b2b30', '#d6d6dc'] },
  steam: { name: 'steam', title: 'Steam, for a game', colours: ['#0b6aa8', '#66c0f4'] },
} as const satisfies Record<string, Brand>

/**
 * The game publisher's service that runs the log-in at a provider in place of the portal. It hands
 * the portal a state, which the server exchanges for the account once within five minutes.
 */
export function mountRedeemer<S extends RedeemerSwitches>(
  app: FastifyInstance,
  parts: Parts<S>,
): void {
  const redemptions: Redemptions = new Map()
  mountLogins(app, parts, redemptions)
  mountExchange(app, parts, redemptions)
}

/** The log-in at each provider, which ends with a state for the portal. */
function mountLogins<S extends RedeemerSwitches>(
  app: FastifyInstance,
  { stage, epic, now }: Parts<S>,
  redemptions: Redemptions,
): void {
  const steam = createAccounts<Account, S>(
    { switches: stage.switches, users: steamAccounts.listed },
    steamAccounts,
  )

  app.get('/epic/redeemer/v1/epic/authorize', (request, reply) =>
    authorize(request, reply, 'epic-games'),
  )
  app.get('/epic/redeemer/v1/steam/authorize', (request, reply) =>
    authorize(request, reply, 'steam'),
  )

  function authorize(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: Redemption['provider'],
  ) {
    const fields = fieldsOf(request.query)
    const { return_url: returnUrl = '', user_ref: userRef = '', redirect_url: to = '' } = fields
    const [accounts, brand, callbackPath] =
      provider === 'steam'
        ? [steam, brands.steam, '/steam/callback']
        : [epic, brands.epic, '/epic-games/callback']
    const isAsked = fields['client_id'] === redeemerClient.id && userRef !== ''
    if (!isAsked || !isRegistered(returnUrl, callbackPath)) {
      const why = 'The redeemer does not know the client or its return address.'
      return reply
        .code(400)
        .type('text/html')
        .send(page('Redeemer', html`<p>${why}</p>`))
    }
    const chosen = accounts.chosen(request)
    if (chosen === 'cancel' || accounts.switchesOf(chosen).deny) {
      return reply.redirect(`${returnUrl}?error=access_denied`)
    }
    if (chosen === null) {
      const picker = accountPicker({ brand, accounts, request, backTo: returnUrl })
      return reply.type('text/html').send(picker)
    }
    const state = newToken()
    const until = now() + stateLivesMs
    redemptions.set(state, {
      provider,
      account: chosen,
      userRef,
      redirectUrl: to,
      until,
      isUsed: false,
    })
    return reply.redirect(`${returnUrl}?state=${state}`)
  }
}

/** The exchange of a state for the account, by the portal's server. */
function mountExchange<S extends RedeemerSwitches>(
  app: FastifyInstance,
  { epic, now }: Parts<S>,
  redemptions: Redemptions,
): void {
  app.post('/epic/redeemer/v1/exchange', async (request, reply) => {
    const { state = '' } = fieldsOf(request.body)
    const redemption = redemptions.get(state)
    const account = redemption?.account ?? null
    const switches = epic.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (!isProvenByHeader(request, redeemerClient)) {
      return reply.code(401).send({ error: 'invalid_client' })
    }
    if (redemption === undefined) return reply.code(404).send({ error: 'unknown' })
    const isExpired = redemption.until <= now() || switches['redeemer.expired']
    if (isExpired) return reply.code(410).send({ error: 'expired' })
    if (redemption.isUsed || switches['redeemer.reused']) {
      return reply.code(410).send({ error: 'used' })
    }
    if (switches['redeemer.conflict']) {
      return reply.code(409).send({ error: 'already_redeemed' })
    }
    redemption.isUsed = true
    return reply.send({
      provider: redemption.provider,
      accountId: redemption.account.id,
      displayName: redemption.account.name,
      redirectUrl: switches['redeemer.redirectUrl'] || redemption.redirectUrl,
      user_ref: switches['redeemer.userRef'] || redemption.userRef,
    })
  })
}
