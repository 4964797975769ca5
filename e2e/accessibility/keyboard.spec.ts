import type { Locator, Page } from '@playwright/test'
import { refused } from '../bench/answers.ts'
import { expect } from '../bench/expect.ts'
import { box, control, field } from '../bench/page.ts'
import { covers, test } from '../bench/test.ts'

const mostStops = 25

test(
  'AT-GEN-17 Log-in with the keyboard alone · PROD',
  covers('R-2.7-26', 'R-5.8-17'),
  async ({ page, s0 }) => {
    await s0.in('PROD')
    s0.stub('POST log/log-in', [
      refused(['Password', 'ERROR_PASSWORD_EMPTY']),
      { status: 200, body: { Created: 'IDENT-1' } },
    ])
    await page.goto('/login')
    await tabTo(page, field(page, 'Username or email'))
    await page.keyboard.type('PlayerOne')
    await page.keyboard.press('Enter')
    await tabTo(page, field(page, 'Password'))
    await page.keyboard.press('Enter')
    await expect(field(page, 'Password')).toHaveError('Please enter your password.')
    await expect(field(page, 'Password')).toBeFocused()
    await page.keyboard.type('Welcome2Gatehouse')
    await page.keyboard.press('Enter')
    await expect(page).toBeOnPath('/account')
    await tabTo(page, control(page, 'Logout'))
    await page.keyboard.press('Enter')
    await expect(page).toBeOnPath('/')
  },
)

test(
  'AT-GEN-17 Registration with the keyboard alone · TWO-POINT-STUDIOS',
  covers('R-2.7-26', 'R-5.8-17'),
  async ({ page, s0 }) => {
    await page.clock.install()
    await s0.in('TWO-POINT-STUDIOS')
    s0.stub('POST register/new-user', [
      refused(['Email', 'ERROR_EMAIL_EXIST']),
      { status: 201, body: {} },
    ])
    await page.goto('/register')
    for (const [label, text] of [
      ['Username', 'QaPlayer'],
      ['Firstname', 'Quinn'],
      ['Lastname', 'Adams'],
      ['Date of birth', '20000115'],
      ['Password', 'Castle4Kites'],
      ['Confirm password', 'Castle4Kites'],
      ['Email', 'qa@example.com'],
      ['Confirm email', 'qa@example.com'],
    ] as const) {
      await tabTo(page, field(page, label))
      await page.keyboard.type(text)
    }
    for (const name of ['Privacy Policy', 'Terms', 'Code of Conduct']) {
      await tabTo(page, box(page, name))
      await page.keyboard.press('Space')
      await expect(box(page, name)).toBeChecked()
    }
    await tabTo(page, control(page, 'Create account'))
    await page.clock.fastForward('00:20')
    await page.keyboard.press('Enter')
    // The first wrong field gets the focus, so that the way to mend it is short.
    await expect(field(page, 'Email')).toHaveError('An account with this email already exists')
    await expect(field(page, 'Email')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toBeOnPath('/register/confirm')
  },
)

/** Presses Tab until the control has the focus; every stop on the way must show its focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const isSeen = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return true
      const rings = [
        element,
        element.parentElement ?? element,
        element.nextElementSibling ?? element,
      ]
      return rings.some((one) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      })
    })
    expect(isSeen, 'the focus is visible').toBe(true)
  }
  await expect(target).toBeFocused()
}
