import type { Page } from '@playwright/test'
import { redirectCorpus } from '@gatehouse/contract/testing/redirectCorpus'
import { firstByDay } from '../../fixtures/environments.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, goInside } from '../../fixtures/page.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/* Attacks on links of mails, in the browser that opens them. */

const links = [
  ['PROD', '/confirm-email?uid=U', 'POST email/confirm'],
  ['TWO-POINT-STUDIOS', '/register/validate?verificationCode=V', 'POST register/verify'],
  ['PROD', '/account/update-email/confirm?uid=U', 'GET email/update-email-confirm'],
  ['PROD', '/account/update-email/recovery?uid=U', 'GET email/update-email-recovery'],
] as const

/** Scanners of mail programs read all of a page, and wait for its scripts. */
async function scan(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.clock.runFor('00:30')
  await page.evaluate(() => scrollTo(0, 0))
}

/** The page as the file server gives it where links of mails wait for a click. */
async function askFirst(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    const meta = '<meta name="mail-links" content="button"></head>'
    const body = (await answer.text()).replace('</head>', meta)
    await route.fulfill({ response: answer, body })
  })
}

for (const [environment, path, call] of firstByDay(links)) {
  test(`D12 A scanner with scripts uses nothing up where links wait, and the player's click works · ${path}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environment)
    stubbedApi.stub(call, ok())
    await askFirst(page, path)
    await page.clock.install()
    await page.goto(path)
    await expect(control(page, 'Confirm')).toBeVisible()
    await scan(page)
    expect(stubbedApi.sent(call)).toEqual([])
    await page.goto(path)
    await control(page, 'Confirm').click()
    await expect.poll(() => stubbedApi.sent(call)).toHaveLength(1)
  })
}

test('D12 A scanner with scripts uses no recovery link up · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.clock.install()
  await page.goto('/password-recovery/reset?token=T')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await scan(page)
  expect(stubbedApi.sent('POST password/*')).toEqual([])
})

test(
  'D17 A confirmation link leads to none of forty bad addresses · PROD',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('POST email/confirm', ok())
    let confirmed = 0
    await page.goto('/login')
    for (const url of redirectCorpus.bad) {
      await goInside(page, `/confirm-email?uid=OK&redirectUrl=${encodeURIComponent(url)}`)
      confirmed += 1
      await expect(stubbedApi).toHaveSent('POST email/confirm', confirmed)
      await expect(page, url).toBeOnPath('/login')
    }
    expect(stubbedApi.visits).toEqual([])
  },
)
