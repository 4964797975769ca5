import type { Page } from '@playwright/test'
import { noted, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import {
  fromNow,
  player,
  securing,
  security as overview,
} from '../../fixtures/stubbed-api/defaults.ts'
import { toConfirmation, toReasonStep } from '../../fixtures/steps/deletion.ts'
import { control, rowControl, field, saying, submit } from '../../fixtures/page.ts'
import { dropPicture } from '../../fixtures/steps/picture.ts'
import { answerSurvey, option } from '../../fixtures/steps/survey.ts'
import { never, open, type State, toSay } from './state.ts'

const home = { environment: 'PROD', isSignedIn: true } as const
const proof = refused('ERROR_REAUTHENTICATION_REQUIRED')
const first = (name: string, path: string): State => ({
  ...home,
  name,
  show: (page) => open(page, path),
})

const security = { EnableSitesSection: true, EnableSecuritySection: true } as const
const sites = { EnableSitesSection: true } as const
const strong = { EnableSecuritySection: true, StrongSignIn: 'optional' } as const

/** Fills both fields of a new address. */
async function fillAddress(page: Page, address: string): Promise<void> {
  for (const name of ['New email', 'Confirm email']) await field(page, name).fill(address)
}

/** A name without any place to break it. */
const longName = 'OfAllNamesTheLongestOne25'
const blocked = (count: number) =>
  ok({
    ...player,
    Username: longName,
    Blocks: Array.from({ length: count }, (_, index) => ({
      Id: index + 7,
      Username: index === 0 ? longName : `Other${index}`,
      AvatarUrl: '',
    })),
  })

/** Pictures to choose from: of the gallery, and of a linked account. */
const offer = ok({
  Source: '',
  TakesUploads: true,
  Gallery: ['fox', 'owl', 'cat'].map((name) => ({
    Name: `gallery/platform/${name}.svg`,
    AvatarUrl: `gallery/platform/${name}.svg`,
  })),
  Linked: [{ CanonicalName: 'steam', Name: 'Steam', AvatarUrl: player.AvatarUrl }],
})

const picture = (page: Page) => page.getByRole('region', { name: saying('Picture') })

/** The states that a logged-in player sees. */
export const accountStates: readonly State[] = [
  {
    ...home,
    name: 'My information, on its way',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42', never)
      await page.goto('/account')
      await page.getByRole('status').waitFor()
    },
  },
  {
    ...first('My information, nothing to update', '/account'),
    environment: 'CREATIVE-ASSEMBLY',
  },
  {
    ...home,
    name: 'My information, the card to share',
    differences: security,
    async show(page) {
      await open(page, '/account')
      await control(page, 'Share my player card').click()
      await page.getByRole('dialog').getByRole('img').waitFor()
    },
  },
  {
    ...home,
    name: 'All sections',
    async show(page) {
      // A wide window lists them without.
      await page.setViewportSize({ width: 390, height: 844 })
      await open(page, '/account')
      await control(page, 'All sections').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...home,
    name: 'Picture, to be chosen',
    differences: { EnableAvatarSection: true },
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42/avatars', offer)
      await open(page, '/account')
      await control(picture(page), 'Change').click()
      await page.getByRole('dialog').getByRole('list').first().waitFor()
    },
  },
  {
    ...home,
    name: 'Picture, to be cut',
    differences: { EnableAvatarSection: true },
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42/avatars', offer)
      await open(page, '/account')
      await control(picture(page), 'Change').click()
      await control(page.getByRole('dialog'), 'Choose a picture of your own').evaluate(dropPicture)
      await page.getByRole('application').waitFor()
    },
  },
  {
    ...home,
    name: 'Update email, refused',
    async show(page, stubbedApi) {
      stubbedApi.stub(
        'POST profile/user/42/update-email',
        refused(['Email', 'ERROR_EMAIL_DISPOSABLE_ADDRESS'], ['ConfirmEmail', 'INVALID_REQUEST']),
      )
      await open(page, '/account/update-email')
      await fillAddress(page, 'b@example.com')
      await submit(page).click()
      await toSay(page, 'disposable')
    },
  },
  {
    ...home,
    name: 'Update email, asked for the password',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST profile/user/42/update-email', proof)
      stubbedApi.stub(
        'POST password/validate/user/42',
        refused(['Password', 'ERROR_PASSWORD_EMPTY']),
      )
      await open(page, '/account/update-email')
      await fillAddress(page, 'b@example.com')
      await submit(page).click()
      await control(page.getByRole('dialog'), 'Confirm').click()
      await toSay(page, 'Please enter your password')
    },
  },
  {
    ...home,
    name: 'Update email, sent',
    async show(page) {
      await open(page, '/account/update-email')
      await fillAddress(page, `${longName.repeat(3)}@example.com`)
      await submit(page).click()
      await toSay(page, 'Check your mailbox')
    },
  },
  {
    ...home,
    name: 'Update username, refused',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused(['Username', 'ERROR_USERNAME_EXIST']))
      await open(page, '/account/update-username')
      await field(page, 'New username').fill('Taken')
      await submit(page).click()
      await toSay(page, 'already taken')
    },
  },
  {
    ...home,
    name: 'Update password, refused',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused(['Password', 'ERROR_PASSWORD_COMMON']))
      await open(page, '/account/reset-password')
      for (const box of await page.locator('input[type=password]').all()) {
        await box.fill('Castle4Kites')
      }
      await submit(page).click()
      await toSay(page, 'too easy to guess')
    },
  },

  {
    ...home,
    name: 'Update password, with its strength',
    differences: { ShowPasswordStrength: true },
    async show(page) {
      await open(page, '/account/reset-password')
      await field(page, 'New password').fill('k4wtmzrq9xh2')
      await toSay(page, 'Good')
    },
  },
  {
    ...home,
    name: 'Security, a password that data leaks have',
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET security', ok({ ...overview, Leaked: true }))
      await open(page, '/account/security')
      await toSay(page, 'known from data leaks')
    },
  },
  {
    ...home,
    name: 'Deletion, wrong password',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused(['Password', 'ERROR_USERNAME_PASSWORD_INCORRECT']))
      await open(page, '/account/deletion-request')
      await field(page, 'Password').fill('Welcome2Gate')
      await submit(page).click()
      await toSay(page, 'incorrect')
    },
  },
  {
    ...home,
    name: 'Deletion, a reason of one’s own',
    async show(page) {
      await toReasonStep(page)
      await page.getByRole('radio', { name: 'Another reason' }).check()
      await field(page, 'Reason').fill('Because.')
    },
  },
  {
    ...home,
    name: 'Deletion, refused',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST deletion/user/42', refused('ERROR_NOT_ALLOWED'))
      await toConfirmation(page)
      await control(page, 'Delete').click()
      await page.getByRole('alert').waitFor()
    },
  },

  {
    ...home,
    name: 'Newsletters, on their way',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET newsletter', never)
      await open(page, '/account/newsletter')
      await page.getByRole('main').getByRole('status').first().waitFor()
    },
  },
  {
    ...home,
    name: 'Newsletters, none',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET newsletter', ok({ OptInList: [] }))
      await open(page, '/account/newsletter')
      await toSay(page, 'There is no newsletter')
    },
  },
  {
    ...home,
    name: 'Newsletters, one busy and one refused',
    async show(page, stubbedApi) {
      let calls = 0
      stubbedApi.stub('POST newsletter/**', () =>
        (calls += 1) === 1 ? refused('ERROR_OPTIN') : never(),
      )
      stubbedApi.stub('POST **', () => ((calls += 1) === 1 ? refused('ERROR_OPTIN') : never()))
      await open(page, '/account/newsletter')
      await control(page, 'Activate').click()
      await page.getByRole('alert').waitFor()
      await control(page, 'Active').click()
      await page.locator('button[aria-busy=true]').waitFor()
    },
  },

  {
    ...home,
    name: 'Connections, none',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/connects', connectsWith({}))
      await open(page, '/account/link-account')
    },
  },
  {
    ...home,
    name: 'Connections, in every state',
    async show(page, stubbedApi) {
      const LastCheck = fromNow({ hours: -3 })
      stubbedApi.stub(
        'GET profile/connects',
        connectsWith({
          steam: { LastCheck, ConnectName: longName },
          twitch: { LastCheck, IsGone: true },
        }),
      )
      stubbedApi.stub('POST profile/validate', ok({ Success: false }))
      await open(page, '/account/link-account')
      await control(page, 'Link').click()
      await page.getByRole('alert').waitFor()
    },
  },
  ...(['/steam/unlink', '/twitch/link', '/account/logout'] as const).map((path): State => ({
    ...home,
    name: `The question of ${path}`,
    show: (page) => comeFromAfar(page, path),
  })),

  {
    ...home,
    name: 'Cookies, a change refused',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused('ERROR_UNAVAILABLE'))
      stubbedApi.stub('PUT **', refused('ERROR_UNAVAILABLE'))
      await open(page, '/account/cookies')
      await page.getByRole('switch').last().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...home,
    name: 'Cookies, a change on its way',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', never)
      await open(page, '/account/cookies')
      await page.getByRole('switch').last().click()
      await page.locator('[role=switch][aria-busy=true]').waitFor()
    },
  },

  {
    ...home,
    name: 'Connected sites, none',
    differences: sites,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET sites', ok({ Sites: [] }))
      await open(page, '/account/connected-sites')
    },
  },
  { ...first('Passkeys', '/account/security'), differences: strong },
  {
    ...home,
    name: 'Passkeys, one to be renamed',
    differences: strong,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST security/passkeys/rename', refused(['Name', 'ERROR_PASSKEY_NAME']))
      await open(page, '/account/security')
      await rowControl(page, 'Rename').click()
      await control(page.getByRole('dialog'), 'Save').click()
      await toSay(page, 'between 1 and 40')
    },
  },
  {
    ...home,
    name: 'Passkeys, one to be removed',
    differences: strong,
    async show(page) {
      await open(page, '/account/security')
      await rowControl(page, 'Remove').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...home,
    name: 'No password',
    differences: strong,
    async show(page, stubbedApi) {
      const none = { ...overview, Passkeys: [], HasPassword: false, PasswordSetAt: null }
      stubbedApi.stub('GET security', ok(none))
      await open(page, '/account/security')
      await toSay(page, 'You log in without a password.')
    },
  },
  {
    ...home,
    name: 'Security, a device refused',
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST **', refused('ERROR_UNAVAILABLE'))
      await open(page, '/account/security')
      await rowControl(page, 'End session').first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...home,
    name: 'Security, a device refused, with a support code on offer',
    differences: { ...security, EnableSupportCode: true },
    async show(page, stubbedApi) {
      stubbedApi.stub('POST security/devices/end', noted(refused('ERROR_UNAVAILABLE')))
      await open(page, '/account/security')
      await rowControl(page, 'End session').first().click()
      await control(page, 'Get a support code').waitFor()
    },
  },
  {
    ...home,
    name: 'Security, a device refused, with a support code',
    differences: { ...security, EnableSupportCode: true },
    async show(page, stubbedApi) {
      const made = { Code: '4711-0815-42', ExpireAt: '2026-11-30T00:00:00.000Z' }
      stubbedApi.stub('POST security/devices/end', noted(refused('ERROR_UNAVAILABLE')))
      stubbedApi.stub('POST support/code', ok(made))
      await open(page, '/account/security')
      await rowControl(page, 'End session').first().click()
      await control(page, 'Get a support code').click()
      await toSay(page, made.Code)
    },
  },
  {
    ...home,
    name: 'Security, browsers that are trusted, and one that is not forgotten',
    differences: security,
    async show(page, stubbedApi) {
      const Until = '2030-05-03T12:00:00Z'
      const Trusted = [
        { Browser: 'Safari', System: 'iPhone', Id: 7, Until, IsThis: false },
        { Browser: '', System: '', Id: 8, Until, IsThis: false },
      ]
      stubbedApi.stub('GET security', ok({ ...overview, Trusted }))
      stubbedApi.stub('POST security/trusted-browsers/forget', refused('ERROR_UNAVAILABLE'))
      await open(page, '/account/security')
      await rowControl(page, 'Stop trusting').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...home,
    name: 'Security, parts that do not come',
    differences: security,
    async show(page, stubbedApi) {
      for (const part of ['GET security', 'GET security/devices', 'GET security/activity']) {
        stubbedApi.stub(part, status(500))
      }
      await open(page, '/account/security')
      await page.getByRole('alert').nth(2).waitFor()
    },
  },
  {
    ...home,
    name: 'Security, about to freeze',
    differences: security,
    async show(page) {
      await open(page, '/account/security')
      await control(page, 'Freeze my account').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...home,
    name: 'Security, somebody wants in without second steps',
    differences: strong,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET security', ok({ ...overview, RecoveryAt: fromNow({ days: 6 }) }))
      await open(page, '/account/security')
    },
  },
  {
    ...home,
    name: 'Security, on hold, with an act that is doubted',
    differences: strong,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET security', ok({ ...overview, HeldUntil: fromNow({ days: 2 }) }))
      const entry = { ...securing.Entries[0], MayDoubt: true, At: fromNow({ hours: -3 }) }
      stubbedApi.stub('GET security/activity', ok({ Entries: [entry], Next: null }))
      await open(page, '/account/security')
      await rowControl(page, 'It was not me').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...home,
    name: 'Account deleted, later',
    isSignedIn: false,
    show: (page) => open(page, `/deletion/confirm?until=${fromNow({ days: 14 })}`),
  },
  {
    ...home,
    name: 'Deletion, which waits',
    differences: { ...strong, DeletionGraceDays: 14 },
    show: (page) => toConfirmation(page),
  },
  first('Blocked users, none', '/account/blocked-users-management'),
  {
    ...home,
    name: 'Blocked users, one refused',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42', blocked(3))
      stubbedApi.stub('POST **', refused('ERROR_UNAVAILABLE'))
      await open(page, '/account/blocked-users-management')
      await control(page, 'Unblock').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...home,
    name: 'Blocked users, one let in again',
    hasClock: true,
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42', blocked(3))
      await open(page, '/account/blocked-users-management')
      await control(page, 'Unblock').click()
      await toSay(page, 'is no longer blocked')
    },
  },
  {
    ...home,
    name: 'Blocked users, nobody found',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/user/42', blocked(25))
      await open(page, '/account/blocked-users-management')
      await page.getByRole('searchbox').fill('zz')
      await toSay(page, 'Nobody of that name')
    },
  },

  {
    ...home,
    name: 'Survey, refused, with suggestions',
    async show(page) {
      await answerSurvey(page)
      await option(page, 'social networks', 'Other').check()
      await option(page, 'information', 'Wikis').uncheck()
      await control(page, 'Send').click()
      await toSay(page, 'You must answer this question')
      await page.getByRole('combobox').fill('an')
      await page.getByRole('combobox').press('ArrowDown')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    ...home,
    name: 'Survey, answered without Steam',
    async show(page, stubbedApi) {
      stubbedApi.stub('GET profile/connects', connectsWith({}))
      await open(page, '/survey/qualification/confirm')
    },
  },
]

/** Comes to a page from a site that is none of ours. */
async function comeFromAfar(page: Page, path: string): Promise<void> {
  // The server says so in the page; here the test does.
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    const meta = '<meta name="arrival" content="foreign"></head>'
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('</head>', meta),
    })
  })
  await page.goto(path)
  await control(page, 'Confirm').waitFor()
}
