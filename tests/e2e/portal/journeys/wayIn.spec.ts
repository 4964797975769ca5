import type { Page } from '@playwright/test'
import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connects, player, security } from '../../fixtures/stubbed-api/defaults.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { expect } from '../../fixtures/expect.ts'
import { box, control, field, submit } from '../../fixtures/page.ts'
import { fillRegistration, registrationOf } from '../../fixtures/steps/registration.ts'
import { toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'

test.use({ hasClock: true })

/* From the registration into the account, where the specification does not decide. */

const beyond = {
  EnableSecuritySection: true,
  StrongSignIn: 'optional',
  EnableAvatarSection: true,
} as const
const register = 'POST register/new-user'
const tooFast = 'Sorry, you are too fast for us! Please retry in a few seconds.'
const check = 'POST register/check-username'

/** The account of the stubbed API waits for its confirmation in this tab. */
async function registerPlayer(page: Page): Promise<void> {
  await page.goto('/register')
  await fillRegistration(page, 'PROD', {
    ...registrationOf('PlayerOne'),
    email: player.Email,
    confirmEmail: player.Email,
  })
  await page.clock.fastForward('00:20')
  await submit(page).click()
  await expect(page).toBeOnPath('/register/confirm')
}

/** A new player: nothing is linked, shown or protected yet. */
function playNewPlayer(stubbedApi: StubbedApi): void {
  stubbedApi.stub(
    'GET profile/user/42',
    ok({ ...player, AvatarUrl: '', Titles: '', TitleName: '' }),
  )
  stubbedApi.stub(
    'GET profile/connects',
    ok(connects.map((connect) => ({ ...connect, IsLinked: false, Id_Account: null }))),
  )
  stubbedApi.stub('GET security', ok({ ...security, Passkeys: [], Apps: [], TwoStep: false }))
}

test('After the registration it is said where the link leads: into the account, or to the log-in', async ({
  page,
  stubbedApi,
}) => {
  await page.clock.install()
  await stubbedApi.in('PROD', beyond)
  await registerPlayer(page)
  await expect(page.getByText('Open the link and you are in.')).toBeVisible()
  await stubbedApi.in('PROD')
  await registerPlayer(page)
  await expect(page.getByText('Open the link, then log in.')).toBeVisible()
})

test.describe('a confirmed link in the browser that registered', () => {
  test('leads into the account, to the first steps, and the waiting tab goes on', async ({
    page,
    context,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', beyond)
    playNewPlayer(stubbedApi)
    await registerPlayer(page)
    stubbedApi.stub('POST email/confirm', ok({ Username: player.Username, Created: 'IDENT-1' }))
    const other = await context.newPage()
    await other.goto('/confirm-email?uid=U-1&clientId=community')
    await expect(other).toBeOnPath('/account/welcome')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Welcome, .*PlayerOne/)
    await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
    expect(stubbedApi.sent('POST email/confirm').map(({ body }) => body)).toEqual([
      { Uid: 'U-1', ClientId: 'community' },
    ])
    for (const [name, path] of [
      ['Choose a picture', '/account?picture'],
      ['Add a second step', '/account/security'],
      ['Link Steam', '/account/link-account'],
    ] as const) {
      const step = other.getByRole('main').getByRole('link', { name })
      await expect(step).toHaveAttribute('href', path)
    }
    await expect(other.getByRole('main').getByText('To do')).toHaveCount(3)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed.')
    await control(page, 'Go on').click()
    await expect(page).toBeOnPath('/account/welcome')
    await control(other, 'Go to my account').click()
    await expect(other).toBeOnPath('/account')
  })

  test('leads on to the site that the player came from', async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD', beyond)
    stubbedApi.stub('POST email/confirm', ok({ Username: 'PlayerOne', Created: 'IDENT-1' }))
    await page.goto('/confirm-email?uid=U&redirectUrl=https%3A%2F%2Fwww.site.test%2Fw')
    await expect(page).toBeOnPath('/account/welcome')
    await control(page, 'Go on').click()
    await expect(page).toHaveURL('https://www.site.test/w')
  })

  test('is noticed by a waiting tab that slept meanwhile, once it is shown again', async ({
    page,
    context,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', beyond)
    await registerPlayer(page)
    stubbedApi.stub('POST email/confirm', ok({ Username: player.Username, Created: 'IDENT-1' }))
    const other = await context.newPage()
    await other.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => undefined
    })
    await other.goto('/confirm-email?uid=U-1')
    await expect(other).toBeOnPath('/account/welcome')
    await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed.')
  })

  test('leaves the waiting tab as it is where another account is confirmed', async ({
    page,
    context,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', beyond)
    await registerPlayer(page)
    stubbedApi.stub('GET profile/user/42', ok({ ...player, Email: 'other@example.com' }))
    stubbedApi.stub('POST email/confirm', ok({ Username: 'Other', Created: 'IDENT-1' }))
    const other = await context.newPage()
    await other.goto('/confirm-email?uid=U-2')
    await expect(other).toBeOnPath('/account/welcome')
    await expect(stubbedApi).toHaveSent('GET profile/user/42', 2)
    await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
  })
})

test.describe('a confirmed link in another browser', () => {
  test('leads to the log-in with the name filled in', async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD', beyond)
    stubbedApi.stub('POST email/confirm', ok({ Username: 'Quinn' }))
    await page.goto('/confirm-email?uid=U')
    await expect(page).toBeOnPath('/login')
    await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
    await expect(field(page, 'Username or email')).toHaveValue('Quinn')
  })

  test('says that the address is confirmed already, and offers no new link', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', beyond)
    stubbedApi.stub('POST email/confirm', ok({ Username: 'Quinn', IsRepeated: true }))
    await page.goto('/confirm-email?uid=U')
    await expect(page).toBeOnPath('/login')
    await expect(page.getByText('This address is confirmed already. Log in.')).toBeVisible()
    await expect(field(page, 'Username or email')).toHaveValue('Quinn')
    await expect(control(page, 'Send a new link')).toHaveCount(0)
  })
})

test.describe('a refused password', () => {
  const sentence = 'Check your password, or confirm your email first. We can send the link again.'
  const resend = 'POST email/send-confirmation-email'

  test('offers the confirmation link again, to the typed address', async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD', beyond)
    stubbedApi.stub('POST log/log-in', refused('ERROR_USERNAME_PASSWORD_INCORRECT'))
    await page.goto('/login')
    await field(page, 'Username or email').fill('mira@example.com')
    await submit(page).click()
    await field(page, 'Password').fill('Castle4Kites')
    await submit(page).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('Your username or password is incorrect.')).toHaveCount(0)
    await control(page, 'Send the link again').click()
    await expect(page).toBeOnPath('/register/confirm')
    await expect(page.getByText('mira@example.com')).toBeVisible()
    expect(stubbedApi.sent(resend).map(({ body }) => body)).toEqual([{ Email: 'mira@example.com' }])
  })

  test('asks for the address of a typed name', async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD', beyond)
    stubbedApi.stub('POST log/log-in', refused('ERROR_USERNAME_PASSWORD_INCORRECT'))
    await page.goto('/login')
    await toPasswordStep(page, 'PROD')
    await field(page, 'Password').fill('Castle4Kites')
    await submit(page).click()
    await control(page, 'Send the link again').click()
    await expect(page).toBeOnPath('/confirm-email/send')
    await expect(field(page, 'Email')).toHaveValue('')
    expect(stubbedApi.sent(resend)).toEqual([])
  })

  test('is only that in a browser that has been in the account', async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD', beyond)
    const ErrorMessages = [
      { Property: '', ErrorMessage: 'ERROR_USERNAME_PASSWORD_INCORRECT', Known: true },
    ]
    stubbedApi.stub('POST log/log-in', { status: 400, body: { ErrorMessages } })
    await page.goto('/login')
    await toPasswordStep(page, 'PROD')
    await field(page, 'Password').fill('Castle4Kites')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('That password is not right.')
    await expect(control(page, 'Send the link again')).toHaveCount(0)
  })

  test('is called incorrect where the specification says so', async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('POST log/log-in', refused('ERROR_USERNAME_PASSWORD_INCORRECT'))
    await page.goto('/login')
    await toPasswordStep(page, 'PROD')
    await field(page, 'Password').fill('Castle4Kites')
    await submit(page).click()
    await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
    await expect(page.getByText(sentence)).toHaveCount(0)
  })
})

test.describe('a registration that is pressed too soon', () => {
  test('is kept with a calm word, and sent with what stands there when its time has come', async ({
    page,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', beyond)
    await page.goto('/register')
    await fillRegistration(page, 'PROD')
    await submit(page).click()
    await page.clock.runFor(1000)
    await expect(page.locator('form').getByText('One moment, please.').first()).toBeVisible()
    await expect(page.getByText(tooFast)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await field(page, 'Invited by (optional)').fill('Bob')
    await page.clock.fastForward('00:05')
    expect(stubbedApi.sent(register)).toEqual([])
    await page.clock.fastForward('00:12')
    await expect(page).toBeOnPath('/register/confirm')
    expect(stubbedApi.sent(register).map(({ body }) => body)).toEqual([
      expect.objectContaining({ Username: 'QaPlayer', Referrer: 'Bob' }),
    ])
  })

  test('shows the errors of its fields at once, and keeps no press', async ({
    page,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', beyond)
    await page.goto('/register')
    await submit(page).click()
    await page.clock.runFor(1000)
    await expect(field(page, 'Email')).toHaveError('Type your email address.')
    await expect(page.getByText(tooFast)).toHaveCount(0)
    await expect(page.getByText('One moment, please.')).toHaveCount(0)
    await page.clock.fastForward('00:20')
    expect(stubbedApi.sent(register)).toEqual([])
  })

  test('is not sent once the visitor has left', async ({ page, stubbedApi }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', beyond)
    await page.goto('/register')
    await fillRegistration(page, 'PROD')
    await submit(page).click()
    await page.clock.runFor(1000)
    await control(page, 'Log in').click()
    await expect(page).toBeOnPath('/login')
    await page.clock.fastForward('00:20')
    await stubbedApi.settled(page)
    expect(stubbedApi.sent(register)).toEqual([])
  })
})

for (const environment of ['PROD', 'TWO-POINT-STUDIOS'] as const) {
  test(`Text that is typed in a registration survives a reload and Back, but no password · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in(environment)
    await page.goto('/register')
    await fillRegistration(page, environment)
    const isKept = async () => {
      await expect(field(page, 'Username')).toHaveValue('QaPlayer')
      await expect(field(page, 'Email')).toHaveValue('qaplayer@example.com')
      await expect(field(page, 'Confirm email')).toHaveValue('qaplayer@example.com')
      for (const words of ['Privacy Policy', 'Terms']) await expect(box(page, words)).toBeChecked()
      for (const name of ['Password', 'Confirm password']) {
        await expect(field(page, name)).toHaveValue('')
      }
      if (environment === 'TWO-POINT-STUDIOS') {
        await expect(field(page, 'Date of birth')).toHaveValue('2000-01-15')
        await expect(box(page, 'Code of Conduct')).toBeChecked()
      }
    }
    await page.reload()
    await isKept()
    await control(page, 'Log in').click()
    await expect(page).toBeOnPath('/login')
    await page.goBack()
    await expect(page).toBeOnPath('/register')
    await isKept()
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).toContain('QaPlayer')
    expect(stored).not.toContain('Castle4Kites')

    // Sent, its address can be corrected until its player is in.
    for (const name of ['Password', 'Confirm password'])
      await field(page, name).fill('Castle4Kites')
    await page.clock.fastForward('00:20')
    await submit(page).click()
    await expect(page).toBeOnPath('/register/confirm')
    await page.goto('/register')
    await isKept()
  })
}

test('The date of birth of a child is not kept · TWO-POINT-STUDIOS', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('TWO-POINT-STUDIOS')
  await page.goto('/register')
  await field(page, 'Username').fill('QaPlayer')
  const thisYear = new Date().getFullYear()
  await field(page, 'Date of birth').pressSequentially(`${thisYear - 5}0115`)
  await page.reload()
  await expect(field(page, 'Username')).toHaveValue('QaPlayer')
  await expect(field(page, 'Date of birth')).toHaveValue('')
})

test.describe('a username that is left', () => {
  test('is called taken with two free names, each of which a press chooses', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', beyond)
    stubbedApi.stub(check, ok({ IsFree: false, Suggestions: ['MiraLight7', 'MiraLight42'] }))
    await page.goto('/register')
    await field(page, 'Username').fill('MiraLight')
    await field(page, 'Password').focus()
    await expect(field(page, 'Username')).toHaveError('This username is already taken.')
    expect(stubbedApi.sent(check).map(({ body }) => body)).toEqual([{ Username: 'MiraLight' }])
    await control(page, 'MiraLight42').click()
    await expect(field(page, 'Username')).toHaveValue('MiraLight42')
    await expect(field(page, 'Username')).toBeFocused()
    await expect(page.getByText('This username is already taken.')).toHaveCount(0)
    await expect(control(page, 'MiraLight7')).toHaveCount(0)
  })

  test('is not called taken after it was changed meanwhile, and a free one says nothing', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD', beyond)
    const held = holdBack()
    stubbedApi.stub(check, () => held.of(ok({ IsFree: false, Suggestions: ['MiraLight7'] })))
    await page.goto('/register')
    await field(page, 'Username').fill('MiraLight')
    await field(page, 'Password').focus()
    await expect(stubbedApi).toHaveSent(check, 1)
    await field(page, 'Username').fill('MiraLightTwo')
    held.release()
    await stubbedApi.settled(page)
    await expect(page.getByText('This username is already taken.')).toHaveCount(0)
  })

  test('is not looked up where the specification has no such call, nor when no player could have it', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('PROD')
    await page.goto('/register')
    await field(page, 'Username').fill('MiraLight')
    await field(page, 'Password').focus()
    await stubbedApi.in('PROD', beyond)
    await page.goto('/register')
    await field(page, 'Username').fill('a')
    await field(page, 'Password').focus()
    await expect(page.getByText('between 2 and 25 characters')).toBeVisible()
    expect(stubbedApi.sent(check)).toEqual([])
  })
})

test.describe('the first steps of the overview', () => {
  test('stand in place of the link of an account, and open the choice of a picture', async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD', beyond)
    playNewPlayer(stubbedApi)
    stubbedApi.stub(
      'GET profile/user/42/avatars',
      ok({ Source: '', TakesUploads: false, Gallery: [], Linked: [] }),
    )
    await signIn()
    await page.goto('/account')
    const card = page.getByRole('region', { name: 'First steps' })
    await expect(card.getByRole('link')).toHaveCount(3)
    await expect(control(page, 'Link an account')).toHaveCount(0)
    await card.getByRole('link', { name: 'Choose a picture' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await control(dialog, 'Cancel').click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/account$/)
  })

  test('count a second step as the shield does: not before a password asks for it', async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD', beyond)
    playNewPlayer(stubbedApi)
    stubbedApi.stub('GET security', ok({ ...security, TwoStep: false }))
    await signIn()
    await page.goto('/account')
    await expect(page.getByText('2 of 3 protections on')).toBeVisible()
    const card = page.getByRole('region', { name: 'First steps' })
    const step = card.getByRole('listitem').filter({ hasText: 'Add a second step' })
    await expect(step).toContainText('To do')
  })

  test('are gone once all are done', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD', beyond)
    await signIn()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Last time you logged in' })).toBeVisible()
    await stubbedApi.settled(page)
    await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)
  })
})

test('A linking leads to the next first step, with its own one ticked', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', beyond)
  playNewPlayer(stubbedApi)
  stubbedApi.stub(
    'GET profile/user/42/avatars',
    ok({ Source: '', TakesUploads: false, Gallery: [], Linked: [] }),
  )
  stubbedApi.stub('POST steam/callback', () => {
    stubbedApi.stub('GET profile/connects', connectsWith({ steam: {} }))
    return ok({ AccountId: '7656' })
  })
  await signIn()
  await page.goto('/steam/callback?openid.mode=id_res&openid.ns=N')
  await expect(page).toBeOnPath('/account/link-account')
  await expect(page.getByText('Your Steam account is linked.')).toBeVisible()
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Link' })).toContainText('Done')
  await control(steps, 'Choose a picture').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toBeOnPath('/account')
  // The page of connections is itself again for who comes back another time.
  await page.goto('/account/link-account')
  await expect(page.getByRole('heading', { name: 'Steam' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)
})

test('Connected sites belong to Security, which the menu marks', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true, EnableSitesSection: true })
  await signIn()
  await page.goto('/account/connected-sites')
  const menu = page.getByRole('navigation', { name: 'Account' })
  await expect(menu.locator('[aria-current]')).toHaveText('Security')
})

/* Where a player begins to type. */

test('With a keyboard a new password and the way back from a freeze begin in their first field', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  await page.goto('/password-recovery/reset?token=T')
  await expect(field(page, 'New password')).toBeFocused()
  const link = { Kind: 'unfreeze', Username: 'PlayerOne', NeedsPassword: true, Ways: [] }
  for (const [NeedsNumber, name] of [
    [true, 'Number in our mail'],
    [false, 'New password'],
  ] as const) {
    stubbedApi.stub('POST safety/read', ok({ ...link, NeedsNumber }))
    await page.goto('/account-safety?link=T')
    await expect(field(page, name)).toBeFocused()
  }
})

for (const environment of ['PROD', 'SANDBOX'] as const) {
  test(`With a keyboard the focus is in the first field, on a load and after a move from Home · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environment)
    await page.goto('/login')
    await expect(field(page, 'Username or email')).toBeFocused()
    await page.goto('/register')
    await expect(field(page, 'Username')).toBeFocused()
    await page.goto('/')
    await control(page, 'Log in').click()
    await page.keyboard.type('mira')
    await expect(field(page, 'Username or email')).toHaveValue('mira')
    await page.goto('/')
    await control(page, 'Create an account').click()
    await expect(field(page, 'Username')).toBeFocused()
    await page.keyboard.type('Mira')
    await expect(field(page, 'Username')).toHaveValue('Mira')
  })
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the heading keeps the focus, so that no keyboard covers the page · PROD', async ({
    page,
    stubbedApi,
  }) => {
    await page.addInitScript(() => {
      const ask = globalThis.matchMedia.bind(globalThis)
      globalThis.matchMedia = (query) => ask(query.includes('pointer: fine') ? 'not all' : query)
    })
    await stubbedApi.in('PROD')
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(field(page, 'Username or email')).not.toBeFocused()
    await page.goto('/')
    await control(page, 'Log in').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeFocused()
  })
})
