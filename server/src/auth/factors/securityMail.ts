import { paths } from '@gatehouse/contract/routes'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import type { AuthContext } from '../services/handler.ts'

type Context = Pick<AuthContext<'secondStep'>, 'deployment' | 'services' | 'clientContext'>

export interface SecurityMail {
  readonly name:
    | 'appAdded'
    | 'appRemoved'
    | 'twoStepOn'
    | 'twoStepOff'
    | 'codesMade'
    | 'codeUsed'
    | 'secondStepFailed'
  /** What the mail names: an app, or the number of codes that are left. */
  readonly factor?: string
  readonly left?: string
}

/** Whether an address may get another mail about the safety of its account. Never in a transaction. */
export async function mayMail(
  { deployment, services: { rateLimiter } }: Context,
  email: string,
): Promise<boolean> {
  return (await rateLimiter.consume(deployment, 'securityMails', keyOf(email))).isAdmitted
}

/** Tells a player what was done to the account, in the transaction of the act. */
export async function mailAbout(
  { deployment, services, clientContext }: Context,
  transaction: Executor,
  player: Pick<Player, 'id' | 'username' | 'email' | 'language'>,
  { name, ...named }: SecurityMail,
): Promise<void> {
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const occasion = { at: services.clock.now(), clientContext }
  const about = { path: paths.passwordRecovery, ...named }
  const content = accountNotice(deployment, reader, name, occasion, about)
  const owner = { deployment: deployment.name, playerId: player.id }
  await services.outbox.post(transaction, owner, player.email, content)
}
