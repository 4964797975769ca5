import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { box, control, field, logInButton, logOutLink, rowControl } from '../fixtures/page.ts'
import { mailboxAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import { freshName, registrationOf } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * The way of a new player from Home to a confirmed account with a linked Steam and a second step,
 * by what it asks of a player: the real portal, API, mails and Steam's stand-in, and no address but
 * those of a link or a button.
 */

const portal = portalOf('SHOWCASE')
/** The whole walk, in a player's seconds. */
const mostSeconds = 180
/** What a person takes to find and press one thing, and to write one letter. */
const secondsOf = { press: 2.5, letter: 0.3 }

/** How a player presses and writes, on one page. */
interface Hand {
  readonly press: (target: Locator) => Promise<void>
  readonly write: (field: Locator, text: string) => Promise<void>
  /** Writes where the focus is already. */
  readonly goOnWriting: (field: Locator, text: string) => Promise<void>
}

type HandOf = (page: Page) => Hand

/** Counts a player's seconds, so that those of a busy machine do not count. */
class Effort {
  seconds = 0

  /** The same hand, counted. */
  of({ press, write, goOnWriting }: Hand): Hand {
    const count = (presses: number, text = '') => {
      this.seconds += presses * secondsOf.press + text.length * secondsOf.letter
    }
    return {
      press(target) {
        count(1)
        return press(target)
      },
      write(target, text) {
        count(1, text)
        return write(target, text)
      },
      goOnWriting(target, text) {
        count(0, text)
        return goOnWriting(target, text)
      },
    }
  }
}

/** Fingers: what is pressed must be there to be touched, and nothing may lie over it. */
const touching: HandOf = (page) => ({
  press: (target) => target.tap(),
  async write(target, text) {
    await target.tap()
    await page.keyboard.type(text)
  },
  async goOnWriting(target, text) {
    await target.tap()
    await page.keyboard.type(text)
  },
})

/** Keys alone: each stop on the way to a target is one that can be seen. */
const typing: HandOf = (page) => {
  const keyboard = new Keyboard(page)
  return {
    async press(target) {
      const isTick = (await target.getAttribute('type')) === 'checkbox'
      await keyboard.activate(target, isTick ? 'Space' : 'Enter')
    },
    write: (target, text) => keyboard.write(target, text),
    async goOnWriting(target, text) {
      await expect(target).toBeFocused()
      await keyboard.type(text)
    },
  }
}

/**
 * Presses Create account too soon, and is still taken to the mailbox; answers the player who
 * registered.
 */
async function register(page: Page, { press, write, goOnWriting }: Hand) {
  const registration = registrationOf(freshName())
  const { username, password, email } = registration
  await page.goto(portal)
  await press(control(page, 'Reject all'))
  await press(control(page, 'Create an account'))
  await goOnWriting(field(page, 'Username'), username)
  await write(field(page, 'Password'), password)
  await write(field(page, 'Confirm password'), password)
  await write(field(page, 'Email'), email)
  await write(field(page, 'Confirm email'), email)
  await press(box(page, 'Privacy Policy'))
  await press(box(page, 'Terms'))
  await press(control(page, 'Create account'))
  await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
  return registration
}

/** Opens the link of the mail in another tab, and stands on the first steps there. */
async function confirm(tab: Page, { press }: Hand, id: string): Promise<void> {
  await tab.goto(`${mailboxAddress}/${id}`)
  await press(tab.getByRole('listitem').getByRole('link').first())
  await press(control(tab, 'Confirm'))
  await expect(tab).toBeOnPath('/account/welcome')
}

async function linkSteam(page: Page, { press }: Hand): Promise<void> {
  await press(control(page, 'Link Steam'))
  await expect(page).toBeOnPath('/account/link-account')
  await press(rowControl(page, 'Link Steam'))
  await press(page.getByRole('button', { name: 'A new account' }))
  await expect(page.getByText('Your Steam account is linked.')).toBeVisible()
}

/** Adds an app by the key that a player types into it. */
async function addSecondStep(page: Page, { press, write }: Hand): Promise<AuthenticatorApp> {
  await press(control(page, 'Security'))
  await press(control(page, 'Add an authenticator app'))
  const dialog = page.getByRole('dialog')
  await press(dialog.locator('summary', { hasText: 'Cannot scan it?' }))
  const app = new AuthenticatorApp(await dialog.getByRole('code').innerText())
  await write(field(dialog, 'Code'), await app.nextCode())
  await press(control(dialog, 'Confirm'))
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await press(box(dialog, 'I have stored them'))
  await press(control(dialog, 'Done'))
  await expect(dialog).toHaveCount(0)
  return app
}

/** Leaves, and comes back with the second step, whose code is sent without a press. */
async function comeBack(
  page: Page,
  { press, goOnWriting }: Hand,
  { username, password }: { readonly username: string; readonly password: string },
  app: AuthenticatorApp,
): Promise<void> {
  await press(logOutLink(page))
  await expect(page).toBeOnPath('/')
  await press(control(page, 'Log in'))
  await goOnWriting(field(page, 'Username or email'), username)
  await press(control(page, 'Next'))
  await goOnWriting(field(page, 'Password'), password)
  await press(logInButton(page))
  await goOnWriting(field(page, 'Code from your authenticator app'), await app.nextCode())
  await expect(page).toBeOnPath('/account')
}

/** Walks the whole way, and comes back; answers a player's seconds up to the second step. */
async function walk(page: Page, handOf: HandOf, mailbox: Mailbox): Promise<number> {
  const effort = new Effort()
  const registration = await register(page, effort.of(handOf(page)))
  const { id } = await mailbox.newest(registration.email)
  const tab = await page.context().newPage()
  const hand = effort.of(handOf(tab))
  await confirm(tab, hand, id)
  await linkSteam(tab, hand)
  const app = await addSecondStep(tab, hand)
  const { seconds } = effort
  test.info().annotations.push({ type: 'seconds', description: seconds.toFixed(1) })
  await comeBack(tab, hand, registration, app)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed.')
  return seconds
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test(
    'A new player has a confirmed account with Steam and a second step within three minutes, by touch · SHOWCASE',
    atNight(),
    async ({ page, mailbox }) => {
      expect(await walk(page, touching, mailbox)).toBeLessThan(mostSeconds)
    },
  )
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('A new player has a confirmed account with Steam and a second step within three minutes, by keys alone · SHOWCASE', async ({
    page,
    mailbox,
  }) => {
    expect(await walk(page, typing, mailbox)).toBeLessThan(mostSeconds)
  })
})
