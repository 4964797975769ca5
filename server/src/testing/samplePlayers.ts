import type { InputOf } from '@gatehouse/contract/schemas'
import type { DeploymentName, TestApp } from './startApp.ts'
import type { TestVisitor } from './testVisitor.ts'

export type RegisterForm = InputOf<'registerNewUser'>['body']

export const samplePassword = 'Correct7Horses'

/** A register form that nothing is wrong with, in every deployment with a form of its own. */
export function registerForm(given: Partial<RegisterForm> = {}): RegisterForm {
  const Username = given.Username ?? 'QaPlayer'
  const Email = given.Email ?? `${Username.toLowerCase()}@site.test`
  const Password = given.Password ?? samplePassword
  return {
    Username,
    Firstname: 'Ada',
    Lastname: 'Byron',
    UsageNameHoneyPot: '',
    DateOfBirth: '1990-12-10',
    Password,
    ConfirmPassword: Password,
    Email,
    ConfirmEmail: Email,
    Referrer: '',
    ApprovePrivacyPolicy: true,
    ApproveEULA: true,
    ApproveCodeOfConduct: true,
    G2GSegaOptin: false,
    Additional: false,
    ReCAPTCHAToken: '',
    StudioName: '',
    ClientId: '',
    AccessKeyValue: '',
    ...given,
  }
}

/** Registers a player and answers the token of the confirmation mail. */
export async function registerPlayer(
  app: TestApp,
  form: RegisterForm,
  deployment: DeploymentName = 'local',
): Promise<string> {
  await app.visitor(deployment).call('registerNewUser', { body: form })
  return linkToken(app, form.Email)
}

/** The secret in the newest mail to an address. */
export async function linkToken(app: TestApp, email: string): Promise<string> {
  const mail = (await app.mails(email)).at(-1)
  const link = /\?(?:uid|verificationCode|token)=([\w-]+)/.exec(mail?.text ?? '')
  if (!link?.[1]) throw new Error(`No link was mailed to ${email}.`)
  return link[1]
}

/** A player with a confirmed address. */
export async function confirmedPlayer(
  app: TestApp,
  form: RegisterForm = registerForm(),
  deployment: DeploymentName = 'local',
): Promise<RegisterForm> {
  const token = await registerPlayer(app, form, deployment)
  const visitor = app.visitor(deployment)
  if (app.deployment(deployment).rules.registrationMailOpens === 'confirm-email') {
    await visitor.call('confirmEmail', { body: { Uid: token } })
  } else {
    await visitor.call('verifyRegistration', { body: { VerificationCode: token } })
  }
  return form
}

/** A visitor who is logged in as a fresh player. */
export async function signedInPlayer(
  app: TestApp,
  form: RegisterForm = registerForm(),
  deployment: DeploymentName = 'local',
): Promise<TestVisitor> {
  await confirmedPlayer(app, form, deployment)
  const visitor = app.visitor(deployment)
  await visitor.logIn(form.Username, form.Password)
  return visitor
}
