import type { CanonicalName } from '@gatehouse/contract/entities'
import type { ProviderCallName } from '@gatehouse/contract/calls/connections'
import { partnerSlug } from '@gatehouse/contract/display'
import { camelCase, identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { type Path, paths } from '@gatehouse/contract/routes'
import { urlOf } from '../../session/urlOf.ts'
import { throwFormError } from '../../forms/submit/FormError.ts'
import { linkedAccount } from '../../session/connects.ts'
import type { Portal } from '../../context/portal.ts'

type Query = Readonly<Record<string, string>>

/** The account API's answer about a new connection. Other servers leave parts out. */
export interface Linked {
  readonly AccountId?: string
  readonly RedirectUrl?: string | null
}

/** The services of the page that a link is made by. */
export type LinkServices = Pick<Portal, 'configuration' | 'rules' | 'session' | 'returnTo'>

/** A service whose account a player can link to the own one. */
export interface IdentityProvider {
  readonly name: CanonicalName
  /** Its own name, the same in every language. */
  readonly title: string
  readonly link: Path
  readonly unlink: Path
  readonly callback: Path
  /** The parameter that names the account to the site that asked for the link; absent: none does. */
  readonly idParameter: string | undefined
  /** Answers the address of the service's own page, which comes back to the callback. */
  authorize(portal: LinkServices, redirectUrl: string): Promise<string>
  /** Makes the link of what the callback's query brought. Throws a FormError where it says no. */
  complete(portal: LinkServices, query: Query): Promise<Linked>
  /** True if the callback's query says that the player stopped it there. */
  isStopped(query: Query): boolean
  end(portal: LinkServices): Promise<unknown>
}

/** Every service by its canonical name, for the screens that link and unlink it. */
export const identityProviders = Object.fromEntries(
  identityProviderNames.map((name) => [name, screensOf(name)]),
) as Readonly<Record<CanonicalName, IdentityProvider>>

function screensOf(name: CanonicalName): IdentityProvider {
  const start = camelCase(name)
  const callback = paths[`${start}Callback`]
  const { title, idParameter, startTakes, finishTakes, unlinkField, partnerServiceRule, redeemer } =
    identityProviderOf(name)
  return {
    name,
    title,
    link: paths[`${start}Link`],
    unlink: paths[`${start}Unlink`],
    callback,
    idParameter,
    async authorize(portal, redirectUrl) {
      const { session, rules, configuration } = portal
      if (partnerServiceRule && rules[partnerServiceRule] === 'by-partner-service') {
        const path = { partner: partnerSlug(configuration.PartnerName) }
        return urlOf(await session.api('partnerSteamLinkUrl', { path, body: {} }))
      }
      const query = {
        callbackPath: callback,
        ...(startTakes === 'path-and-url' ? { redirectUrl } : {}),
        ...(startTakes.includes('perhaps') ? given({ redirectUrl }) : {}),
      }
      return urlOf(await send<string>(portal, `${start}Auth`, { query }))
    },
    complete(portal, query) {
      const { rules, returnTo } = portal
      if (finishTakes === 'openid-assertion') return completeByAssertion(portal, name, query)
      if (!redeemer || !rules.usesGamePublisherRedeemer) {
        const body = { ...codeOf(query), CallbackPath: callback }
        return send(portal, `${start}Callback`, { body })
      }
      const { state: State = '' } = query
      if (State === '') throwFormError('This request should contain a state parameter.')
      const url = given({ RedirectUrl: returnTo.read('linkRedirectUrl') })
      return send(portal, `${start}Callback`, { body: { State, ...url, CallbackPath: callback } })
    },
    isStopped: ({ error, 'openid.mode': mode }) =>
      finishTakes === 'openid-assertion' ? mode === 'cancel' : error === 'access_denied',
    end(portal) {
      const { connects } = portal.session.read()
      const body = unlinkField ? { [unlinkField]: linkedAccount(connects, name) ?? '' } : {}
      return send(portal, `${start}Unlink`, { body })
    },
  }
}

async function completeByAssertion(
  portal: LinkServices,
  name: CanonicalName,
  query: Query,
): Promise<Linked> {
  const start = camelCase(name)
  const isOpenId = Object.keys(query).some((each) => each.startsWith('openid.'))
  const { state = '' } = query
  // A publisher that speaks with the service for us sends back its state alone.
  if (!isOpenId && state !== '') {
    return send(portal, `${start}PartnerCallback` as ProviderCallName, { body: { State: state } })
  }
  if (query['openid.mode'] !== 'id_res') throwFormError('This request is not authorized by OpenId.')
  return send(portal, `${start}Callback`, { body: query })
}

/** Sends a call that the row of a service makes: the row says what it takes, and no type does. */
function send<Answer>(
  { session: { api } }: LinkServices,
  name: ProviderCallName,
  input: { readonly query?: Query; readonly body?: Query },
): Promise<Answer> {
  return (api as (name: ProviderCallName, input: object) => Promise<Answer>)(name, input)
}

/** The code that an OAuth service sent back, and the state where it sent one, too. */
function codeOf({ code = '', state = '', error }: Query) {
  if (code === '' || error !== undefined) throwFormError('This request is not authorized.')
  return { Code: code, ...given({ State: state }) }
}

/** Without what is empty: a call carries what there is. */
function given<Name extends string>(values: Readonly<Record<Name, string>>) {
  const present = Object.entries<string>(values).filter(([, value]) => value !== '')
  return Object.fromEntries(present) as Partial<Record<Name, string>>
}
