import type { Environment } from '@gatehouse/contract/environments'
import type { Locator, Page } from '@playwright/test'
import { allEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field, goInside } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/*
 * The content of an account, environment by environment, and the targets of its paths that are not
 * open everywhere: one page each, without loading another. The portal's own tests, beside its
 * guard, have a table of all paths.
 */
interface Row {
  /** The offer of each section of My information; '' is a section that is not there. */
  readonly username: Offer
  readonly email: Offer
  readonly password: Offer
  /** Where /account/update-email, …/update-username and …/reset-password end. */
  readonly paths: readonly [string, string, string]
  readonly connections: readonly string[]
  readonly deletion: 'password' | 'reason' | 'confirmation'
}
type Offer = 'Update' | 'Update, disabled' | 'nothing' | ''

const forms = [
  '/account/update-email',
  '/account/update-username',
  '/account/reset-password',
] as const
const all = ['Steam', 'Twitch', 'Epic Games', 'Game Pass']
const own: Row = {
  username: 'Update',
  email: 'Update',
  password: 'Update',
  paths: forms,
  connections: all,
  deletion: 'password',
}
const matrix: Readonly<Record<Environment, Row>> = {
  LOCAL: own,
  STAGING: own,
  TEST: own,
  PREPROD: own,
  PROD: own,
  AVALANCHE: own,
  SANDBOX: own,
  'TWO-POINT-STUDIOS': { ...own, username: '', email: '' },
  RELIC: {
    username: 'Update',
    email: 'Update, disabled',
    password: '',
    paths: ['/account', '/', '/'],
    connections: ['Steam', 'Game Pass'],
    deletion: 'reason',
  },
  'CREATIVE-ASSEMBLY': {
    username: 'nothing',
    email: 'nothing',
    password: '',
    paths: ['/', '/', '/'],
    connections: all,
    deletion: 'confirmation',
  },
  FOCUS: {
    username: 'nothing',
    email: 'nothing',
    password: '',
    paths: ['/', '/', '/'],
    connections: all,
    deletion: 'reason',
  },
}

const firstSteps: Readonly<Record<Row['deletion'], string>> = {
  password: 'Confirm that it is you',
  reason: 'Why are you leaving?',
  confirmation: 'Delete this account?',
}

for (const environment of allEnvironments) {
  const row = matrix[environment]
  test(`The account of a player, as the environment has it · ${environment}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in(environment)
    await signIn()
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const shown = {
      username: await offerOf(page, 'Username'),
      email: await offerOf(page, 'Email'),
      password: await offerOf(page, 'Password'),
    }
    expect(shown).toEqual({ username: row.username, email: row.email, password: row.password })

    for (const [index, path] of forms.entries()) {
      await goInside(page, path)
      await expect(page, path).toBeOnPath(row.paths[index] ?? '')
    }
    await goInside(page, '/account/link-account')
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
    for (const name of all) {
      const isListed = row.connections.includes(name)
      await expect(page.getByRole('listitem', { name, exact: true })).toHaveCount(isListed ? 1 : 0)
    }
    await goInside(page, '/account/deletion-request')
    await expect(page.getByRole('heading', { name: firstSteps[row.deletion] })).toBeVisible()
    await expect(field(page, 'Password')).toHaveCount(row.deletion === 'password' ? 1 : 0)
  })
}

async function offerOf(page: Page, section: string): Promise<Offer> {
  const region: Locator = page.getByRole('region', { name: section, exact: true })
  if ((await region.count()) === 0) return ''
  const update = control(region, 'Update')
  if ((await update.count()) === 0) return 'nothing'
  return (await update.isDisabled()) ? 'Update, disabled' : 'Update'
}
