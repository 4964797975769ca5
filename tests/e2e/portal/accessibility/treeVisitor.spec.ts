import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { identification } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { approve, newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/*
 * The text that a screen reader reads on the screens before the log-in, line by line. Descriptions
 * are no part of such a script: they are asked for beside it.
 */

test('Home, who asks for cookies, and their dialog', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - region "Cookies":
      - paragraph: Some cookies keep this portal working. May our partners measure how it is used and how you found us?
      - button "More settings"
      - button "Reject all"
      - button "Accept all"
    - banner:
      - link "Studio"
    - main:
      - heading "Welcome, player" [level=1]
      - paragraph: /One account opens every gate/
      - link "Log in"
      - link "Create an account"
      - link "Lost your password?"
      - paragraph:
        - link "Browse website"
    - contentinfo:
      - group "Appearance":
        - radio "Like my device" [checked]
        - radio "Light"
        - radio "Dark"
      - button "Cookie settings"
  `)
  await control(page, 'More settings').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch').first().check()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Cookie settings":
      - heading "Cookie settings" [level=2]
      - list:
        - listitem:
          - text: Functional cookies
          - paragraph: What Functional cookies are for.
          - text: Always on
        - listitem:
          - paragraph: What Analytical cookies are for.
          - switch "Analytical cookies" [checked]
        - listitem:
          - paragraph: What Marketing cookies are for.
          - switch "Marketing cookies" [checked=false]
      - button "Confirm your settings"
      - button "Close"
  `)
  await expect(dialog.getByRole('switch').first()).toHaveAccessibleDescription(
    'What Analytical cookies are for.',
  )
})

test('Log-in: both steps and what they refuse', atNight(), async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST log/identify', [
    refused(['UsernameOrEmail', 'ERROR_USERNAME_EMAIL_NON_EXISTANT']),
    ok(identification),
  ])
  const held = holdBack()
  stubbedApi.stub('POST log/log-in', () =>
    stubbedApi.sent('POST log/log-in').length === 1
      ? refused(['Password', 'ERROR_PASSWORD_EMPTY'])
      : held.of(refused('ERROR_USER_CONFIRMED')),
  )
  await page.goto('/login')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Log in" [level=1]
      - textbox "Username or email" [invalid=false]
      - button "Next"
      - navigation "Other ways":
        - link "Lost your password?"
        - link "Create an account"
  `)
  await toPasswordStep(page, 'PROD', 'Nobody')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Log in" [level=1]
      - textbox "Username or email" [invalid]: Nobody
      - paragraph: /.+/
      - button "Next"
  `)
  await expect(field(page, 'Username or email')).toHaveAccessibleDescription(/.+/)
  await expect(field(page, 'Username or email')).toBeFocused()
  await toPasswordStep(page, 'PROD')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Welcome back" [level=1]
      - strong: PlayerOne
      - text: Map Maker Founder
      - button "not your account"
      - textbox "Password"
      - button "Show"
      - button "Connect"
  `)
  await expect(field(page, 'Password')).toHaveAccessibleDescription('PlayerOne Map Maker Founder')
  await expect(field(page, 'Password')).toBeFocused()
  await expect(control(page, 'Show')).toHaveAccessibleDescription('Password')
  await submit(page).click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - textbox "Password" [invalid]
    - button "Show"
    - paragraph: Please enter your password.
  `)
  await field(page, 'Password').fill('x')
  await submit(page).click()
  // A button keeps its name while its call runs, and a long call is announced.
  await expect(control(page, 'Connect')).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[aria-live=polite]', { hasText: 'One moment' })).toHaveCount(1)
  held.release()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - textbox "Password" [invalid=false]
    - alert:
      - paragraph:
        - text: You must confirm your email address
        - link "Send a new confirmation link"
    - button "Connect"
  `)
})

test('Register, empty and refused', async ({ page, stubbedApi }) => {
  await page.clock.install()
  await stubbedApi.in('TWO-POINT-STUDIOS')
  stubbedApi.stub(
    'POST register/new-user',
    refused(['Username', 'ERROR_USERNAME_EXIST'], ['', 'ERROR_NOT_ALLOWED']),
  )
  await page.goto('/register')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Create your account" [level=1]
      - paragraph: 2 to 25 letters and digits. Other players see it.
      - textbox "Username"
      - textbox "Firstname"
      - textbox "Lastname"
      - paragraph: YYYY-MM-DD
      - textbox "Date of birth"
      - textbox "Password"
      - button "Show"
      - list:
        - listitem: 8–16 characters
        - listitem: A lower case letter
        - listitem: An upper case letter
        - listitem: No space
        - listitem: A number
        - listitem: Not your username
        - listitem: Hard to guess
      - textbox "Confirm password"
      - button "Show"
      - textbox "Email"
      - textbox "Confirm email"
      - textbox "Referrer's username"
      - checkbox "I have read and acknowledge the Privacy Policy." [checked=false]
      - checkbox "I accept the account Terms & Conditions." [checked=false]
      - checkbox "I accept the Code of Conduct." [checked=false]
      - checkbox "Send me the newsletter with news and offers." [checked=false]
      - button "Create account"
      - paragraph:
        - text: Already have an account?
        - link "Log in"
  `)
  for (const [label, description] of [
    ['Username', '2 to 25 letters and digits. Other players see it.'],
    ['Date of birth', 'YYYY-MM-DD'],
    ['Password', /^8–16 characters A lower case letter .* Not your username Hard to guess$/],
    ['Confirm email', 'Please type it once more.'],
    ["Referrer's username", 'Optional: who brought you here?'],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(description)
  }
  await fillRegistration(page, 'TWO-POINT-STUDIOS')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - list:
      - listitem: 8–16 characters ✓
      - listitem: A lower case letter ✓
      - listitem: An upper case letter ✓
      - listitem: No space ✓
      - listitem: A number ✓
      - listitem: Not your username ✓
      - listitem: Hard to guess ✓
    - text: /Meets every rule\\./
  `)
  await sendRegistration(page)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Create your account" [level=1]
      - textbox "Username" [invalid]: QaPlayer
      - paragraph: This username is already taken.
      - textbox "Firstname" [invalid=false]: Quinn
      - checkbox "I accept the Code of Conduct." [checked]
      - alert:
        - paragraph: You are not allowed to do this action.
      - button "Create account"
  `)
  await expect(field(page, 'Username')).toHaveAccessibleDescription(
    '2 to 25 letters and digits. Other players see it. This username is already taken.',
  )
})

test('Recovery, from the address to a link that is over', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST password/password-recovery', refused(['email', 'ERROR_EMAIL_EMPTY']))
  await page.goto('/password-recovery')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Lost your password?" [level=1]
      - paragraph: Enter your email. We send you a link to choose a new password.
      - textbox "Email"
      - button "Send"
      - paragraph:
        - link "Log in"
  `)
  await control(page, 'Send').click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/^The address of your account. ./)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - textbox "Email" [invalid]
    - paragraph: /.+/
  `)
  await page.goto('/password-recovery/sent')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Check your mailbox" [level=1]
      - paragraph: An email has been sent with the instruction to reset your password.
      - paragraph: The link works once, for an hour. Nothing there after a minute? Have a look in your spam folder.
      - link "Log in"
      - paragraph:
        - link "Send a new link"
  `)
  await page.goto('/password-recovery/reset?token=T')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Choose a new password" [level=1]
      - textbox "New password"
      - button "Show"
      - list:
        - listitem: 8–50 characters
        - listitem: A letter
        - listitem: A number
      - textbox "Confirm password"
      - button "Show"
      - button "Confirm"
      - paragraph:
        - link "Send a new link"
  `)
  await expect(control(page, 'Show')).toHaveAccessibleDescription('New password')
})

test('An error, and the way back', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/errors/not-found')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Studio"
    - main:
      - heading /.+/ [level=1]
      - paragraph: /.+/
      - link "Return to Home"
    - contentinfo:
      - group "Appearance"
      - button "Cookie settings"
  `)
})

test("A partner's newcomer", async ({ page, stubbedApi }) => {
  await page.clock.install()
  await playPartner(stubbedApi, 'RELIC', newcomer)
  stubbedApi.stub('POST partner/user/register', refused(['Username', 'ERROR_USERNAME_EXIST']))
  await page.goto('/oauth/partner?code=c')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Confirm username" [level=1]
      - paragraph: /pick the name you play under/
      - textbox "Username": Pat
      - textbox "Email": p@x.test
      - checkbox "I have read and acknowledge the Privacy Policy." [checked=false]
      - checkbox "I accept the account Terms & Conditions." [checked=false]
      - checkbox "I accept the Code of Conduct." [checked=false]
      - button "Confirm username"
      - paragraph:
        - link "Return to Home"
  `)
  await expect(field(page, 'Email')).toHaveAccessibleDescription(
    'It comes from your Relic account.',
  )
  await expect(field(page, 'Email')).not.toBeEditable()
  await approve(page, 'RELIC')
  await page.clock.fastForward('00:06')
  await submit(page).click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - textbox "Username" [invalid]: Pat
    - paragraph: This username is already taken.
  `)
})
