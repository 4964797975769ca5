import type { Environment } from '@gatehouse/contract/environments'
import type { Page } from '@playwright/test'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { atNight, covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { everySection, screens } from '../../accessibility/screens.ts'

/* Rules for every screen and every field, for players who hear them and players without a mouse. */

for (const who of ['anonymous', 'signed in'] as const) {
  test(
    `Every screen has its heading, landmarks, language and own title, and Tab leads through it and out of it · ${who}`,
    who === 'anonymous' ? covers('R-2.7-26') : atNight('R-2.7-26'),
    async ({ page, stubbedApi, signIn, keyboard }) => {
      await stubbedApi.in('TWO-POINT-STUDIOS', everySection[who])
      if (who === 'signed in') {
        await signIn()
      } else {
        await page.goto('/')
        await control(page, 'Reject all').press('Enter')
        await expect(control(page, 'Reject all')).toHaveCount(0)
      }
      const titles = new Map<string, string>()
      for (const [name, path] of screens.filter(([, , whose]) => whose === who)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await factsOf(page), name).toEqual({
          language: 'en',
          mainHeadings: 1,
          skippedLevels: [],
          banners: 1,
          mains: 1,
          contentinfos: 1,
          navigationsWithoutName: 0,
          newsOfPages: 1,
          // The label stands above the field and stays there.
          placeholders: 0,
          imagesWithoutText: 0,
          ownTabOrders: 0,
        })
        const title = await page.title()
        // All error pages are titled alike; they differ in what they say.
        if (path.startsWith('/errors')) expect(title).toMatch(/^(Account - Error|Error - .+)$/)
        else expect(titles.get(title), `${name}: its title is another screen's`).toBeUndefined()
        titles.set(title, name)
        await expect(page.getByRole('main').getByText('One moment, please.')).toHaveCount(0)
        const { walked, offered } = await keyboard.walkThrough()
        expect(walked, name).toEqual(offered)
      }
    },
  )
}

/** A field by its label, and what browsers and keyboards on screens read of it. */
type Row = readonly [label: string, autocomplete: string | null, keyboard: string, enter: string]

const forms: readonly (readonly [
  Environment,
  string,
  'anonymous' | 'signed in',
  readonly Row[],
])[] = [
  ['PROD', '/login', 'anonymous', [['Username or email', 'username', 'text', 'next']]],
  [
    'TWO-POINT-STUDIOS',
    '/login',
    'anonymous',
    [
      ['Username or email', 'username', 'text', 'next'],
      ['Password', 'current-password', 'password', 'go'],
    ],
  ],
  [
    'TWO-POINT-STUDIOS',
    '/register',
    'anonymous',
    [
      ['Username', 'username', 'text', 'next'],
      ['Firstname', 'given-name', 'text', 'next'],
      ['Lastname', 'family-name', 'text', 'next'],
      ['Date of birth', 'bday', 'text numeric', 'next'],
      ['Password', 'new-password', 'password', 'next'],
      ['Confirm password', 'new-password', 'password', 'next'],
      ['Email', 'email', 'email email', 'next'],
      ['Confirm email', 'email', 'email email', 'next'],
      ["Referrer's username", 'off', 'text', 'done'],
    ],
  ],
  ['PROD', '/password-recovery', 'anonymous', [['Email', 'email', 'email email', 'send']]],
  [
    'PROD',
    '/password-recovery/reset?token=T',
    'anonymous',
    [
      ['New password', 'new-password', 'password', 'next'],
      ['Confirm password', 'new-password', 'password', 'go'],
    ],
  ],
  ['PROD', '/confirm-email/send', 'anonymous', [['Email', 'email', 'email email', 'send']]],
  [
    'PROD',
    '/account/update-email',
    'signed in',
    [
      ['New email', 'email', 'email email', 'next'],
      ['Confirm email', 'email', 'email email', 'go'],
    ],
  ],
  ['PROD', '/account/update-username', 'signed in', [['New username', 'username', 'text', 'go']]],
  [
    'TWO-POINT-STUDIOS',
    '/account/reset-password',
    'signed in',
    [
      ['Old password', 'current-password', 'password', 'next'],
      ['New password', 'new-password', 'password', 'next'],
      ['Confirm password', 'new-password', 'password', 'go'],
    ],
  ],
  [
    'PROD',
    '/account/deletion-request',
    'signed in',
    [['Password', 'current-password', 'password', 'go']],
  ],
  [
    'PROD',
    '/account/blocked-users-management',
    'signed in',
    [['Find a player', 'off', 'search', 'search']],
  ],
  ['PROD', '/survey/qualification', 'signed in', [['Country', 'country-name', 'text', 'done']]],
]

test(
  'Every field says what it takes, what keyboard it wants, and what Enter does',
  covers('R-2.7-26', 'R-5.8-17'),
  async ({ page, context, stubbedApi, signIn }) => {
    const Blocks = Array.from({ length: 21 }, (_, index) => ({
      Id: index + 100,
      Username: `Player${index}`,
      AvatarUrl: '',
    }))
    stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks }))
    for (const [environment, path, who, rows] of forms) {
      await stubbedApi.in(environment)
      await context.clearCookies()
      if (who === 'signed in') await signIn()
      await page.goto(path)
      await expect(field(page, rows[0]?.[0] ?? '')).toBeVisible()
      expect(await fieldsOf(page), `${path} · ${environment}`).toEqual(rows)
    }
  },
)

test('The same of a key, and of a partner’s newcomer', async ({ page, stubbedApi }) => {
  await playPartner(stubbedApi, 'RELIC', newcomer)
  await page.goto('/oauth/partner?code=c')
  await expect(field(page, 'Username')).toBeVisible()
  expect(await fieldsOf(page)).toEqual([
    ['Username', 'username', 'text', 'done'],
    // It is read, not written.
    ['Email', null, 'email', ''],
  ])
  await stubbedApi.in('PROD', { RegisterWithAccessKeys: true })
  await page.goto('/access-key')
  await expect(field(page, 'Key')).toBeVisible()
  expect(await fieldsOf(page)).toEqual([['Key', 'off', 'text', 'next']])
})

test('Whatever has been answered gives the focus to the heading', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  await control(page, 'Reject all').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

/** Every field of a page that a player fills, in its order. */
function fieldsOf(page: Page): Promise<Row[]> {
  return page
    .getByRole('main')
    .locator('input:not([type=hidden], [type=radio], [type=checkbox], [tabindex="-1"])')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map((input): Row => [
        input.labels?.[0]?.textContent ?? '',
        input.getAttribute('autocomplete'),
        `${input.type} ${input.inputMode}`.trim(),
        input.enterKeyHint,
      ]),
    )
}

function factsOf(page: Page) {
  return page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has no outer scope
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const levels = all('h1, h2, h3, h4').map(({ tagName }) => Number(tagName.slice(1)))
    return {
      language: document.documentElement.lang,
      mainHeadings: all('h1').length,
      skippedLevels: levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      banners: all('header').length,
      mains: all('main').length,
      contentinfos: all('footer').length,
      navigationsWithoutName: all('nav:not([aria-label], [aria-labelledby])').length,
      newsOfPages: all('#root > div > p[aria-live=polite]').length,
      placeholders: all('[placeholder]').length,
      imagesWithoutText: all('img:not([alt]), svg:not([aria-hidden])').length,
      ownTabOrders: all('[tabindex]').filter(({ tabIndex }) => tabIndex > 0).length,
    }
  })
}
