import type { Page } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { type Deployed, portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { expect } from '../fixtures/expect.ts'
import {
  control,
  field,
  goInside,
  logInButton,
  logOutLink,
  rowControl,
  whenIdle,
} from '../fixtures/page.ts'
import { makeNewCodes } from '../fixtures/steps/makeNewCodes.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import type { Registration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'
import { VirtualAuthenticator } from '../fixtures/virtualAuthenticator.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

/* Passkeys in a real browser with its own authenticator, against the running product. */

const oneStep = 'STRONG-TWO-POINT'
const button = 'Log in with a passkey'

async function confirmedPlayer(deployed: Deployed, mailbox: Mailbox): Promise<Registration> {
  const { registration, api, link, dispose } = await registerPlayer(deployed, mailbox)
  const code = link.searchParams.get('verificationCode')
  const confirmed = await (code === null
    ? api.send('POST email/confirm', { Uid: link.searchParams.get('uid') })
    : api.send('POST register/verify', { VerificationCode: code }))
  expect(confirmed.status).toBeLessThan(300)
  await dispose()
  return registration
}

async function logIn(page: Page, deployed: Deployed, { username, password }: Registration) {
  await page.goto(`${portalOf(deployed)}/login`)
  await sendPassword(page, deployed, { username, password })
  await page.waitForURL('**/account')
}

async function sendPassword(
  page: Page,
  deployed: Deployed,
  { username, password }: Pick<Registration, 'username' | 'password'>,
) {
  await field(page, 'Username or email').fill(username)
  if (deployed !== oneStep) await control(page, 'Next').click()
  await field(page, 'Password').fill(password)
  await logInButton(page).click()
}

/**
 * Opens the log-in, and waits until the browser offers passkeys: a touch from then on is another
 * one.
 */
async function openLogin(page: Page, deployed: Deployed) {
  await page.addInitScript(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      const answer = get(options)
      if (options?.mediation === 'conditional') Object.assign(globalThis, { isOffering: true })
      return answer
    }
  })
  await page.goto(`${portalOf(deployed)}/login`)
  await expect.poll(() => page.evaluate(() => 'isOffering' in globalThis)).toBe(true)
}

async function logOut(page: Page) {
  await logOutLink(page).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
}

/** Adds a passkey; the first one of a player comes with recovery codes, which it returns. */
async function addPasskey(
  page: Page,
  deployed: Deployed,
  name: string,
  isFirst = true,
): Promise<readonly string[]> {
  await goInside(page, `${portalOf(deployed)}/account/security`)
  await control(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Name').fill(name)
  await control(dialog, 'Save').click()
  const codes = isFirst ? await storeCodes(page) : []
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('listitem', { name })).toBeVisible()
  return codes
}

async function storeCodes(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('checkbox', { name: 'I have stored them' }).check()
  await control(dialog, 'Done').click()
  return codes
}

/** Adds a passkey and asks for a second step from then on. */
async function switchOn(page: Page, deployed: Deployed): Promise<readonly string[]> {
  const codes = await addPasskey(page, deployed, 'Phone')
  await page.reload()
  await page.getByRole('switch', { name: 'Ask for a code after my password' }).click()
  await expect(
    page.getByText('Two-step verification is on. We logged you out everywhere else.'),
  ).toBeVisible()
  return codes
}

test('A player adds a passkey, and the field of the name offers it at the next log-in (AT-STR-03, AT-STR-04)', async ({
  page,
  mailbox,
}) => {
  const deployed = 'STRONG'
  const player = await confirmedPlayer(deployed, mailbox)
  await VirtualAuthenticator.of(page)
  await logIn(page, deployed, player)
  await addPasskey(page, deployed, 'Laptop')
  const row = page.getByRole('listitem', { name: 'Laptop' })
  await expect(row).toContainText('Not used yet')
  await expect(row).toContainText('Only on one device')
  // One to confirm the address, and another about the codes.
  await mailbox.newest(player.email, 3)
  const mails = await mailbox.list(player.email)
  const added = 'A passkey was added to your Strong Games account'
  const mail = mails.find(({ subject }) => subject === added)
  expect(mail?.text).toContain('“Laptop”')

  await logOut(page)
  await page.goto(`${portalOf(deployed)}/login`)
  await page.waitForURL('**/account')
  await goInside(page, `${portalOf(deployed)}/account/security`)
  await expect(row).toContainText('Last used')
})

for (const deployed of firstByDay(['STRONG', oneStep] as const)) {
  test(
    `A player signs in by the button of ${deployed} (AT-STR-05)`,
    atNight(),
    async ({ page, mailbox }) => {
      const player = await confirmedPlayer(deployed, mailbox)
      const device = await VirtualAuthenticator.of(page)
      await logIn(page, deployed, player)
      await addPasskey(page, deployed, 'Phone')
      await logOut(page)
      await device.setPresent(false)
      await openLogin(page, deployed)
      await expect(field(page, 'Username or email')).toHaveAttribute(
        'autocomplete',
        'username webauthn',
      )
      await device.setPresent(true)
      await control(page, button).click()
      await page.waitForURL('**/account')
    },
  )
}

test(
  'A password goes through while the browser offers passkeys (AT-STR-06)',
  atNight(),
  async ({ page, mailbox }) => {
    const device = await VirtualAuthenticator.of(page)
    for (const deployed of ['STRONG', oneStep] as const) {
      const player = await confirmedPlayer(deployed, mailbox)
      await device.setPresent(true)
      await logIn(page, deployed, player)
      await addPasskey(page, deployed, 'Phone')
      await logOut(page)
      await device.setPresent(false)
      await openLogin(page, deployed)
      await sendPassword(page, deployed, player)
      await page.waitForURL('**/account')
      await logOut(page)
    }
  },
)

test('The log-in asks for nothing more before it can be used where passkeys are on, and their button moves nothing (AT-STR-48)', async ({
  browser,
}) => {
  async function requestsOf(deployed: Deployed) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const requests = await requestsOfNextPages(page)
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = Number(Reflect.get(window, 'shift'))
          Object.assign(window, { shift: shift + Number(Reflect.get(entry, 'value')) })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const asked = page.waitForResponse(
      deployed === 'STRONG' ? /\/log\/passkey\/options$/ : /\/assets\/AccountLayout-[^/]+\.js$/,
    )
    await page.goto(`${portalOf(deployed)}/login`)
    await expect(control(page, 'Next')).toBeVisible()
    await asked
    await whenIdle(page)
    await expect(control(page, button)).toBeVisible({ visible: deployed === 'STRONG' })
    const sent = () => requests.map(pathOf)
    return { sent, shiftOf: () => page.evaluate(() => Number(Reflect.get(window, 'shift'))) }
  }

  const without = await requestsOf('SECURED')
  const strong = await requestsOf('STRONG')
  // When the browser is idle: the form is usable without them.
  const ofPasskeys =
    /\/assets\/(PasskeySignIn|ceremony)-[^/]+\.(?:js|css)$|\/log\/passkey\/options$/
  expect(strong.sent().some((path) => ofPasskeys.test(path))).toBe(true)
  // Either page asks for the rest, the words of what comes later too, when its browser is idle.
  await expect(() =>
    expect(
      strong
        .sent()
        .filter((path) => !ofPasskeys.test(path))
        .toSorted(),
    ).toEqual(without.sent().toSorted()),
  ).toPass()
  expect(await strong.shiftOf()).toBeLessThan(0.01)
})

test('A browser without passkeys shows neither button nor error (AT-STR-07)', async ({
  page,
  mailbox,
}) => {
  const player = await confirmedPlayer('STRONG', mailbox)
  await page.addInitScript('delete globalThis.PublicKeyCredential')
  await page.goto(`${portalOf('STRONG')}/login`)
  await expect(control(page, 'Next')).toBeVisible()
  await whenIdle(page)
  await expect(control(page, button)).toBeHidden()
  await sendPassword(page, 'STRONG', player)
  await page.waitForURL('**/account')
})

test(
  'A device that does not know its player leaves the form as it was (AT-STR-08)',
  atNight(),
  async ({ page, mailbox }) => {
    const player = await confirmedPlayer('STRONG', mailbox)
    const device = await VirtualAuthenticator.of(page)
    await logIn(page, 'STRONG', player)
    await addPasskey(page, 'STRONG', 'Phone')
    await logOut(page)
    await device.setVerified(false)
    await page.goto(`${portalOf('STRONG')}/login`)
    await field(page, 'Username or email').fill('somebody')
    await control(page, button).click()
    await expect(control(page, button)).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(field(page, 'Username or email')).toHaveValue('somebody')
  },
)

test(
  'A passkey gets another name, and is removed on the device too (AT-STR-09, AT-STR-10)',
  atNight(),
  async ({ page, mailbox }) => {
    const deployed = 'STRONG'
    const player = await confirmedPlayer(deployed, mailbox)
    const device = await VirtualAuthenticator.of(page)
    await page.addInitScript(() => {
      const signals: unknown[] = []
      Object.assign(globalThis, { signals })
      Object.assign(PublicKeyCredential, {
        signalAllAcceptedCredentials: (signal: unknown) => Promise.resolve(signals.push(signal)),
      })
    })
    await logIn(page, deployed, player)
    await addPasskey(page, deployed, 'Phone')
    await rowControl(page.getByRole('listitem', { name: 'Phone' }), 'Rename').click()
    const dialog = page.getByRole('dialog')
    for (const name of ['', 'x'.repeat(41)]) {
      await field(dialog, 'Name').fill(name)
      await control(dialog, 'Save').click()
      await expect(dialog).toContainText('The name must be between 1 and 40 characters.')
    }
    await field(dialog, 'Name').fill('Ünï 漢字')
    await control(dialog, 'Save').click()
    const row = page.getByRole('listitem', { name: 'Ünï 漢字' })
    await expect(row).toBeVisible()

    await rowControl(row, 'Remove').click()
    await expect(dialog.getByRole('heading')).toHaveText('Remove Ünï 漢字?')
    await expect(control(dialog, 'Cancel')).toBeFocused()
    await control(dialog, 'Remove').click()
    await expect(page.getByText('No passkey yet.')).toBeVisible()
    const signals = await page.evaluate(
      () =>
        (globalThis as unknown as { signals: { allAcceptedCredentialIds: string[] }[] }).signals,
    )
    expect(signals.at(-1)?.allAcceptedCredentialIds).toEqual([])
    expect(await device.count()).toBe(1)

    await logOut(page)
    await device.setPresent(false)
    await openLogin(page, deployed)
    await device.setPresent(true)
    await control(page, button).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This passkey does not belong to an account here.',
    )
  },
)

test('A player goes on without a password (AT-STR-30)', atNight(), async ({ page, mailbox }) => {
  const deployed = 'STRONG'
  const player = await confirmedPlayer(deployed, mailbox)
  const phone = await VirtualAuthenticator.of(page)
  await logIn(page, deployed, player)
  await addPasskey(page, deployed, 'One')
  const section = page.getByRole('region', { name: 'Password' })
  const dialog = page.getByRole('dialog')
  await control(section, 'Remove the password').click()
  await control(dialog, 'Remove the password').click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is your last way to log in. Add another one first.',
  )
  await control(dialog, 'Cancel').click()
  // The phone has a passkey already.
  await phone.remove()
  await VirtualAuthenticator.of(page, 'usb')
  await addPasskey(page, deployed, 'Two', false)
  await control(section, 'Remove the password').click()
  await control(dialog, 'Remove the password').click()
  await expect(section).toContainText('You log in without a password.')
  await page.goto(`${portalOf(deployed)}/account/deletion-request`)
  const step = page.getByRole('heading', { level: 2 })
  await expect(step).toHaveText('Confirm that it is you')
  await expect(page.getByText('Confirm with your passkey.')).toBeVisible()
  await expect(field(page, 'Password')).toHaveCount(0)
  await control(page, 'Use a passkey').click()
  await expect(step).toHaveText('Why are you leaving?')
  await logOut(page)
  await page.addInitScript('delete globalThis.PublicKeyCredential')
  await page.goto(`${portalOf(deployed)}/login`)
  await sendPassword(page, deployed, player)
  await expect(page.getByText('That password is not right.')).toBeVisible()
})

for (const deployed of firstByDay(['STRONG', oneStep] as const)) {
  test(
    `A passkey is the second step after a password, and one press proves it all once more · ${deployed} (AT-STR-27, G78)`,
    atNight(),
    async ({ page, mailbox }) => {
      const player = await confirmedPlayer(deployed, mailbox)
      const device = await VirtualAuthenticator.of(page)
      await logIn(page, deployed, player)
      await switchOn(page, deployed)
      const dialog = page.getByRole('dialog')
      const press = 'Use a passkey'

      // The password is fresh, and no second factor was proven in this session.
      await makeNewCodes(page)
      await expect(dialog.getByText('Is it still you?')).toBeVisible()
      await expect(dialog.getByText('Confirm with your passkey.')).toBeVisible()
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      // A device that does not know its player says nothing here.
      await device.setVerified(false)
      await control(dialog, press).click()
      await expect(control(dialog, press)).toBeEnabled()
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await device.setVerified(true)
      await control(dialog, press).click()
      await storeCodes(page)
      await makeNewCodes(page)
      const codes = await storeCodes(page)
      await logOut(page)

      await device.setPresent(false)
      await openLogin(page, deployed)
      await sendPassword(page, deployed, player)
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
      await expect(page.getByText('Confirm with your passkey.')).toBeVisible()
      await control(page, 'Use a recovery code').click()
      await expect(field(page, 'Recovery code')).toBeFocused()
      await control(page, press).click()
      await device.setPresent(true)
      await control(page, press).click()
      await page.waitForURL('**/account')
      await goInside(page, `${portalOf(deployed)}/account/security`)
      await makeNewCodes(page)
      await storeCodes(page)
      expect(codes).toHaveLength(10)
    },
  )
}

test(
  'A browser without passkeys offers the other ways of a second step (AT-STR-07, G78)',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const deployed = 'STRONG'
    const player = await confirmedPlayer(deployed, mailbox)
    await VirtualAuthenticator.of(page)
    await logIn(page, deployed, player)
    const codes = await switchOn(page, deployed)
    const other = await (await browser.newContext()).newPage()
    await other.addInitScript('delete globalThis.PublicKeyCredential')
    await other.goto(`${portalOf(deployed)}/login`)
    await sendPassword(other, deployed, player)
    const code = field(other, 'Recovery code')
    await expect(code).toBeVisible()
    await expect(control(other, 'Use a passkey')).toHaveCount(0)
    await code.fill(codes[0] ?? '')
    await control(other, 'Confirm').click()
    await expect(other).toBeOnPath('/account')
    await other.context().close()
  },
)
