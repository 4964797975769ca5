import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* What a browser does by itself: renders a page ahead, brings one back, zooms in. */

const actingPaths = [
  ['/confirm-email?uid=U', 'POST email/confirm'],
  ['/account/update-email/confirm?uid=U', 'GET email/update-email-confirm'],
  ['/account/logout', 'POST log/user/*/log-out'],
] as const

for (const [address, call] of actingPaths) {
  test(`${address} acts once a person has opened it, however early it is rendered · PROD`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await page.addInitScript(() => {
      let isAhead = true
      Object.defineProperty(document, 'prerendering', { get: () => isAhead })
      Object.assign(globalThis, {
        openPage: () => {
          isAhead = false
          document.dispatchEvent(new Event('prerenderingchange'))
        },
      })
    })
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET email/update-email-confirm', ok())
    if (address.includes('logout')) await signIn()
    await page.goto(address)
    await expect(page.locator('#root[data-alive]')).toBeAttached()
    await page.waitForLoadState('networkidle')
    expect(stubbedApi.sent(call)).toEqual([])
    await page.evaluate(() => (globalThis as unknown as { openPage: () => void }).openPage())
    await expect.poll(() => stubbedApi.sent(call)).toHaveLength(1)
  })
}

test('a page out of the browser’s memory shows no player who has left, nor the log-in of one who came · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account')
  await expect(page).toBeOnPath('/account')
  const comeBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  // The same session: nothing is loaded again, and nothing that was typed is lost.
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await comeBack()
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  const kept = (await page.context().cookies()).find(({ name }) => name === 'sso_identity')
  await page.context().clearCookies({ name: 'sso_identity' })
  await comeBack()
  await expect(page).toBeOnPath('/')
  await page.goto('/login')
  await expect(page.getByLabel('Username or email')).toBeVisible()
  if (kept) await page.context().addCookies([kept])
  await comeBack()
  await expect(page).toBeOnPath('/account')
})

test('a gaming account of another player has a way out · LOCAL', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  const SupportUrl = 'https://support.site.test/help'
  await stubbedApi.in('LOCAL', { EnableSecuritySection: true, SupportUrl })
  await signIn()
  await page.goto('/errors/bad-request?message=ERROR_USER_STEAM_EXIST')
  await expect(control(page, 'Contact support')).toHaveAttribute('href', SupportUrl)
  await expect(control(page, 'Return to Connections')).toBeVisible()
  await control(page, 'Log in with another account').click()
  await expect(page).toBeOnPath('/login')
  expect(stubbedApi.sent('POST log/user/*/log-out')).toHaveLength(1)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } })

  for (const path of ['/', '/login', '/register', '/password-recovery']) {
    test(`no field of ${path} is so small that the page zooms in · LOCAL`, async ({
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
      await page.goto(path)
      await expect(page.locator('#root[data-alive]')).toBeAttached()
      const small = await page
        .locator('select, textarea, input:not([type=checkbox], [type=radio], [type=hidden])')
        .evaluateAll((all) =>
          all
            .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16)
            .map(({ outerHTML }) => outerHTML.slice(0, 80)),
        )
      expect(small).toEqual([])
    })
  }
})
