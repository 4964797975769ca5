import { mailboxAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { box, control, field, goInside } from '../fixtures/page.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { freshName, registrationOf } from '../fixtures/steps/registration.ts'
import { option, question } from '../fixtures/steps/survey.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * Whole journeys of a player who has no mouse, on the real portal, API and mailbox. The focused
 * element can be seen, and a new screen begins at its heading.
 */

test(
  'AT-GEN-17 A newcomer with the keyboard alone: cookies, registration, mail, log-in, choices · TWO-POINT-STUDIOS',
  atNight('R-2.7-26', 'R-5.8-17', 'R-5.8-18'),
  async ({ page, keyboard, mailbox }) => {
    const { username, email, password } = registrationOf(freshName())
    await page.clock.install()
    await page.goto(portalOf('TWO-POINT-STUDIOS'))
    const consent = page.getByRole('region', { name: 'Cookies' })
    await expect(consent).toBeVisible()

    await test.step('the first stop skips everything before the heading', async () => {
      await keyboard.press('Tab')
      await expect(control(page, 'Skip to content')).toBeFocused()
      await expect(control(page, 'Skip to content')).toBeInViewport()
      await keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    await test.step('the dialog keeps the focus, and gives it back', async () => {
      const dialog = page.getByRole('dialog', { name: 'Cookie settings' })
      await keyboard.tabTo(control(consent, 'More settings'), 'Shift+Tab')
      await keyboard.press('Enter')
      await expect(dialog.getByRole('heading')).toBeFocused()
      await keyboard.press('Escape')
      // Not only closed: gone, so that its end is not taken for that of the next one.
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(control(consent, 'More settings')).toBeFocused()
      await keyboard.press('Enter')
      const analytical = dialog.getByRole('switch').first()
      await keyboard.activate(analytical, 'Space')
      await expect(analytical).toBeChecked()
      await keyboard.activate(control(dialog, 'Confirm your settings'))
      await expect(consent).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    await test.step('the form, from hint to refusal to success', async () => {
      await keyboard.activate(control(page, 'Create an account'))
      await keyboard.arriveAt('Create your account', 'Register', field(page, 'Username'))
      await keyboard.write(field(page, 'Username'), username)
      await keyboard.write(field(page, 'Firstname'), 'Quinn')
      await keyboard.write(field(page, 'Lastname'), 'Adams')
      await keyboard.write(field(page, 'Date of birth'), '20201332')
      await expect(field(page, 'Date of birth')).toHaveError('Invalid date value')
      await keyboard.write(field(page, 'Date of birth'), '20000115')
      await expect(field(page, 'Date of birth')).toHaveValue('2000-01-15')

      const secret = field(page, 'Password')
      const missing = page.getByText('Still missing')
      await keyboard.write(secret, 'castle')
      await expect(missing).toHaveText(/8–16 characters.*An upper case letter.*A number/)
      await keyboard.write(secret, password)
      await expect(page.getByText('Meets every rule.')).toHaveCount(1)
      // No keyboard of a test has this key: the browser reports it with every other one.
      const pressed = { key: 'A', bubbles: true, modifierCapsLock: true }
      await secret.dispatchEvent('keydown', pressed)
      await expect(page.getByText('Caps Lock is on.')).toBeVisible()
      await secret.dispatchEvent('keydown', { ...pressed, modifierCapsLock: false })
      await expect(page.getByText('Caps Lock is on.')).toHaveCount(0)
      await keyboard.activate(control(page, 'Show'), 'Space')
      await expect(secret).toHaveAttribute('type', 'text')
      await expect(control(page, 'Hide')).toBeFocused()
      await keyboard.press('Enter')
      await expect(secret).toHaveAttribute('type', 'password')

      await keyboard.write(field(page, 'Confirm password'), password)
      await keyboard.write(field(page, 'Email'), email)
      await keyboard.write(field(page, 'Confirm email'), email)
      await keyboard.activate(box(page, 'Privacy Policy'), 'Space')
      await keyboard.activate(box(page, 'Terms'), 'Space')
      await page.clock.fastForward('00:20')
      await keyboard.activate(control(page, 'Create account'))
      // The first wrong field has the focus: its error is read out, and the player corrects it
      // there.
      await expect(box(page, 'Code of Conduct')).toBeFocused()
      await expect(box(page, 'Code of Conduct')).toHaveAccessibleDescription(/Code of Conduct/)
      await keyboard.press('Space')
      await keyboard.activate(control(page, 'Create account'))
      await keyboard.arriveAt('Check your mailbox for your confirmation link', 'Registration sent')
    })

    await test.step('the link of the mail, and a log-in that is refused once', async () => {
      const { id } = await mailbox.newest(email)
      await page.goto(`${mailboxAddress}/${id}`)
      await keyboard.activate(page.getByRole('listitem').getByRole('link').first())
      await keyboard.arriveAt('Log in', 'Login', field(page, 'Username or email'))
      await keyboard.write(field(page, 'Username or email'), username)
      await keyboard.write(field(page, 'Password'), `${password}2`)
      await keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText(/incorrect/)
      await expect(field(page, 'Password')).toBeFocused()
      await keyboard.write(field(page, 'Password'), password)
      await keyboard.press('Enter')
      await keyboard.arriveAt('My information', 'My information')
      await expect(page.getByRole('region', { name: 'Player' })).toContainText(username)
    })

    await test.step('newsletters, cookies, log-out', async () => {
      await keyboard.activate(control(page, 'Newsletter'))
      await keyboard.arriveAt('Newsletter', 'Newsletter')
      const list = page.getByRole('main').getByRole('listitem').first()
      await keyboard.activate(control(list, 'Activate'))
      await expect(control(list, 'Active')).toBeFocused()
      await keyboard.press('Space')
      await expect(control(list, 'Activate')).toBeFocused()

      await keyboard.tabTo(control(page, 'Cookies'), 'Shift+Tab')
      await keyboard.press('Enter')
      await keyboard.arriveAt('Cookies', 'Cookies')
      const marketing = page.getByRole('switch', { name: 'Marketing' })
      await keyboard.activate(marketing, 'Space')
      await expect(marketing).toBeChecked()
      await expect(marketing).toBeFocused()

      await keyboard.tabTo(control(page, 'Logout'), 'Shift+Tab')
      await keyboard.press('Enter')
      await keyboard.arriveAt('Welcome to town', 'Home')
    })
  },
)

test(
  'AT-GEN-17 A player with the keyboard alone: recovery, log-in, new address, Steam, survey, deletion · AVALANCHE',
  atNight('R-2.7-26', 'R-5.8-17', 'R-5.8-18'),
  async ({ page, keyboard, mailbox }) => {
    const password = 'Towers5Banners'
    const { username, email } = await newPlayer(page, 'AVALANCHE', mailbox)
    /** Opens the newest of so many mails, and follows its link. */
    const followMail = async (to: string, count: number) => {
      const { id } = await mailbox.newest(to, count)
      await page.goto(`${mailboxAddress}/${id}`)
      await keyboard.activate(page.getByRole('listitem').getByRole('link').first())
    }

    await test.step('a lost password', async () => {
      await keyboard.activate(control(page, 'Reject all'))
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await keyboard.activate(control(page, 'Lost your password?'))
      await keyboard.arriveAt('Lost your password?', 'Password recovery')
      await keyboard.write(field(page, 'Email'), email)
      await keyboard.press('Enter')
      await keyboard.arriveAt('Check your mailbox', 'Password recovery sent')
      await followMail(email, 2)
      await expect(page).toHaveTitle('Account - Reset password')
      await keyboard.write(field(page, 'New password'), password)
      await keyboard.write(field(page, 'Confirm password'), password)
      await keyboard.press('Enter')
      await keyboard.arriveAt('Log in', 'Login', field(page, 'Username or email'))
    })

    await test.step('a log-in in two steps, and the way back between them', async () => {
      await keyboard.write(field(page, 'Username or email'), username)
      await keyboard.press('Enter')
      await expect(field(page, 'Password')).toBeFocused()
      await keyboard.tabTo(control(page, 'not your account'), 'Shift+Tab')
      await keyboard.press('Enter')
      await expect(field(page, 'Username or email')).toBeFocused()
      await keyboard.write(field(page, 'Username or email'), username)
      await keyboard.press('Enter')
      await expect(field(page, 'Password')).toBeFocused()
      await keyboard.type(password)
      await keyboard.press('Enter')
      await keyboard.arriveAt('My information', 'My information')
    })

    await test.step('a new address', async () => {
      const section = page.getByRole('region', { name: 'Email' })
      await keyboard.activate(control(section, 'Update'))
      await keyboard.arriveAt('Update your email', 'Update email')
      await keyboard.write(field(page, 'New email'), `new-${email}`)
      await keyboard.write(field(page, 'Confirm email'), `new-${email}`)
      await keyboard.press('Enter')
      const sent = page.getByRole('heading', { name: 'Check your mailbox' })
      await expect(sent).toBeFocused()
      await followMail(`new-${email}`, 1)
      await keyboard.arriveAt('Your email has been successfully updated.', 'Email updated')
    })

    await test.step('a Steam account, over there and back', async () => {
      await goInside(page, `${portalOf('AVALANCHE')}/account/link-account`)
      const steam = page.getByRole('listitem', { name: 'Steam' })
      await keyboard.activate(control(steam, 'Link'))
      await keyboard.activate(control(page, 'A new account'))
      await keyboard.arriveAt('Connections', 'Connections')
      await expect(control(steam, 'Unlink')).toBeVisible()
    })

    await test.step('ten steps of a survey, kept over a reload', async () => {
      await goInside(page, `${portalOf('AVALANCHE')}/survey/qualification`)
      const step = (count: number) => expect(page.getByText(`Step ${count} of 10`)).toBeVisible()
      // Into the group, then from circle to circle; the ends meet.
      await keyboard.tabTo(option(page, 'How old', 'Under 18'))
      await keyboard.press('ArrowUp')
      await expect(option(page, 'How old', 'Over 34')).toBeChecked()
      await keyboard.activate(option(page, 'You are a', 'lady'), 'Space')
      await keyboard.write(field(page, 'Country'), 'fran')
      await keyboard.press('ArrowDown', 'Enter')
      await expect(field(page, 'Country')).toHaveValue('France')
      await step(2)
      await page.reload()
      await step(2)
      await expect(option(page, 'How old', 'Over 34')).toBeChecked()
      // Back to an answer: it can be another one.
      await keyboard.tabTo(option(page, 'made games', 'Game Designer'))
      await keyboard.tabTo(option(page, 'How old', 'Over 34'), 'Shift+Tab')
      await keyboard.press('ArrowUp')
      await expect(option(page, 'How old', '25 to 34')).toBeChecked()
      await keyboard.activate(option(page, 'made games', 'Game Designer'), 'Space')
      await keyboard.activate(option(page, 'parts of our site', 'Forums'), 'Space')
      await keyboard.activate(option(page, 'social networks', 'Discord'), 'Space')
      await keyboard.activate(option(page, 'information', 'Wikis'), 'Space')
      await keyboard.tabTo(option(page, 'follow influencers', 'Yes'))
      await keyboard.press('ArrowDown')
      await expect(option(page, 'follow influencers', 'No')).toBeChecked()
      await keyboard.activate(option(page, 'gaming websites do you read', 'IGN'), 'Space')
      for (const of of ['on gaming websites', 'by influencers', 'on Steam']) {
        await keyboard.activate(question(page, `reviews ${of}`).getByRole('radio').first(), 'Space')
      }
      await keyboard.tabTo(option(page, 'other studios', 'Yes'))
      await keyboard.press('ArrowDown')
      await step(10)
      await keyboard.activate(control(page, 'Send'))
      await keyboard.arriveAt('Thank you for your answers!', 'Survey answered')
    })

    await test.step('a deletion in three steps', async () => {
      await keyboard.tabTo(control(page, 'Deletion Request'), 'Shift+Tab')
      await keyboard.press('Enter')
      await keyboard.arriveAt('Deletion request', 'Deletion request')
      await keyboard.write(field(page, 'Password'), password)
      await keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Why are you leaving?' })).toBeFocused()
      const reasons = page.getByRole('main').getByRole('radio')
      await keyboard.tabTo(reasons.first())
      await keyboard.press('ArrowUp')
      await expect(reasons.last()).toBeChecked()
      await keyboard.write(field(page, 'Reason'), 'Other games')
      await keyboard.activate(control(page, 'Confirm'))
      await expect(page.getByRole('heading', { name: 'Delete this account?' })).toBeFocused()
      await keyboard.activate(control(page, 'Delete'))
      await keyboard.arriveAt('Your account has been successfully deleted.', 'Account deleted')
    })
  },
)
