import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { fromNow, player } from '../../fixtures/stubbed-api/defaults.ts'
import { toReasonStep } from '../../fixtures/steps/deletion.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { option } from '../../fixtures/steps/survey.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

/* The text that a screen reader reads on a player's own screens. */

test.beforeEach(async ({ stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  await signIn()
})

test('My information, and everything around it', async ({ page }) => {
  await page.goto('/account')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Studio"
      - link "Logout"
    - region "Player":
      - paragraph: PlayerOne
      - paragraph: Map Maker Founder
      - paragraph: /registered since/
      - list "Linked accounts":
        - listitem: Steam
      - link "See my profile"
    - navigation "Account":
      - list:
        - listitem:
          - link "My information"
        - listitem:
          - link "Connections"
        - listitem:
          - link "Newsletter"
        - listitem:
          - link "Cookies"
        - listitem:
          - link "Blocked Users"
        - listitem:
          - link "Deletion Request"
    - main:
      - heading "My information" [level=1]
      - region "Username":
        - heading "Username" [level=2]
        - paragraph: PlayerOne
        - link "Update"
      - region "Email":
        - heading "Email" [level=2]
        - paragraph: p.....r@example.com
        - link "Update"
      - region "Password":
        - heading "Password" [level=2]
        - paragraph: hidden
        - link "Update"
    - contentinfo:
      - group "Appearance"
  `)
  await expect(control(page, 'My information')).toHaveAttribute('aria-current', 'page')
  const update = control(page.getByRole('region', { name: 'Email' }), 'Update')
  await expect(update).toHaveAccessibleDescription('Email')
})

test('A new address, refused, then asking for the password', async ({ page, stubbedApi }) => {
  stubbedApi.stub('POST profile/user/42/update-email', [
    refused(['Email', 'ERROR_EMAIL_EXIST']),
    refused('ERROR_REAUTHENTICATION_REQUIRED'),
  ])
  await page.goto('/account/update-email')
  for (const name of ['New email', 'Confirm email']) await field(page, name).fill('b@site.test')
  await control(page, 'Confirm').click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Update your email" [level=1]
      - paragraph: You keep p.....r@example.com until you confirm the new address.
      - textbox "New email" [invalid]: b@site.test
      - paragraph: An account with this email already exists
      - paragraph: Please type it once more.
      - textbox "Confirm email" [invalid=false]: b@site.test
      - button "Confirm"
      - paragraph:
        - link "Return to my account"
  `)
  await expect(field(page, 'New email')).toHaveError('already exists')
  await expect(field(page, 'New email')).toBeFocused()
  await control(page, 'Confirm').click()
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Is it still you?":
      - heading "Is it still you?" [level=2]
      - paragraph: You logged in a while ago. Please enter your password to go on.
      - textbox "Password"
      - button "Show"
      - button "Confirm"
      - button "Cancel"
  `)
})

test('Connections in every state, one of them refused', async ({ page, stubbedApi }) => {
  const LastCheck = fromNow({ hours: -3 })
  stubbedApi.stub(
    'GET profile/connects',
    connectsWith({ steam: { LastCheck }, twitch: { IsGone: true } }),
  )
  stubbedApi.stub('POST profile/validate', ok({ Success: false }))
  await page.goto('/account/link-account')
  const epic = page.getByRole('listitem', { name: 'Epic Games' })
  await control(epic, 'Link').click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Connections" [level=1]
      - list:
        - listitem "Steam":
          - heading "Steam" [level=2]
          - paragraph: Guy
          - paragraph:
            - time: Synced 3 hours ago
          - button "Unlink"
        - listitem "Twitch":
          - heading "Twitch" [level=2]
          - paragraph: Twitch no longer knows this account. Unlink it, then link the one you use.
          - button "Unlink"
        - listitem "Epic Games":
          - heading "Epic Games" [level=2]
          - paragraph: Not linked
          - button "Link"
          - alert:
            - paragraph: You are not allowed to do this action.
        - listitem "Game Pass":
          - heading "Game Pass" [level=2]
          - paragraph: "Not linked: it cannot be linked here yet."
  `)
  await expect(control(epic, 'Link')).toHaveAccessibleDescription('Epic Games')
})

test('Cookies, newsletters, blocked users', async ({ page, stubbedApi }) => {
  const Blocks = [{ Id: 7, Username: 'Ann', AvatarUrl: '' }]
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks }))
  const held = holdBack()
  stubbedApi.stub('POST newsletter/**', () => held.of(ok()))
  await page.goto('/account/cookies')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Cookies" [level=1]
      - paragraph: Change your mind at any time.
      - list:
        - listitem:
          - text: Functional cookies
          - text: Always on
        - listitem:
          - switch "Analytical cookies" [checked=false]
        - listitem:
          - switch "Marketing cookies" [checked=false]
  `)
  const marketing = page.getByRole('switch', { name: 'Marketing cookies' })
  await expect(marketing).toHaveAccessibleDescription('What Marketing cookies are for.')

  await page.goto('/account/newsletter')
  const platform = page.getByRole('listitem', { name: 'Platform news' })
  await control(platform, 'Activate').click()
  await expect(control(platform, 'Activate')).toHaveAttribute('aria-busy', 'true')
  held.release()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Newsletter" [level=1]
      - list:
        - listitem "Platform news":
          - heading "Platform news" [level=2]
          - button "Active"
        - listitem "Studio news":
          - heading "Studio news" [level=2]
          - button "Active"
  `)
  await expect(page.getByRole('status')).toHaveText('You get Platform news now.')
  await expect(control(platform, 'Active')).toHaveAccessibleDescription('Platform news')

  await page.goto('/account/blocked-users-management')
  const list = page.getByRole('main')
  await expect(list).toMatchAriaSnapshot(`
    - main:
      - heading "Blocked users" [level=1]
      - list:
        - listitem:
          - text: Ann
          - button "Unblock"
  `)
  await expect(control(page, 'Unblock')).toHaveAccessibleDescription('Ann')
  await control(page, 'Unblock').click()
  await expect(list).toMatchAriaSnapshot(`
    - main:
      - heading "Blocked users" [level=1]
      - status: Ann is no longer blocked.
      - paragraph: /Here you can see who you have blocked/
  `)
})

test('The three steps of a deletion', atNight(), async ({ page, stubbedApi }) => {
  stubbedApi.stub('POST deletion/user/42', refused('ERROR_NOT_ALLOWED'))
  await page.goto('/account/deletion-request')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Deletion request" [level=1]
      - paragraph: Step 1 of 3
      - heading "Confirm that it is you" [level=2]
      - paragraph: /Nothing happens before the last step/
      - textbox "Password"
      - button "Show"
      - button "Confirm"
  `)
  await toReasonStep(page)
  const question = page.getByRole('heading', { name: 'Why are you leaving?' })
  await expect(question).toBeFocused()
  await expect(question).toHaveAccessibleDescription('Step 2 of 3')
  await page.getByRole('radio', { name: 'Another reason' }).check()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Deletion request" [level=1]
      - paragraph: Step 2 of 3
      - heading "Why are you leaving?" [level=2]
      - paragraph: Tell us what went wrong, or skip this.
      - group "Why are you leaving?":
        - radio "I do not play any more" [checked=false]
        - radio "Privacy" [checked=false]
        - radio "Another reason" [checked]
      - textbox "Reason"
      - button "Confirm" [disabled]
      - button "Skip"
  `)
  await control(page, 'Skip').click()
  await control(page, 'Delete').click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Deletion request" [level=1]
      - paragraph: Step 3 of 3
      - heading "Delete this account?" [level=2]
      - strong: PlayerOne
      - paragraph: "This deletes, at once and for good:"
      - list:
        - listitem: /your profile/
        - listitem: /your linked gaming accounts/
        - listitem: /your log-in/
      - paragraph: Nobody can bring it back, not even our support.
      - alert:
        - paragraph: You are not allowed to do this action.
      - button "Delete"
      - button "Cancel"
  `)
})

test('The survey: a question, its suggestions, what is missing', async ({ page }) => {
  await page.goto('/survey/qualification')
  await option(page, 'How old', 'Over 34').check()
  const country = page.getByRole('combobox')
  await country.fill('gree')
  await country.press('ArrowDown')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Qualification survey" [level=1]
      - status: Step 1 of 10
      - list "Steps":
        - listitem:
          - group "How old are you?":
            - radio "Under 18" [checked=false]
            - radio "19 to 24" [checked=false]
            - radio "25 to 34" [checked=false]
            - radio "Over 34" [checked]
          - group "You are a …":
            - radio "lady"
            - radio "dude"
            - radio "other"
          - group "Where do you live?":
            - combobox "Country" [expanded]: gree
            - listbox "Suggestions":
              - option "Greece" [selected]
      - button "Send" [disabled]
  `)
  await country.press('Enter')
  await option(page, 'You are a', 'other').check()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - status: Step 2 of 10
    - list "Steps":
      - listitem:
        - group "Where do you live?":
          - combobox "Country" [expanded=false]: Greece
      - listitem:
        - group "If you made games, what would you be?"
    - button "Send" [disabled]
  `)
})
