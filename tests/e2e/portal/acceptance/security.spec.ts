import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control, rowControl, field } from '../../fixtures/page.ts'
import { holdBack, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { answers, security as overview } from '../../fixtures/stubbed-api/defaults.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The sessions and the ledger of an account, and how its player freezes it. */

const address = '/account/security'
const on = { EnableSecuritySection: true, EnableSitesSection: true } as const
const newPassword = 'Another9Battery'

test('Devices end one by one and all at once (AT-SEC-01, AT-SEC-02)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto(address)
  await expect(page).toHaveTitle(/^Security - /)
  await expect(control(page, 'Security')).toHaveAttribute('aria-current', 'page')
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Connected sites' }),
  ).toHaveCount(0)
  const devices = page.getByRole('region', { name: 'Devices' })
  const phone = devices.getByRole('listitem', { name: 'Safari on iPhone' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  const here = devices.getByRole('listitem', { name: 'Firefox on Windows' })
  await expect(here).toContainText('This device')
  await expect(rowControl(here, 'End session')).toHaveCount(0)
  await expect(phone).toContainText('Logged in with a passkey')
  await expect(phone).toContainText('Lyon, France')
  await expect(phone.locator('svg')).toHaveAttribute('data-kind', 'phone')
  await expect(here.locator('svg')).toHaveAttribute('data-kind', 'desktop')
  await expect(rowControl(phone, 'End session')).toHaveAccessibleName(
    'End session Safari on iPhone',
  )
  await expect(devices.getByRole('listitem', { name: 'Unknown browser' })).toContainText(
    'Logged in with a password and a second step',
  )

  stubbedApi.stub('POST security/devices/end', [refused('ERROR_NOT_ALLOWED'), ok({ Ended: 1 })])
  await rowControl(phone, 'End session').click()
  await expect(phone.getByRole('alert')).toBeVisible()
  await rowControl(phone, 'End session').click()
  await expect(phone).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Ended 1 session.')
  expect(stubbedApi.sent('POST security/devices/end').at(-1)?.body).toEqual({ Id: 'device-2' })

  stubbedApi.stub('POST security/devices/end-others', [
    refused('ERROR_UNAVAILABLE'),
    ok({ Ended: 2 }),
  ])
  await control(devices, 'End all other sessions').click()
  await expect(devices.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('status'), 'of the act before').toHaveCount(0)
  await control(devices, 'End all other sessions').click()
  await expect(devices).toContainText('You are logged in nowhere else.')
  await expect(page.getByRole('status')).toHaveText('Ended 2 sessions.')
})

test('A trusted browser stands in the row of its device, or in its own row, and is forgotten (AT-STR-20)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  const Until = '2026-06-03T12:00:00Z'
  const Trusted = [
    { Browser: 'Safari', System: 'iPhone', Id: 7, Until, IsThis: false },
    { Browser: 'Chrome', System: 'Android', Id: 8, Until, IsThis: false },
  ]
  stubbedApi.stub('GET security', ok({ ...overview, Trusted }))
  await signIn()
  await page.goto(address)
  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(4)
  const phone = devices.getByRole('listitem', { name: 'Safari on iPhone' })
  await expect(phone).toContainText('Trusted until 3 June 2026')
  const alone = devices.getByRole('listitem', { name: 'Chrome on Android' })
  await expect(rowControl(alone, 'End session')).toHaveCount(0)

  const forget = 'POST security/trusted-browsers/forget'
  stubbedApi.stub(forget, [refused('ERROR_NOT_ALLOWED'), ok(), ok()])
  await rowControl(phone, 'Stop trusting').click()
  await expect(phone.getByRole('alert')).toBeVisible()
  await rowControl(phone, 'Stop trusting').click()
  await expect(phone).not.toContainText('Trusted until')
  await expect(page.getByRole('status')).toHaveText(
    'This browser is asked for the second step again.',
  )
  await rowControl(alone, 'Stop trusting').click()
  await expect(alone).toHaveCount(0)
  expect(stubbedApi.sent(forget).map(({ body }) => body)).toEqual([{ Id: 7 }, { Id: 7 }, { Id: 8 }])
})

test('The end of a session ends the trust in its browser too, and says so', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  const trusted = { Id: 7, Until: '2026-06-03T12:00:00Z', IsThis: false }
  const Trusted = [{ Browser: 'Safari', System: 'iPhone', ...trusted }]
  stubbedApi.stub('GET security', ok({ ...overview, Trusted }))
  stubbedApi.stub('POST security/devices/end', ok({ Ended: 1 }))
  await signIn()
  await page.goto(address)
  const phone = page.getByRole('listitem', { name: 'Safari on iPhone' })
  await rowControl(phone, 'End session').click()
  await expect(phone).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText(
    'That device is logged out, and needs the second step next time.',
  )
})

test('A message is over once a dialog opens, and is no part of it', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  stubbedApi.stub('POST security/devices/end', ok({ Ended: 1 }))
  await signIn()
  await page.goto(address)
  await rowControl(page, 'End session').first().click()
  await expect(page.getByText('Ended 1 session.')).toBeVisible()
  await rowControl(page.getByRole('listitem', { name: 'Phone' }), 'Remove').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('Ended 1 session.')).toHaveCount(0)
})

test('The second step ends the other sessions: the page says so and shows none', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  const off = { ...overview, TwoStep: false }
  stubbedApi.stub('GET security', [ok(off), ok(overview)])
  stubbedApi.stub('POST security/two-step', () => {
    stubbedApi.stub('GET security/devices', ok({ Devices: [] }))
    return ok()
  })
  await signIn()
  await page.goto(address)
  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('switch', { name: 'Ask for a code after my password' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'Two-step verification is on. We logged you out everywhere else.',
  )
  await expect(devices.getByRole('listitem')).toHaveCount(0)
})

test('The section is read once, and a part that does not come is tried again alone', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  await signIn()
  stubbedApi.stub('GET security', [status(500), ok(overview)])
  await page.goto(address)
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Devices' })).toBeVisible()
  await control(page, 'Try again').click()
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('Laptop')
  await expect(page.getByRole('region', { name: 'Two-step verification' })).toContainText('Phone')
  await expect(page.getByRole('region', { name: 'Password' })).toContainText(
    'Last changed 1 May 2026',
  )
  expect(stubbedApi.sent('GET security')).toHaveLength(2)
})

test('The activity follows each change of the section', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  const acts: string[] = []
  stubbedApi.stub('GET security/activity', () => ok({ Entries: acts.map(entryOf), Next: null }))
  const changes = [
    ['POST security/devices/end', 'sessions-ended', { Ended: 1 }],
    ['POST security/two-step', 'two-step-off', {}],
    ['POST sites/withdraw', 'site-withdrawn', {}],
  ] as const
  for (const [call, act, answer] of changes) {
    stubbedApi.stub(call, () => {
      acts.unshift(act)
      return ok(answer)
    })
  }
  await signIn()
  await page.goto(address)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText('Nothing here yet.')
  await page.getByRole('listitem', { name: 'Safari on iPhone' }).getByRole('button').click()
  await expect(activity).toContainText('Sessions ended')
  await page.getByRole('switch', { name: 'Ask for a code after my password' }).click()
  await expect(activity).toContainText('Two-step verification switched off')
  const sites = page.getByRole('region', { name: 'Connected sites' })
  await sites.getByRole('listitem', { name: 'Guild Ledger' }).getByRole('button').click()
  await expect(activity.getByRole('listitem')).toHaveCount(3)
})

const entryOf = (Act: string, Id: number) => ({
  Id,
  Act,
  At: '2026-05-04T18:30:00Z',
  Actor: 'player',
  Shown: Act === 'site-withdrawn' ? { Name: 'Guild Ledger' } : {},
  Browser: '',
  System: '',
})

for (const width of [390, 1440]) {
  test(`Nothing in the section moves when its parts come late, at ${width} pixels`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
    const late = ['security/devices', 'sites', 'security', 'security/activity'].map((path) => {
      const held = holdBack()
      const call = `GET ${path}`
      stubbedApi.stub(call, () => held.of(answers[call] ?? ok()))
      return [call, held] as const
    })
    await signIn()
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
    await page.evaluate(async () => {
      // A line may be as long again in the theme's face.
      await document.fonts.ready
      const seen = globalThis as unknown as { shifted: number }
      seen.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted += (entry as unknown as Shift).value
      }).observe({ type: 'layout-shift' })
    })
    for (const [call, held] of late) {
      await expect.poll(() => stubbedApi.sent(call).length).toBe(1)
      const came = page.waitForResponse((answer) =>
        answer.url().endsWith(call.replace('GET ', '/')),
      )
      held.release()
      await came
      await drawn(page)
    }
    await expect(control(page, 'Freeze my account')).toBeVisible()
    await drawn(page)
    const shifted = await page.evaluate(
      () => (globalThis as unknown as { shifted: number }).shifted,
    )
    expect(shifted).toBeLessThan(0.01)
  })
}

interface Shift {
  readonly value: number
}

/** The page has been painted as it stands now. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}

test('A frozen account with a second step asks for it, and keeps what was typed (AT-SEC-12)', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub(
    'POST safety/read',
    ok({
      Kind: 'unfreeze',
      Username: 'PlayerOne',
      NeedsNumber: true,
      NeedsPassword: true,
      Ways: ['totp', 'recovery-code'],
    }),
  )
  stubbedApi.stub('POST safety/act', [
    refused(['Code', 'ERROR_CODE_INVALID']),
    ok({ Outcome: 'done' }),
  ])
  await page.goto('/account-safety?link=SECRET-2')
  await field(page, 'Number in our mail').fill('123456')
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm password').fill(newPassword)
  const code = field(page, 'Code from your authenticator app')
  await code.fill('111111')
  await control(page, 'Open my account').click()
  await expect(code).toHaveError('This code is not right.')
  await expect(field(page, 'New password')).toHaveValue(newPassword)
  await expect(field(page, 'Number in our mail')).toHaveValue('123456')
  await control(page, 'Use a recovery code').click()
  await field(page, 'Recovery code').fill('AAAA-BBBB-CCCC-DDDD')
  await control(page, 'Open my account').click()
  await expect(page).toBeOnPath('/login')
  await expect(page.getByText('Your account is open again. Log in and play.')).toBeVisible()
  await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
  const given = { Link: 'SECRET-2', Number: '123456', Password: newPassword }
  expect(stubbedApi.sent('POST safety/act').map(({ body }) => body)).toMatchObject([
    { ...given, Way: 'totp', Code: '111111' },
    { ...given, Way: 'recovery-code', Code: 'AAAA-BBBB-CCCC-DDDD' },
  ])
})

test('Each way in says whether it is on, and the next step has the one full button', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  const bare = { ...overview, Passkeys: [], Apps: [], CodesLeft: null, TwoStep: false }
  stubbedApi.stub('GET security', [ok(bare), ok(overview)])
  await signIn()
  await page.goto(address)
  const twoStep = page.getByRole('region', { name: 'Two-step verification' })
  await expect(twoStep).toContainText('Recommended')
  const full = page.locator('main [data-look=primary]')
  await expect(full).toHaveText(['Add an authenticator app'])
  await expect(page.getByText('Recovery codes To do')).toBeVisible()

  await page.reload()
  for (const part of [twoStep, page.getByRole('region', { name: 'Passkeys' })]) {
    await expect(part.getByText('On', { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Recovery codes Done')).toBeVisible()
  await expect(full).toHaveCount(0)
})

test('A site of others is taken back inside the section (AT-SEC-05)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto(address)
  const sites = page.getByRole('region', { name: 'Connected sites' })
  await expect(sites).toContainText('Since 4 May 2026. It can:')
  stubbedApi.stub('POST sites/withdraw', ok())
  await rowControl(sites, 'Withdraw').click()
  await expect(sites.getByRole('listitem', { name: 'Guild Ledger' })).toHaveCount(0)
  const own = sites.getByRole('listitem', { name: 'Community' })
  await expect(own).toContainText('Belongs to Studio')
  await expect(sites.getByRole('button')).toHaveCount(0)
})

test('Where no site of others can ask, the section still has the sites (AT-SEC-05)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub('GET sites', ok({ Sites: [] }))
  await signIn()
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Connected sites' })).toContainText(
    'No site uses your account yet.',
  )
})

test('The activity is read in plain words, filtered, and page by page (AT-SEC-06)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto(address)
  const section = page.getByRole('region', { name: 'Activity' })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([
    'Logged in with a passwordNew browser',
    'Username changed from PlayerNone',
    'Steam linked',
    'Email address changed from p••••y@example.com',
    'Guild Ledger may use your account',
  ])
  await control(section, 'Show all').click()
  await expect(page).toHaveURL('/account/security/activity')
  await expect(page).toHaveTitle(/^Activity - /)
  await expect(control(page, 'Security')).toHaveAttribute('aria-current', 'true')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(6)
  await expect(entries.first()).toContainText('Firefox on Windows · Lyon, France · 198.51.100.*')
  await expect(entries.last()).toContainText('Our support froze your account')

  const older = {
    Id: 5,
    At: '2026-05-01T00:00:00Z',
    Act: 'password-set',
    Actor: 'player',
    Browser: 'Firefox',
    System: '',
    MayDoubt: false,
    Shown: { How: 'changed' },
  }
  stubbedApi.stub('GET security/activity', ok({ Entries: [older], Next: null }))
  await control(page, 'Show older').click()
  await expect(entries).toHaveCount(7)
  await expect(entries.last()).toContainText('Password changed')
  await expect(control(page, 'Show older')).toHaveCount(0)
  expect(stubbedApi.sent('GET security/activity').at(-1)?.query).toEqual({ before: '55' })

  stubbedApi.stub('GET security/activity', ok({ Entries: [], Next: null }))
  await page.getByLabel('Filter').selectOption('Support')
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  expect(stubbedApi.sent('GET security/activity').at(-1)?.query).toEqual({ kind: 'support' })
})

test('A player without a second factor is advised to add one, and says Not now for thirty days (AT-STR-36)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  const encouraged = { ...on, StrongSignIn: 'encouraged' } as const
  await stubbedApi.in('PROD', encouraged)
  const bare = { ...overview, Passkeys: [], Apps: [], CodesLeft: null, TwoStep: false }
  stubbedApi.stub('GET security', ok(bare))
  await signIn()
  await page.goto('/account')
  const advice = page.getByRole('region', { name: 'Protect your account' })
  await expect(advice).toContainText('A password can be stolen.')
  await expect(control(advice, 'Set it up')).toHaveAttribute('href', address)
  await control(advice, 'Not now').click()
  await expect(advice).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last time you logged in' })).toBeVisible()
  await expect(advice).toHaveCount(0)
  const days = await page.evaluate(() => {
    const [name, text] = Object.entries(localStorage).find(([key]) => key.endsWith('advised')) ?? []
    if (name === undefined) return null
    const entry = JSON.parse(String(text)) as { until: number }
    const left = (entry.until - Date.now()) / (24 * 3600 * 1000)
    // As if the thirty days were over.
    localStorage.setItem(name, JSON.stringify({ ...entry, until: Date.now() - 1 }))
    return Math.round(left)
  })
  expect(days).toBe(30)
  await page.reload()
  await expect(advice).toBeVisible()
  stubbedApi.stub('GET security', ok(overview))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Last time you logged in' })).toBeVisible()
  await expect(advice).toHaveCount(0)
})

test('A deployment that only allows a second step gives no advice, and asks once how safe the account is (AT-STR-36)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  await signIn()
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Last time you logged in' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Protect your account' })).toHaveCount(0)
  await expect(page.locator('[data-shield][data-done]')).toBeVisible()
  expect(stubbedApi.sent('GET security')).toHaveLength(1)
})

test('A deployment without the section has neither its entry nor its pages (AT-STR-01)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto(address)
  await expect(page).toHaveURL('/account')
  await expect(control(page, 'Security')).toHaveCount(0)
  await page.goto('/account-safety?link=T')
  await expect(page).toHaveURL('/')
  expect(stubbedApi.sent('POST safety/read')).toEqual([])
})

test('The secret of a link leaves the address bar, and a dead one leads to another mail', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', refused('ERROR_SAFETY_LINK_EXPIRED'))
  await page.goto('/account-safety?link=SECRET-1')
  await expect(page.getByRole('alert')).toContainText('Your link has expired')
  await expect(page).toHaveURL('/account-safety')
  expect(stubbedApi.sent('POST safety/read')[0]?.body).toEqual({ Link: 'SECRET-1' })
  stubbedApi.stub('POST safety/ask', ok())
  await control(page, 'Send me a new link').click()
  await expect(page).toHaveURL('/account-safety/ask')
  await field(page, 'Username or email').fill('PlayerOne')
  await control(page, 'Send').click()
  await expect(page.getByText('If there is such an account, we have sent a mail.')).toBeVisible()
  const asked = { UsernameOrEmail: 'PlayerOne', For: 'secure' }
  expect(stubbedApi.sent('POST safety/ask')[0]?.body).toEqual(asked)
})

for (const [what, answer] of [
  ['does not know', status(404)],
  ['refuses', refused('ERROR_NOT_ALLOWED')],
] as const) {
  test(`A part whose call the server ${what} is left out without an error (AT-SEC-01)`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD', { ...on, StrongSignIn: 'encouraged' })
    for (const call of ['log/last', 'security', 'security/devices', 'security/activity', 'sites']) {
      stubbedApi.stub(`GET ${call}`, answer)
    }
    await signIn()
    await page.goto('/account')
    const overview = page.getByRole('complementary', { name: 'Overview' })
    await expect(overview.getByRole('region', { name: 'Linked accounts' })).toBeVisible()
    await stubbedApi.settled(page)
    await expect(overview.getByRole('region', { name: 'Last time you logged in' })).toHaveCount(0)
    await expect(overview.getByRole('region', { name: 'Protect your account' })).toHaveCount(0)
    await control(page, 'Security').click()
    await expect(page.getByRole('region', { name: 'Emergency' })).toBeVisible()
    await stubbedApi.settled(page)
    for (const name of ['Passkeys', 'Devices', 'Activity', 'Connected sites']) {
      await expect(page.getByRole('region', { name })).toHaveCount(0)
    }
    await expect(control(page, 'Try again')).toHaveCount(0)
    await page.goto('/account/reset-password')
    await expect(field(page, 'New password')).toBeVisible()
  })
}

test('A part whose call is refused for a while says so, and is tried again (AT-SEC-01)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('GET security/activity', [
    refused('ERROR_TOO_MANY_ATTEMPTS'),
    ok({ Entries: [] }),
  ])
  await signIn()
  await page.goto(address)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText('This could not be loaded.')
  await control(activity, 'Try again').click()
  await expect(activity).not.toContainText('This could not be loaded.')
  await expect(activity).toBeVisible()
})
