import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { requestsFromNowOn } from '../../fixtures/traffic.ts'
import type { Page } from '@playwright/test'

const general = 'An error occured. Please try again later.'
const passed = ok({ Success: true, IsValid: true })

test('AT-LOG-13 The script of the captcha is blocked · PROD', async ({ page, stubbedApi }) => {
  let isBlocked = true
  await page.route('https://www.google.com/recaptcha/**', (route) =>
    isBlocked
      ? route.abort('blockedbyclient')
      : route.fulfill({
          contentType: 'text/javascript',
          body: `globalThis.grecaptcha = {
            ready: (act) => act(),
            execute: () => Promise.resolve('CAP-2'),
          }`,
        }),
  )
  await stubbedApi.in('PROD', { EnableCaptcha: true })
  stubbedApi.stub('POST recaptcha/verify', passed)
  await page.goto('/login')
  await logIn(page, 'PROD')
  await expect(page.getByText(general)).toBeVisible()
  await expect(page).toBeOnPath('/login')
  expect(stubbedApi.sent('POST recaptcha/verify')).toEqual([])
  // The page need not be loaded again once it can be reached.
  isBlocked = false
  await control(page, 'Connect').click()
  await expect(page).toBeOnPath('/account')
  expect(stubbedApi.sent('POST log/log-in')[0]?.body).toMatchObject({ Token: 'CAP-2' })
})

test('No captcha is fetched before a form is used · PROD', async ({ page, stubbedApi }) => {
  const requests = requestsFromNowOn(page)
  const ofCaptcha = () =>
    requests.map((request) => request.url()).filter((url) => /^https:.*captcha/i.test(url))
  await page.route('https://www.google.com/recaptcha/**', (route) => route.abort())
  await stubbedApi.in('PROD', { EnableCaptcha: true })
  await page.goto('/register')
  await expect(field(page, 'Username')).toBeVisible()
  expect(ofCaptcha()).toEqual([])
  // The page begins with the focus in it: a letter is the first use.
  await field(page, 'Username').press('M')
  await expect.poll(ofCaptcha).not.toEqual([])
})

test('Turnstile: its token goes the same way · SANDBOX', async ({ page, stubbedApi }) => {
  await playTurnstile(page, `options.callback('TURN-1')`)
  await stubbedApi.in('SANDBOX', { EnableCaptcha: true, CaptchaProvider: 'turnstile' })
  stubbedApi.stub('POST recaptcha/verify', passed)
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/account')
  expect(await page.evaluate('turnstileActions')).toEqual(['login'])
  expect(stubbedApi.sent('POST recaptcha/verify').map(({ body }) => body)).toEqual([
    { Token: 'TURN-1' },
  ])
  expect(stubbedApi.sent('POST log/log-in')[0]?.body).toMatchObject({ Token: 'TURN-1' })
})

test('Turnstile: a box to tick is waited for, a failure is shown · SANDBOX', async ({
  page,
  stubbedApi,
}) => {
  await playTurnstile(
    page,
    `if (turnstileActions.length === 1) return options['error-callback']()
     const box = document.createElement('button')
     box.textContent = 'I am a person'
     box.onclick = () => options.callback('TURN-2')
     place.append(box)`,
  )
  await stubbedApi.in('SANDBOX', { EnableCaptcha: true, CaptchaProvider: 'turnstile' })
  stubbedApi.stub('POST recaptcha/verify', passed)
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page.getByText(general)).toBeVisible()
  await control(page, 'Connect').click()
  const box = control(page, 'I am a person')
  await expect(box).toBeInViewport()
  await box.click()
  await expect(page).toBeOnPath('/account')
  await expect(box).toHaveCount(0)
  expect(stubbedApi.sent('POST log/log-in')[0]?.body).toMatchObject({ Token: 'TURN-2' })
})

/** Plays Turnstile's script: `act` is what a rendered widget does. */
async function playTurnstile(page: Page, act: string): Promise<void> {
  await page.route('https://challenges.cloudflare.com/turnstile/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.turnstileActions = []
        globalThis.turnstile = {
          render(place, options) {
            turnstileActions.push(options.action)
            setTimeout(() => { ${act} })
            return 'widget'
          },
          remove() {},
        }`,
    }),
  )
}
