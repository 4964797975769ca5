import { expect } from '../../fixtures/expect.ts'
import { box, control, field, submit } from '../../fixtures/page.ts'
import { newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

test(
  'A partner’s newcomer with the keyboard alone · RELIC',
  atNight(),
  async ({ page, stubbedApi }) => {
    await page.clock.install()
    await playPartner(stubbedApi, 'RELIC', newcomer)
    await page.goto('/oauth/partner?code=c')
    await control(page, 'Reject all').press('Enter')
    await field(page, 'Username').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('PatToo')
    // A value that cannot be changed can still be read, and copied.
    await page.keyboard.press('Tab')
    await expect(field(page, 'Email')).toBeFocused()
    for (const name of ['Privacy Policy', 'Terms', 'Code of Conduct']) {
      await page.keyboard.press('Tab')
      await expect(box(page, name)).toBeFocused()
      await page.keyboard.press('Space')
    }
    await page.clock.fastForward('00:06')
    await page.keyboard.press('Tab')
    await expect(submit(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.sent('POST partner/user/register')[0]?.body).toMatchObject({
      Username: 'PatToo',
    })
  },
)
