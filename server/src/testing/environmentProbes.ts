import type { CallName } from '@gatehouse/contract/calls'
import { CallFailure } from '@gatehouse/client/client'
import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import type { AnswerOf, InputOf } from '@gatehouse/contract/schemas'
import { partnerForm } from './partnerForm.ts'
import { registerForm } from './samplePlayers.ts'
import type { DeploymentName } from './startApp.ts'
import type { PartnerApp } from './startPartnerApp.ts'
import { goThroughPartner } from './throughPartner.ts'
import { logInForm, type TestVisitor } from './testVisitor.ts'

/** What a deployment does when it is asked something: an answer in a word, or the refusal. */
export type Probe = (app: PartnerApp, name: DeploymentName) => Promise<string>

const password = (name: DeploymentName) =>
  name === 'two-point-studios' ? 'Welcome2Gate' : 'Welcome2Gatehouse'

/** `ok`, or what `told` says of the answer; of a refusal its codes. */
async function outcomeOf<T>(
  call: Promise<T>,
  told: (answer: T) => string = () => 'ok',
): Promise<string> {
  try {
    return told(await call)
  } catch (error) {
    if (!(error instanceof CallFailure) || error.body === null) throw error
    return error.body.ErrorMessages.map(({ ErrorMessage }) => ErrorMessage).join(' ')
  }
}

/** A visitor who is logged in by the deployment's own way. */
export async function signedIn(app: PartnerApp, name: DeploymentName): Promise<TestVisitor> {
  const visitor = app.visitor(name)
  if (visitor.deployment.rules.signIn === 'by-partner') {
    visitor.identity = (await goThroughPartner(visitor, '1001')).Created ?? ''
    await visitor.readToken()
  } else await visitor.logIn('player@example.com', password(name))
  return visitor
}

/** Asks as anybody. */
export function anybody<N extends CallName>(
  call: N,
  input: InputOf<N>,
  told?: (answer: AnswerOf<N>) => string,
): Probe {
  return (app, name) => outcomeOf(app.visitor(name).call(call, input), told)
}

/** Asks as a player who has just logged in. */
export function player<N extends CallName>(
  call: N,
  inputOf: (userId: number) => InputOf<N>,
  told?: (answer: AnswerOf<N>, visitor: TestVisitor) => string,
): Probe {
  return async (app, name) => {
    const visitor = await signedIn(app, name)
    const { Id_User } = await visitor.readToken()
    return outcomeOf(visitor.call(call, inputOf(Id_User)), (answer) =>
      told ? told(answer, visitor) : 'ok',
    )
  }
}

/** Which of the services and pages an address leads to. */
export function leadsTo(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const place = /^\/(partners\/[\w-]+\/(?:service-test|service|auth)|[\w-]+\/redeemer|\w+)/
  const found = place.exec(pathname)?.[1] ?? pathname
  return searchParams.get('prompt') === 'create' ? `${found}, to register` : found
}

/** Logs in by name and password. */
export const logsInByPassword: Probe = (app, name) => {
  const body = logInForm({ UsernameOrEmail: 'PlayerOne', Password: password(name) })
  return outcomeOf(app.visitor(name).call('logIn', { body }))
}

let count = 0

/** Registers with a form of the deployment's own; says which path the mail opens. */
export const registers: Probe = async (app, name) => {
  count += 1
  const body = registerForm({ Username: `Matrix${count}` })
  const outcome = await outcomeOf(app.visitor(name).call('registerNewUser', { body }))
  const [mail] = outcome === 'ok' ? await app.mails(body.Email) : []
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  return link === undefined ? outcome : new URL(link).pathname
}

/** Registers without name, date of birth, code of conduct: which of them are missed. */
export const missesAtRegister: Probe = (app, name) => {
  count += 1
  const body = registerForm({
    Username: `Matrix${count}`,
    Firstname: '',
    Lastname: '',
    DateOfBirth: '',
    ApproveCodeOfConduct: false,
  })
  return outcomeOf(app.visitor(name).call('registerNewUser', { body }))
}

/** Leaves for the partner and comes back; says by which of the calls that finish a log-in. */
export const comesBackBy: Probe = async (app, name) => {
  const visitor = app.visitor(name)
  const { rules } = visitor.deployment
  if (rules.signIn !== 'by-partner') {
    const query = { code: 'c', state: 's' }
    return outcomeOf(visitor.call(rules.partnerCallbackCall, { query }))
  }
  const { Created } = await goThroughPartner(visitor, '1001')
  return Created === null ? 'nobody' : rules.partnerCallbackCall
}

/** What becomes of a new player of the partner whose address it has not verified. */
export const meetsUnverified: Probe = (app, name) => {
  const visitor = app.visitor(name)
  if (visitor.deployment.rules.signIn !== 'by-partner') return Promise.resolve('–')
  return outcomeOf(goThroughPartner(visitor, 'unverified@site.test'), (info) =>
    info.AccountNotConfirmed ? 'told' : 'let in',
  )
}

const nobody: PartnerSsoInfo = {
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

/** A new player of the partner registers, with or without the code of conduct. */
export function registersByPartner(ApproveCodeOfConduct: boolean): Probe {
  return async (app, name) => {
    count += 1
    const visitor = app.visitor(name)
    const isByPartner = visitor.deployment.rules.signIn === 'by-partner'
    const info = isByPartner ? await goThroughPartner(visitor, `matrix${count}@site.test`) : nobody
    const form = partnerForm(info, { ApproveCodeOfConduct })
    return outcomeOf(visitor.call('registerPartnerUser', form))
  }
}
