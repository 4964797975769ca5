import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'
import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { approve, newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { field, submit } from '../../fixtures/page.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/*
 * A player who presses twice, or whose script presses, sends a form once: the forms that are on no journey
 * of tests/e2e/interruptions.
 */

interface Case {
  readonly name: string
  readonly environment?: Environment
  readonly isSignedIn?: boolean
  /** The call that it sends, and what it is answered. */
  readonly call: string
  readonly answer?: unknown
  /** Fills it, up to the press of its button. */
  readonly fill: (page: Page, stubbedApi: StubbedApi) => Promise<void>
}

const password = 'Castle4Kites'

async function fillAll(page: Page, path: string, values: Readonly<Record<string, string>>) {
  await page.goto(path)
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

const forms: readonly Case[] = [
  {
    name: 'log-in',
    environment: 'SANDBOX',
    call: 'POST log/log-in',
    answer: { Created: 'IDENT-1' },
    fill: (page) =>
      fillAll(page, '/login', { 'Username or email': 'PlayerOne', Password: password }),
  },
  {
    name: 'registration of a partner’s player',
    environment: 'FOCUS',
    call: 'POST partner/user/register',
    answer: { Created: 'C-9' },
    async fill(page, stubbedApi) {
      await page.clock.install()
      await playPartner(stubbedApi, 'FOCUS', newcomer)
      await page.goto('/oauth/partner?code=c')
      await approve(page, 'FOCUS')
      await page.clock.fastForward('00:06')
    },
  },
  {
    name: 'access key',
    call: 'POST accesskey/validate',
    fill: (page) => fillAll(page, '/access-key', { Key: 'K-1' }),
  },
  {
    name: 'wish for a confirmation mail',
    call: 'POST email/send-confirmation-email',
    fill: (page) => fillAll(page, '/confirm-email/send', { Email: 'a@site.test' }),
  },
  {
    name: 'password that is asked for again',
    isSignedIn: true,
    call: 'POST password/validate/user/42',
    async fill(page, stubbedApi) {
      stubbedApi.stub('POST profile/user/42/update-email', [
        refused('ERROR_REAUTHENTICATION_REQUIRED'),
        ok(),
      ])
      await fillAll(page, '/account/update-email', {
        'New email': 'a@site.test',
        'Confirm email': 'a@site.test',
      })
      await submit(page).click()
      await field(page.getByRole('dialog'), 'Password').fill(password)
    },
  },
]

for (const { name, environment = 'PROD', isSignedIn, call, answer = {}, fill } of forms) {
  test(`T37 Pressed again and again, and by a script, the form is sent once: ${name} · ${environment}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in(environment, { RegisterWithAccessKeys: name === 'access key' })
    if (isSignedIn === true) await signIn()
    await fill(page, stubbedApi)
    const held = holdBack()
    stubbedApi.stub(call, () => held.of(ok(answer)))
    await pressOften(page)
    await expect(stubbedApi).toHaveSent(call, 1)
    held.release()
    await stubbedApi.settled(page)
    expect(stubbedApi.sent(call)).toHaveLength(1)
  })
}

/** The input of a player in a hurry, and of a script without pauses. */
async function pressOften(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('form button[type=submit]')].at(
      -1,
    )
    for (let press = 0; press < 3; press += 1) {
      button?.click()
      button?.form?.requestSubmit()
    }
  })
  const button = submit(page).last()
  await button.click({ force: true, timeout: 1000 }).catch(() => undefined)
  await page.keyboard.press('Enter')
}
