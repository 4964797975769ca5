import type { Configuration } from '@gatehouse/contract/configuration'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { lost, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { fillRegistration } from '../../fixtures/steps/registration.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* A message that stands on the page goes on in the language that its player chooses then. */

const beyond: Partial<Configuration> = {
  EnableSecuritySection: true,
  EnableAvatarSection: true,
  StrongSignIn: 'optional',
}

const fieldError = (page: Page) => page.locator('form [aria-live="polite"]:has(> p)').first()
const alert = (page: Page) => page.getByRole('alert').locator('p').first()
const said = (page: Page) => page.locator('[data-said="true"]').getByRole('status').last()

interface Kind {
  readonly environment?: string
  readonly differences?: Partial<Configuration>
  readonly isSignedIn?: true
  /** Brings the message about. */
  readonly show: (page: Page, api: StubbedApi) => Promise<unknown>
  readonly place: (page: Page) => Locator
}

/** The browser says that it has no network; the words of another language still come. */
const goOffline = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))

const kinds: Readonly<Record<string, Kind>> = {
  'a name that is taken, on leaving its field': {
    differences: beyond,
    async show(page, api) {
      api.stub('POST register/check-username', ok({ IsFree: false, Suggestions: ['PlayerOne7'] }))
      await page.goto('/register')
      await field(page, 'Username').fill('PlayerOne')
      await field(page, 'Username').blur()
    },
    place: fieldError,
  },
  'a rule of a field, on leaving it': {
    async show(page) {
      await page.goto('/register')
      await field(page, 'Email').fill('no address')
      await field(page, 'Email').blur()
    },
    place: fieldError,
  },
  'a date that cannot be': {
    environment: 'TWO-POINT-STUDIOS',
    async show(page) {
      await page.goto('/register')
      await field(page, 'Date of birth').pressSequentially('20991301')
    },
    place: fieldError,
  },
  'a refusal of a field by the server': {
    async show(page, api) {
      api.stub('POST password/password-recovery', refused(['email', 'ERROR_EMAIL_UNKNOWN']))
      await page.goto('/password-recovery')
      await field(page, 'Email').fill('nobody@example.com')
      await submit(page).click()
    },
    place: fieldError,
  },
  'a refusal of a form by the server': {
    async show(page, api) {
      api.stub('POST log/log-in', refused('ERROR_USERNAME_PASSWORD_INCORRECT'))
      await page.goto('/login')
      await logIn(page, 'PROD')
    },
    place: alert,
  },
  'a form that was sent too fast': {
    async show(page) {
      await page.goto('/register')
      await fillRegistration(page, 'PROD')
      await submit(page).click()
    },
    place: alert,
  },
  'a password that breaks the rule of its deployment, sent': {
    environment: 'TWO-POINT-STUDIOS',
    isSignedIn: true,
    async show(page) {
      await page.goto('/account/reset-password')
      for (const name of ['Old password', 'New password', 'Confirm password']) {
        await field(page, name).fill('alllowercase1')
      }
      await submit(page).click()
    },
    place: fieldError,
  },
  'a form that is sent without a network': {
    async show(page, api) {
      api.stub('POST password/password-recovery', lost)
      await goOffline(page)
      await page.goto('/password-recovery')
      await field(page, 'Email').fill('player@example.com')
      await submit(page).click()
    },
    place: (page) => page.locator('form').getByRole('alert').locator('p').first(),
  },
  'a browser that keeps no cookies': {
    async show(page) {
      await page.addInitScript(() => {
        Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
      })
      await page.goto('/login')
      await logIn(page, 'PROD')
    },
    place: (page) => page.locator('form').getByRole('alert').locator('p').first(),
  },
  'a refusal of a switch': {
    isSignedIn: true,
    async show(page, api) {
      api.stub('POST newsletter/**', refused('ERROR_NOT_ALLOWED'))
      await page.goto('/account/newsletter')
      await control(page.getByRole('listitem', { name: 'Platform news' }), 'Activate').click()
    },
    place: alert,
  },
  'a button that is pressed without a network': {
    isSignedIn: true,
    async show(page, api) {
      api.stub('POST newsletter/**', lost)
      await goOffline(page)
      await page.goto('/account/newsletter')
      await control(page.getByRole('listitem', { name: 'Platform news' }), 'Activate').click()
    },
    place: (page) => page.getByRole('listitem').getByRole('alert').locator('p').first(),
  },
  'a dead link of a safety mail': {
    differences: beyond,
    async show(page, api) {
      api.stub('POST safety/read', refused('ERROR_SAFETY_LINK_EXPIRED'))
      await page.goto('/account-safety?link=T')
    },
    place: alert,
  },
  'a dead link of a registration': {
    environment: 'TWO-POINT-STUDIOS',
    async show(page, api) {
      api.stub('POST register/verify', refused('ERROR_EMAIL_EXIST'))
      await page.goto('/register/validate?verificationCode=V')
    },
    place: alert,
  },
  'a success beside what it is about': {
    isSignedIn: true,
    async show(page) {
      await page.goto('/account/newsletter')
      await control(page.getByRole('listitem', { name: 'Platform news' }), 'Activate').click()
    },
    place: said,
  },
  'a success on the screen that follows': {
    isSignedIn: true,
    async show(page) {
      await page.goto('/account/update-username')
      await field(page, 'New username').fill('NewName')
      await submit(page).click()
      await expect(page).toBeOnPath('/account')
    },
    place: said,
  },
  'a success that can be taken back': {
    differences: beyond,
    isSignedIn: true,
    async show(page, api) {
      const Blocks = [{ Id: 7, Username: 'Ann', AvatarUrl: '' }]
      api.stub('GET profile/user/42', ok({ ...player, Language: 'en', Blocks }))
      await page.goto('/account/blocked-users-management')
      await page.getByRole('listitem').getByRole('button').first().click()
    },
    place: said,
  },
  'a success with a number': {
    differences: beyond,
    isSignedIn: true,
    async show(page, api) {
      api.stub('POST security/devices/end', ok())
      await page.goto('/account/security')
      await page
        .getByRole('listitem', { name: /Safari/ })
        .getByRole('button')
        .first()
        .click()
    },
    place: said,
  },
  'the reason for a log-in': {
    differences: beyond,
    async show(page) {
      await page.goto('/account/newsletter')
      await expect(page).toBeOnPath('/login')
    },
    place: (page) => page.getByRole('main').getByRole('status').first(),
  },
  'the message of an error page': {
    show: (page) => page.goto('/errors/bad-request?message=ERROR_NOT_ALLOWED'),
    place: (page) => page.locator('p[dir="auto"]'),
  },
}

const language = (page: Page) => page.getByRole('contentinfo').getByRole('combobox')
const html = (page: Page) => page.locator('html')

for (const [
  name,
  { environment = 'PROD', differences = {}, isSignedIn, show, place },
] of Object.entries(kinds)) {
  test(`It is said in the language of the page, and back: ${name}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in(environment, { ...differences, Languages: '*' })
    stubbedApi.stub('GET profile/user/42', ok({ ...player, Language: 'en' }))
    if (isSignedIn) await signIn()
    await show(page, stubbedApi)
    const message = place(page)
    await expect(message).toBeVisible()
    // Without a clock beside it, which goes on.
    const [words = ''] = (await message.innerText()).trim().split(/(?<=[.!])\s/)
    expect(words).toMatch(/[a-z]{3}/)
    for (const chosen of ['fr', 'ja', 'en'] as const) {
      await language(page).selectOption(chosen)
      await expect(html(page)).toHaveAttribute('lang', chosen)
      if (chosen === 'en') await expect(message).toContainText(words)
      else await expect(message).not.toContainText(words)
      await expect(message).toHaveText(/\S/)
      await expect(message).not.toHaveText(/ERROR_|^[\w+/]{6}$/)
    }
  })
}

test('A country that was answered in one language stands there in the next one', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { Languages: '*' })
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Language: 'en' }))
  await signIn()
  await page.goto('/survey/qualification')
  await page.getByRole('radio', { name: '19 to 24' }).check()
  await page.getByRole('radio', { name: 'Lady' }).check()
  const country = page.locator('input[name="Country"]')
  await country.fill('Germany')
  for (const [chosen, name] of [
    ['fr', 'Allemagne'],
    ['ja', 'ドイツ'],
    ['en', 'Germany'],
  ] as const) {
    await language(page).selectOption(chosen)
    await expect(html(page)).toHaveAttribute('lang', chosen)
    await expect(country).toHaveValue(name)
  }
})
