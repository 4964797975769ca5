import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { insertFreeConnection } from '../../database/federation/connectionStatements.ts'
import { appendConsents, type Consent } from '../../database/preferences/consents.ts'
import {
  type CookieChoice,
  keepCookieChoices,
  listCookieCategories,
} from '../../database/preferences/cookieStatements.ts'
import { type Executor, insertRow } from '../../database/schema/executor.ts'
import { insertPartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import { spendRegistrationTicket } from '../../database/federation/registrationTickets.ts'
import { insertPartnerPlayer } from '../../database/accounts/players.ts'
import type { RegistrationTicket, PendingPartnerUser } from './registrationTicket.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { removeUnverifiedAccounts } from '../../accounts/deletion/eraseAccount.ts'
import type { FederationContext } from '../federationServices.ts'

/**
 * Writes the account of a partner's player in one transaction; answers its id and the code that the
 * browser exchanges for a session, until `codeExpiresAt`. Refuses a ticket that was used meanwhile.
 * Throws a ValueTakenError for a name, an address or a subject that is taken.
 */
export function createPartnerUser(
  context: FederationContext<'registerPartnerUser'>,
  { pendingUser, key }: RegistrationTicket,
  codeExpiresAt: Date,
): Promise<{ readonly playerId: number; readonly created: string }> {
  const { input, deployment, services, clientContext, refuse } = context
  const { name } = deployment
  const now = services.clock.now()
  return inTransaction(services.database.kysely, async (transaction) => {
    if (!(await spendRegistrationTicket(transaction, key, now)))
      throw refuse('ERROR_REGISTER_TOKEN_EMPTY')
    await removeUnverifiedAccounts(transaction, name, pendingUser.email, now)
    const playerId = await insertPartnerPlayer(
      transaction,
      {
        deployment: name,
        username: input.body.Username,
        email: pendingUser.email,
        partnerName: deployment.partners.get(pendingUser.partner)?.name ?? pendingUser.partner,
        ip: clientContext.ip,
      },
      now,
    )
    await insertPartnerIdentity(transaction, name, playerId, pendingUser, now)
    await keepAccounts(context, transaction, playerId, pendingUser)
    const choices = await choicesOf(context, transaction)
    if (choices.length > 0) await keepCookieChoices(transaction, name, playerId, choices, now)
    const consents = [
      ...approvalsOf(context, pendingUser.partner),
      ...choices.map(({ cookieId, isAccepted }) => ({
        subject: `cookie ${cookieId}`,
        accepted: isAccepted,
      })),
    ]
    await appendConsents(transaction, name, { id: playerId, ip: clientContext.ip }, consents, now)
    const created = services.secrets.valueOf('partner login code', playerId, newSecret())
    await insertRow(transaction, 'partner_login_codes', {
      deployment: name,
      code_hash: hashOf(created),
      player_id: playerId,
      client_id: input.body.ClientId,
      browser_hash: key.browserHash,
      expires_at: codeExpiresAt,
    })
    const { Username: username } = input.body
    const event = { type: 'account.created', playerId, username } as const
    await services.events.publish(transaction, deployment, event)
    return { playerId, created }
  })
}

/** Keeps the accounts that the partner has linked, except taken ones and those of hidden services. */
async function keepAccounts(
  { deployment, rules, services }: FederationContext<'registerPartnerUser'>,
  transaction: Executor,
  playerId: number,
  { steam, epicGames }: PendingPartnerUser,
): Promise<void> {
  const now = services.clock.now()
  const linked = [
    ['steam', steam],
    ['epic-games', epicGames],
  ] as const
  for (const [service, info] of linked) {
    if (info === null || rules.hiddenConnections.includes(service)) continue
    const account = { accountId: info.Id_Account, name: info.ConnectName, avatar: info.Avatar }
    await insertFreeConnection(transaction, deployment.name, playerId, service, account, now)
  }
}

/** The choices of the optional categories; the last choice of each counts. */
async function choicesOf(
  { input, deployment, rules }: FederationContext<'registerPartnerUser'>,
  transaction: Executor,
): Promise<CookieChoice[]> {
  if (rules.leavesCookiesToConsentTool) return []
  const categories = await listCookieCategories(transaction, deployment.name)
  const choosable = new Set(
    categories.filter((each) => each.IsActive && each.IsOptional).map((each) => each.Id),
  )
  const chosen = new Map(input.body.Cookies.map((each) => [each.Id_Cookie, each.IsAccepted]))
  return [...chosen]
    .filter(([cookieId]) => choosable.has(cookieId))
    .map(([cookieId, isAccepted]) => ({ cookieId, isAccepted }))
}

/** Without our own page, the partner's page has shown the texts, so the consents name the partner. */
function approvalsOf(
  { rules }: FederationContext<'registerPartnerUser'>,
  partner: string,
): Consent[] {
  const subjects = [
    'privacy-policy',
    'eula',
    ...(rules.codeOfConduct === 'at-partner-register' ? ['code-of-conduct'] : []),
  ]
  const shown = rules.bypassesPartnerRegisterPage ? { shownBy: partner } : {}
  return subjects.map((subject) => ({ subject, accepted: true, ...shown }))
}
