import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'
import { ONE2 } from './environments.ts'
import { control, field } from './page.ts'

interface Credentials {
  readonly name?: string
  readonly password?: string
}

/** Fills and sends the form of `/login`, in one step or two as the environment has it. */
export async function logIn(
  page: Page,
  environment: Environment,
  { name = 'PlayerOne', password = 'Welcome2Gatehouse' }: Credentials = {},
): Promise<void> {
  await toPasswordStep(page, environment, name)
  await field(page, 'Password').fill(password)
  await control(page, 'Connect').click()
}

/** Gives the name; where it is asked alone, goes on to the password. */
export async function toPasswordStep(
  page: Page,
  environment: Environment,
  name = 'PlayerOne',
): Promise<void> {
  await field(page, 'Username or email').fill(name)
  if (!ONE2.includes(environment)) await control(page, 'Next').click()
}
