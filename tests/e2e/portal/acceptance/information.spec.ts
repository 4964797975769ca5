import { type Environment, environments } from '@gatehouse/contract/environments'
import type { Locator, Page } from '@playwright/test'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy, everyEnvironment } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, topOf } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const menu = ['My information', 'Connections', 'Newsletter', 'Cookies', 'Blocked Users']

/** The links of My information, by the updates that an environment offers. */
const informationOf: Readonly<
  Record<Information, { readonly ids: string; readonly check: (page: Page) => Promise<void> }>
> = {
  everything: {
    ids: 'AT-INFO-07',
    async check(page) {
      await expect(section(page, 'Email')).toContainText('p.....r@example.com')
      expect(await page.content()).not.toContain('player@example.com')
      for (const [name, path] of [
        ['Username', '/account/update-username'],
        ['Email', '/account/update-email'],
        ['Password', '/account/reset-password'],
      ] as const) {
        await expect(control(section(page, name), 'Update')).toHaveAttribute('href', path)
      }
    },
  },
  'the username': {
    ids: 'AT-INFO-04',
    async check(page) {
      const [username, email] = [section(page, 'Username'), section(page, 'Email')]
      await expect(username).toContainText('PlayerOne')
      await expect(control(username, 'Update')).toBeEnabled()
      await expect(email).toContainText('p.....r@example.com')
      await expect(control(email, 'Update')).toBeDisabled()
      await control(email, 'Update').click({ force: true })
      await expect(page).toBeOnPath('/account')
      await expect(page.locator('main').getByText(/password/i)).toHaveCount(0)
    },
  },
  nothing: {
    ids: 'AT-INFO-05',
    async check(page) {
      await expect(section(page, 'Username')).toContainText('PlayerOne')
      await expect(section(page, 'Email')).toContainText('p.....r@example.com')
      await expect(section(page, 'Password')).toHaveCount(0)
      await expect(control(page, 'Update')).toHaveCount(0)
    },
  },
  'the password': {
    ids: 'AT-INFO-06',
    async check(page) {
      const password = section(page, 'Password')
      await expect(password).toContainText(/[•●*]{3}/)
      await expect(control(password, 'Update')).toHaveAttribute('href', '/account/reset-password')
      await expect(page.locator('main').getByRole('link', { name: 'Update' })).toHaveCount(1)
      await expect(page.getByText('@example.com')).toHaveCount(0)
    },
  },
}
type Information = 'everything' | 'the username' | 'the password' | 'nothing'

const requirementsOf: Readonly<Record<Information, readonly string[]>> = {
  everything: [
    'R-2.13-3',
    'R-2.13-5',
    'R-2.13-15',
    'R-2.13-16',
    'R-2.13-17',
    'R-2.13-18',
    'R-1.3-6',
  ],
  'the username': [
    'R-2.13-1',
    'R-2.13-2',
    'R-2.13-6',
    'R-2.13-7',
    'R-2.13-8',
    'R-6.2-2',
    'R-6.2-3',
  ],
  nothing: ['R-2.13-9', 'R-2.13-10', 'R-2.13-11', 'R-6.2-5'],
  'the password': ['R-2.13-4', 'R-2.13-12', 'R-2.13-13', 'R-2.13-14', 'R-6.2-6'],
}

for (const environment of distinctBy(({ usernameSection, emailSection, passwordSection }) => [
  usernameSection,
  emailSection,
  passwordSection,
])) {
  const offered = offeredIn(environment)
  const { ids, check } = informationOf[offered]
  test(
    `AT-INFO-01 ${ids} The account has its dashboard and lets its player update ${offered} · ${environment}`,
    covers(
      'R-2.12-1',
      'R-2.12-2',
      'R-2.12-3',
      'R-2.12-4',
      'R-2.12-5',
      'R-2.12-6',
      'R-2.12-7',
      ...requirementsOf[offered],
    ),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account')
      await test.step('AT-INFO-01 the dashboard', () => expectDashboard(page))
      await test.step(`${ids} the information`, () => check(page))
    },
  )
}

const flags = [
  'EnableConnectionsSection',
  'EnableNewsletterSection',
  'EnableDeletionSection',
] as const

/** None, each one alone, and all: no flag asks about another. The hard tests take every set. */
const flagSets = everyEnvironment
  ? Array.from({ length: 16 }, (_, bits) => bits)
  : [0, 1, 2, 4, 8, 15]

for (const environment of distinctBy(() => null, ['PROD', 'RELIC'])) {
  test(
    `AT-INFO-02 Menu by flags · ${environment}`,
    covers('R-2.12-8', 'R-2.12-9', 'R-2.12-13', 'R-2.12-15', 'R-6.2-7', 'R-1.4-14 … R-1.4-18'),
    async ({ page, stubbedApi, signIn }) => {
      await signIn()
      for (const bits of flagSets) {
        const isOn = (bit: number) => (bits & (1 << bit)) !== 0
        await stubbedApi.in(environment, {
          ...Object.fromEntries(flags.map((flag, bit) => [flag, isOn(bit)])),
          CustomCookiesManagement: isOn(3),
        })
        await page.goto('/account')
        for (const name of ['My information', 'Cookies', 'Blocked Users']) {
          await expect(control(page, name)).toBeVisible()
        }
        for (const [bit, name] of ['Connections', 'Newsletter', 'Deletion Request'].entries()) {
          await expect(control(page, name), `${name}, flags ${bits}`).toHaveCount(isOn(bit) ? 1 : 0)
        }
      }
    },
  )
}

for (const environment of ['PROD', 'RELIC'] as const) {
  test(
    `AT-INFO-09 Cookies opens the third-party dialog · ${environment}`,
    covers('R-2.12-11', 'R-2.19-12'),
    async ({ page, stubbedApi, signIn }) => {
      await page.addInitScript(() => {
        let opened = 0
        Object.assign(globalThis, {
          OneTrust: { ToggleInfoDisplay: () => (opened += 1) },
          timesOpened: () => opened,
        })
      })
      await stubbedApi.in(environment, { CustomCookiesManagement: true })
      await signIn()
      await page.goto('/account')
      await control(page, 'Cookies').click()
      await expect.poll(() => page.evaluate('timesOpened()')).toBe(1)
      await expect(page).toBeOnPath('/account')
    },
  )
}

function offeredIn(environment: Environment): Information {
  const { usernameSection, emailSection, passwordSection } = environments[environment]
  if (emailSection === 'updatable') return 'everything'
  if (passwordSection === 'updatable') return 'the password'
  return usernameSection === 'updatable' ? 'the username' : 'nothing'
}

async function expectDashboard(page: Page): Promise<void> {
  await expect(page.locator(`img[src="${player.AvatarUrl}"]`).first()).toBeVisible()
  await expect(page.getByText('PlayerOne').first()).toBeVisible()
  await expect(page.getByText(/registered since/i)).toContainText('04/05/21')
  await expect(control(page, 'See my profile')).toHaveAttribute(
    'href',
    'https://www.site.test/profile/42',
  )
  await expect(control(page, 'Logout')).toBeVisible()
  const tops: number[] = []
  for (const name of [...menu, 'Deletion Request']) {
    await expect(control(page, name)).toBeVisible()
    tops.push(await topOf(control(page, name)))
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
}

/** A section of My information: a group or region of that name. */
function section(page: Page, name: string): Locator {
  const named = { name, exact: true }
  return page.getByRole('group', named).or(page.getByRole('region', named))
}

test('An account that shows the password alone says where its other details are', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('TWO-POINT-STUDIOS', { SupportUrl: 'https://www.site.test/support' })
  await signIn()
  await page.goto('/account')
  const main = page.getByRole('main')
  await expect(main).toContainText('We keep the name, date of birth and email you registered with.')
  await expect(control(main, 'Our support changes them for you')).toHaveAttribute(
    'href',
    'https://www.site.test/support',
  )
})
