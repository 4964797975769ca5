import type { Page } from '@playwright/test'
import {
  distinctBy,
  firstByDay,
  ownLoginEnvironments,
  partnerEnvironments,
  standardAccountEnvironments,
} from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field, goInside } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const slugs = { RELIC: 'relic', 'CREATIVE-ASSEMBLY': 'creative-assembly', FOCUS: 'focus' } as const

for (const [environment, slug] of firstByDay(Object.entries(slugs))) {
  test(
    `AT-ROUTE-01 AT-ROUTE-02 /login and /register lead to the partner · ${environment}`,
    covers(
      'R-1.2-3',
      'R-1.2-4',
      'R-2.1-6',
      'R-2.1-12',
      'R-7.6-1',
      'R-7.6-2',
      'R-7.6-3',
      'R-7.6-5',
      'R-6.2-1',
      'R-9.1-18',
    ),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await test.step('AT-ROUTE-01 /login', async () => {
        await page.goto('/login')
        await expect(page).toHaveURL('https://partner.test/login')
        const asked = stubbedApi.sent(`POST partner/${slug}/login-url`)
        expect(asked).toHaveLength(1)
        expect(Object.keys(asked[0]?.body ?? {}).toSorted()).toEqual(['ClientId', 'RedirectUrl'])
      })
      await test.step('AT-ROUTE-02 /register', async () => {
        await page.goto('/register')
        await expect(page).toHaveURL('https://partner.test/register')
        expect(stubbedApi.sent(`GET partner/${slug}/register-url`)).toHaveLength(1)
      })
    },
  )
}

for (const environment of firstByDay(
  distinctBy(
    ({ register, registerAsksIdentity }) => [register, registerAsksIdentity],
    standardAccountEnvironments,
  ),
)) {
  test(
    `AT-ROUTE-04 /access-key leads to the registration when keys are off · ${environment}`,
    covers('R-2.1-4'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/access-key')
      await expect(page).toBeOnPath('/register')
      await expect(field(page, 'Username')).toBeVisible()
    },
  )
}

for (const environment of firstByDay(
  distinctBy(({ signIn, registrationMailOpens }) => [signIn, registrationMailOpens]),
)) {
  test(
    `AT-ROUTE-06 /register/validate is open in one environment only · ${environment}`,
    covers('R-2.1-17', 'R-2.1-19'),
    async ({ page, stubbedApi }) => {
      const isOpen = environment === 'TWO-POINT-STUDIOS'
      await stubbedApi.in(environment)
      await page.goto('/register/validate?verificationCode=V1')
      await expect(page).toBeOnPath(isOpen ? '/login' : '/')
      expect(stubbedApi.sent('POST register/verify')).toHaveLength(isOpen ? 1 : 0)
    },
  )

  test(
    `AT-ROUTE-19 /confirm-email without uid is a bad request · ${environment}`,
    covers('R-2.1-58', 'R-2.1-60'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      for (const query of ['', '?redirectUrl=https://www.site.test/']) {
        await page.goto(`/confirm-email${query}`)
        await expect(page).toBeOnPath('/errors/bad-request')
      }
      expect(stubbedApi.sent('POST email/confirm')).toEqual([])
    },
  )
}

for (const environment of firstByDay(
  distinctBy(
    ({ passwordRecovery, updateEmailLinks, updateEmail }) => [
      passwordRecovery,
      updateEmailLinks,
      updateEmail,
    ],
    partnerEnvironments,
  ),
)) {
  test(
    `AT-ROUTE-07 The recovery paths of partners lead Home · ${environment}`,
    covers('R-2.1-24', 'R-2.1-25', 'R-2.1-26', 'R-2.10-5'),
    async ({ page, stubbedApi, baseURL }) => {
      await stubbedApi.in(environment)
      await page.goto('/password-recovery')
      await expect(page).toHaveURL(`${baseURL}/`)
      for (const path of ['/sent', '/reset?token=T']) {
        await arriveInside(page, `/password-recovery${path}`, '/')
        await expect(page).toHaveURL(`${baseURL}/`)
      }
      expect(stubbedApi.sent('POST password/**')).toEqual([])
    },
  )

  for (const who of ['anonymous', 'signed in'] as const) {
    test(
      `AT-ROUTE-16 The mail links of partners lead Home, ${who} · ${environment}`,
      covers('R-2.2-2', 'R-2.2-3', 'R-2.2-4'),
      async ({ page, stubbedApi, signIn }) => {
        await stubbedApi.in(environment)
        if (who === 'signed in') await signIn()
        for (const path of ['confirm?uid=U', 'recovery?uid=U', 'success']) {
          await page.goto(`/account/update-email/${path}`)
          await expect(page).toBeOnPath('/')
        }
        expect(stubbedApi.sent('GET email/**')).toEqual([])
      },
    )
  }
}

for (const environment of firstByDay(['PROD', 'RELIC', 'TWO-POINT-STUDIOS'] as const)) {
  test(
    `AT-ROUTE-08 The account area leads a visitor Home · ${environment}`,
    covers('R-2.1-28', 'R-4.1-1', 'R-4.1-2', 'R-6.1-2', 'R-6.1-6', 'R-6.1-7'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      const sections = ['link-account', 'newsletter', 'cookies', 'deletion-request']
      await page.goto('/account/')
      await expect(page).toBeOnPath('/')
      for (const path of [...sections, 'blocked-users-management']) {
        await arriveInside(page, `/account/${path}`, '/')
      }
      expect(stubbedApi.calls.filter(({ name }) => / (token|profile)\//.test(name))).toEqual([])
    },
  )
}

test(
  'AT-ROUTE-09 Connections that are off lead to the account · PROD',
  covers('R-2.1-30', 'R-2.12-8'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD', { EnableConnectionsSection: false })
    await signIn()
    await page.goto('/account/link-account')
    await expect(page).toBeOnPath('/account')
    await expect(control(page, 'My information')).toBeVisible()
    await expect(control(page, 'Connections')).toHaveCount(0)
  },
)

for (const environment of firstByDay(['PROD', 'RELIC'] as const)) {
  test(
    `AT-ROUTE-12 The cookies route leads to the account with custom management · ${environment}`,
    covers('R-2.1-35'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment, { CustomCookiesManagement: true })
      await signIn()
      await page.goto('/account/cookies')
      await expect(page).toBeOnPath('/account')
    },
  )
}

for (const environment of firstByDay(['PROD', 'FOCUS'] as const)) {
  test(
    `AT-ROUTE-13 A deletion that is off leads to the account · ${environment}`,
    covers('R-2.1-37', 'R-2.12-13'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment, { EnableDeletionSection: false })
      await signIn()
      await page.goto('/account/deletion-request')
      await expect(page).toBeOnPath('/account')
      await expect(control(page, 'My information')).toBeVisible()
      await expect(control(page, 'Deletion Request')).toHaveCount(0)
      expect(stubbedApi.sent('GET deletion/types')).toEqual([])
    },
  )
}

test(
  'AT-ROUTE-14 The update of the email leads to the account · RELIC',
  covers('R-2.1-43', 'R-6.2-2'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('RELIC')
    await signIn()
    await page.goto('/account/update-email')
    await expect(page).toBeOnPath('/account')
    await expect(field(page, 'New email')).toHaveCount(0)
  },
)

test(
  'AT-ROUTE-20 Hidden sections keep their routes · TWO-POINT-STUDIOS',
  covers('R-2.1-42', 'R-2.1-55', 'R-2.13-12'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('TWO-POINT-STUDIOS')
    await signIn()
    await page.goto('/account/update-username')
    await expect(field(page, 'New username')).toBeVisible()
    await expect(page).toBeOnPath('/account/update-username')
  },
)

for (const environment of distinctBy(() => null, ownLoginEnvironments)) {
  test(
    `AT-ROUTE-05 /register without a key leads to the access key · ${environment}`,
    covers('R-2.1-13'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment, { RegisterWithAccessKeys: true })
      await page.goto('/register')
      await expect(page).toBeOnPath('/access-key')
      await expect(field(page, 'Key')).toBeVisible()
    },
  )

  test(
    `AT-ROUTE-17 Token screens outside /account lead to the log-in with the return path · ${environment}`,
    covers('R-2.3-11', 'R-2.3-9', 'R-6.1-4', 'R-6.1-5'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/steam/link')
      await expect(page).toBeOnPath('/login')
      expect(decodeURIComponent(new URL(page.url()).search)).toContain('/steam/link')
      for (const path of [
        '/twitch/unlink',
        '/epic-games/callback?code=C',
        '/survey/qualification',
      ]) {
        await arriveInside(page, path, '/login')
        expect(decodeURIComponent(new URL(page.url()).search)).toContain(path)
      }
    },
  )
}

test(
  'AT-ROUTE-18 An unknown path is not found · PROD',
  covers('R-2.1-80', 'R-2.23-7'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/no/such/page')
    await expect(page.getByText('Ooops, something went wrong.')).toBeVisible()
    await expect(page).toBeOnPath('/errors/not-found')
  },
)

/** Asks for an address inside of the loaded portal, and waits for where its guard leads. */
async function arriveInside(page: Page, href: string, path: string): Promise<void> {
  await goInside(page, href)
  await expect(page, href).toBeOnPath(path)
}
