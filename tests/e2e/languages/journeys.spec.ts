import { directionOf } from '@gatehouse/contract/direction'
import type { Language } from '@gatehouse/contract/languages'
import { maskEmail } from '@gatehouse/contract/display'
import type { Page } from '@playwright/test'
import { type Deployed, portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mail } from '../fixtures/running-product/mailbox.ts'
import { firstByDay, inTurn } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { control, goInside, submit } from '../fixtures/page.ts'
import { englishIn, expectNoEnglish, said } from '../fixtures/said.ts'
import { freshName, registrationOf } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * A player whose browser asks for another language, from the first page to the farewell, in the faces
 * of two studios: the real portal, API and mail. No page and no mail says anything in English.
 */

const faces = { 'POLYGLOT-RELIC': 'Relic', 'POLYGLOT-TWO-POINT': 'Two Point' } as const
const speakers: readonly (readonly [Language, locale: string])[] = [
  ['ar', 'ar-EG'],
  ['ja', 'ja-JP'],
  ['de', 'de-AT'],
]

for (const [turn, [language, locale]] of firstByDay(speakers.entries())) {
  test.describe(language, () => {
    test.use({ locale })

    // By day each language in one of the faces, by turns.
    const worn = inTurn(Object.entries(faces) as [keyof typeof faces, string][], turn)
    for (const [face, studio] of worn) {
      test(
        `AT-LNG-01 A player whose browser asks for ${locale} registers, confirms, logs in, changes the address and deletes the account without English · ${face}`,
        atNight(),
        async ({ page, mailbox }) => {
          const { username, password, email } = registrationOf(freshName())
          const next = `next.${email}`
          const says = (message: string, values = {}) =>
            page.getByText(said(language, message, values)).first()

          await register(page, face, language, { username, password, email })
          await expect(says('Check your mailbox for your confirmation link')).toBeVisible()
          await reads(page, language)

          const confirmation = await mailbox.newest(email)
          expect(confirmation.subject).toBe(said(language, 'confirmation.subject', { studio }))
          isIn(confirmation, language)
          await page.goto(linkOf(confirmation, /\/confirm-email|\/register\/validate/))
          await expect(page).toHaveURL(`${portalOf(face)}/login`)
          await reads(page, language)
          await logIn(page, { username, password })
          await expect(page).toHaveURL(`${portalOf(face)}/account`)
          await expect(page.getByText(username).first()).toBeVisible()
          await reads(page, language)

          await goInside(page, `${portalOf(face)}/account/update-email`)
          await reads(page, language)
          await inputs(page, { Email: next, ConfirmEmail: next })
          await submit(page).click()
          await expect(says('Check your mailbox for your confirmation link')).toBeVisible()
          await reads(page, language)
          const change = await mailbox.newest(next)
          isIn(change, language)
          await page.goto(linkOf(change, /\/update-email\/confirm/))
          await expect(says('Your email has been successfully updated.')).toBeVisible()
          await reads(page, language)
          for (const mail of await mailbox.list(email)) isIn(mail, language)

          await goInside(page, `${portalOf(face)}/account`)
          await expect(page.getByText(maskEmail(next))).toBeVisible()
          await goInside(page, `${portalOf(face)}/account/deletion-request`)
          await reads(page, language)
          await inputs(page, { Password: password })
          await submit(page).click()
          await control(page, said(language, 'Skip')).click()
          await control(page, said(language, 'Delete')).waitFor()
          await reads(page, language)
          await control(page, said(language, 'Delete')).click()
          await expect(says('Your account has been successfully deleted.')).toBeVisible()
          await reads(page, language)
          const farewell = await mailbox.newest(next, 3)
          expect(farewell.subject).toBe(said(language, 'farewell.subject', { studio }))
          isIn(farewell, language)
        },
      )
    }
  })
}

async function register(
  page: Page,
  face: Deployed,
  language: Language,
  { username, password, email }: { username: string; password: string; email: string },
): Promise<void> {
  await page.clock.install()
  await page.goto(portalOf(face))
  await reads(page, language)
  await control(page, said(language, 'Reject all')).click()
  await control(page, said(language, 'Create an account')).click()
  await expect(page).toBeOnPath('/register')
  await reads(page, language)
  await inputs(page, { Username: username, Password: password, ConfirmPassword: password })
  await inputs(page, { Email: email, ConfirmEmail: email })
  for (const consent of await page.locator('form input[type=checkbox][aria-required]').all()) {
    await consent.check()
  }
  await page.clock.fastForward('00:20')
  await submit(page).click()
}

async function logIn(
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await inputs(page, { UsernameOrEmail: username })
  await submit(page).click()
  await inputs(page, { Password: password })
  await submit(page).click()
}

async function inputs(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`form input[name=${name}]`).fill(value)
  }
}

/** The page is in the language and its direction, and says nothing in English. */
async function reads(page: Page, language: Language): Promise<void> {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', language)
  await expect(html).toHaveCSS('direction', directionOf(language))
  await expectNoEnglish(page, language)
}

function isIn({ subject, text }: Mail, language: Language): void {
  expect(subject).not.toMatch(/\b(?:your|account|email)\b/i)
  expect(englishIn(`${subject}\n${text}`, language)).toEqual([])
}

function linkOf({ links }: Mail, path: RegExp): string {
  const link = links.find((one) => path.test(one))
  expect(link, `a link among ${links.join()}`).toBeDefined()
  return link ?? ''
}
