import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { ok } from '../fixtures/stubbed-api/answers.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control, field } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { covers, test } from '../fixtures/test.ts'
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
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const ofCaptcha = () => asked.filter((url) => /captcha/i.test(url))
  await page.route('https://www.google.com/recaptcha/**', (route) => route.abort())
  await stubbedApi.in('PROD', { EnableCaptcha: true })
  await page.goto('/register')
  await expect(field(page, 'Username')).toBeVisible()
  expect(ofCaptcha().filter((url) => url.startsWith('https:'))).toEqual([])
  await field(page, 'Username').focus()
  await expect.poll(() => ofCaptcha().some((url) => url.startsWith('https:'))).toBe(true)
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

/* The running product from here on, its page's own policy included. */

test.describe('under the policy of the page', () => {
  test.use({ bypassCSP: false })

  test(
    'A self-hosted captcha lets a player in, and no other site learns of it · INVITED',
    covers('R-5.5-1', 'R-5.5-6'),
    async ({ page }) => {
      const foreign: string[] = []
      page.on('request', (request) => foreign.push(new URL(request.url()).host))
      await page.goto(`${portalOf('INVITED')}/login`)
      await logIn(page, 'PROD', { name: 'PlayerTwo' })
      await expect(page).toBeOnPath('/account')
      expect([...new Set(foreign)]).toEqual([new URL(portalOf('INVITED')).host])
    },
  )

  test(
    'An outside captcha is asked by browser and server, a mail link asks first · GUARDED',
    covers('R-5.5-1', 'R-5.5-2', 'R-5.5-5'),
    async ({ page, request, mailbox }) => {
      const switches = `${standInAddress}/__standin/captcha/switches`
      const registration = registrationOf(freshName())
      await page.clock.install()
      await page.goto(`${portalOf('GUARDED')}/register`)
      await fillRegistration(page, 'PROD', registration)
      try {
        // Surely a robot.
        await request.put(switches, { data: { score: 0.1 } })
        await sendRegistration(page)
        await expect(page.getByText("You're not allowed to create an account.")).toBeVisible()
        await request.put(switches, { data: { score: 0.9, invalidSecret: true } })
        await sendRegistration(page)
        await expect(page.getByText(general)).toBeVisible()
      } finally {
        await request.put(switches, { data: { score: 0.9, invalidSecret: false } })
      }
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')

      const { username: name, password, email } = registration
      const { links } = await mailbox.newest(email)
      await page.goto(links.find((one) => one.includes('/confirm-email')) ?? '')
      await control(page, 'Confirm').click()
      await expect(page).toBeOnPath('/login')
      await logIn(page, 'PROD', { name, password })
      await expect(page).toBeOnPath('/account')
    },
  )
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
