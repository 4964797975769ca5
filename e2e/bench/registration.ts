import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'
import { box, field, submit } from './page.ts'

/** What a visitor writes into the register form; '' leaves a field alone. */
export interface Registration {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly dateOfBirth: string
  readonly password: string
  readonly confirmPassword: string
  readonly email: string
  readonly confirmEmail: string
  readonly referrer: string
  readonly privacyPolicy: boolean
  readonly terms: boolean
  readonly codeOfConduct: boolean
}

/** A registration that every rule lets through. `name` makes it another player's. */
export function registrationOf(name: string): Registration {
  return {
    username: name,
    firstname: 'Quinn',
    lastname: 'Adams',
    dateOfBirth: '2000-01-15',
    password: 'Castle4Kites',
    confirmPassword: 'Castle4Kites',
    email: `${name.toLowerCase()}@example.com`,
    confirmEmail: `${name.toLowerCase()}@example.com`,
    referrer: '',
    privacyPolicy: true,
    terms: true,
    codeOfConduct: true,
  }
}

/** A username that nobody had in this run. */
export function freshName(prefix = 'Qa'): string {
  return `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
}

/** Fills the register form of an environment and ticks what it asks for. */
export async function fillRegistration(
  page: Page,
  environment: Environment,
  registration: Registration = registrationOf('QaPlayer'),
): Promise<void> {
  const asksMore = environment === 'TWO-POINT-STUDIOS'
  const texts: readonly (readonly [string, string])[] = [
    ['Username', registration.username],
    ['Firstname', asksMore ? registration.firstname : ''],
    ['Lastname', asksMore ? registration.lastname : ''],
    ['Password', registration.password],
    ['Confirm password', registration.confirmPassword],
    ['Email', registration.email],
    ['Confirm email', registration.confirmEmail],
    ["Referrer's username", registration.referrer],
  ]
  for (const [label, value] of texts) if (value !== '') await field(page, label).fill(value)
  if (asksMore && registration.dateOfBirth !== '') {
    await field(page, 'Date of birth').pressSequentially(
      registration.dateOfBirth.replaceAll('-', ''),
    )
  }
  await box(page, 'Privacy Policy').setChecked(registration.privacyPolicy)
  await box(page, 'Terms').setChecked(registration.terms)
  if (asksMore) await box(page, 'Code of Conduct').setChecked(registration.codeOfConduct)
}

/** Waits on the page, by its clock, until a person could have filled the form; then sends it. */
export async function sendRegistration(page: Page): Promise<void> {
  await page.clock.fastForward('00:20')
  await submit(page).click()
}
