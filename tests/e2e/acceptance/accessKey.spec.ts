import { AccountApi, itemsOf } from '../fixtures/running-product/accountApi.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, covers, test } from '../fixtures/test.ts'
import type { Page } from '@playwright/test'

test(
  'AT-KEY-05 A key works once · INVITED',
  atNight('R-8.4-47', 'R-7.15-2'),
  async ({ page, browser }) => {
    await page.clock.install()
    await enterKey(page)
    await expect(page).toBeOnPath('/register')
    await fillRegistration(page, 'PROD', registrationOf(freshName()))
    await sendRegistration(page)
    await expect(page).toBeOnPath('/register/confirm')

    const context = await browser.newContext()
    const other = await context.newPage()
    await enterKey(other)
    await expect(field(other, 'Key')).toHaveError('The key is already used.')
    await context.close()
  },
)

test(
  'AT-API-13 The calls of access keys answer as specified · INVITED',
  covers('R-7.15-2', 'R-8.4-46'),
  async ({ request }) => {
    const api = new AccountApi(request, 'INVITED')
    const good = await api.send('POST accesskey/validate', { Value: 'FREE-KEY-0002' })
    expect(good).toMatchObject({ status: 200, body: {} })
    for (const [Value, code] of [
      ['NO-SUCH-KEY', 'ERROR_ACCESS_KEY_NON_EXISTANT'],
      ['USED-KEY-0001', 'ERROR_ACCESS_KEY_ALREADY_USED'],
    ]) {
      const refusal = await api.send('POST accesskey/validate', { Value })
      expect(refusal.status).toBe(400)
      expect(itemsOf(refusal)).toEqual([`Value: ${code}`])
    }
  },
)

async function enterKey(visitor: Page): Promise<void> {
  await visitor.goto(`${portalOf('INVITED')}/register`)
  await expect(visitor).toBeOnPath('/access-key')
  await field(visitor, 'Key').fill('FREE-KEY-0001')
  await control(visitor, 'Next').click()
}
