import { pathOf, requestsFromNowOn } from '../fixtures/traffic.ts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { AccountApi } from '../fixtures/running-product/accountApi.ts'
import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import type { Mail, Mailbox } from '../fixtures/running-product/mailbox.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import { freshName, type Registration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/* A stolen account, and its way back by the mailbox that it had. */

const portal = portalOf('SECURED')
const thiefsPassword = 'Thiefs8Password'
const newPassword = 'Another9Battery'

/** A confirmed player, logged in with a page of its own. */
async function newPlayer(page: Page, mailbox: Mailbox): Promise<Registration> {
  const { registration, api, link, dispose } = await registerPlayer('SECURED', mailbox)
  await api.send('POST email/confirm', { Uid: link.searchParams.get('uid') })
  await dispose()
  await page.goto(`${portal}/login`)
  await logIn(page, 'PROD', { name: registration.username, password: registration.password })
  await expect(page).toBeOnPath('/account')
  return registration
}

interface Thief {
  readonly api: AccountApi
  readonly context: BrowserContext
  readonly bearer: string
  readonly username: string
}

/** Does what somebody does who knows the password: another address, password and name. */
async function takeOver(
  browser: Browser,
  mailbox: Mailbox,
  { username, password }: Registration,
): Promise<Thief> {
  const context = await browser.newContext()
  const api = new AccountApi(context.request, 'SECURED')
  const { token } = await api.logIn(username, password)
  const { Value: bearer, Id_User: id } = token
  const address = `${freshName().toLowerCase()}@thief.test`
  const change = { Email: address, ConfirmEmail: address }
  await send(api, `POST profile/user/${id}/update-email`, change, bearer)
  const { links } = await mailbox.newest(address)
  const uid = new URL(links.find((one) => one.includes('uid=')) ?? '').searchParams.get('uid')
  await send(api, `GET email/update-email-confirm?uid=${uid}`, undefined, bearer)
  const passwords = { Password: thiefsPassword, ConfirmPassword: thiefsPassword }
  await send(api, 'POST password/password-reset', passwords, bearer)
  const Username = freshName()
  await send(api, `POST profile/user/${id}/update-username`, { Username }, bearer)
  return { api, context, bearer, username: Username }
}

const guild = `${standInAddress.replace('localhost', '127.0.0.1')}/guild`
const isMember = (site: Page) => site.locator('[data-name]')

/** Has a thief let a site into the account, which is signed in from then on. */
async function allowSite({ context, username }: Thief): Promise<Page> {
  const site = await context.newPage()
  await site.goto(`${guild}/login?portal=${portal}`)
  await logIn(site, 'PROD', { name: username, password: thiefsPassword })
  await control(site, 'Allow').click()
  await expect(site).toHaveURL(/\/guild/)
  await site.goto(`${guild}/lounge?portal=${portal}&visitor=`)
  await expect(isMember(site)).toHaveText(username)
  return site
}

async function send(api: AccountApi, call: string, body: object | undefined, bearer: string) {
  const answer = await api.send(call, body, { bearer })
  expect(answer.status, `${call}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

const linkOf = ({ links }: Mail) => links.find((one) => one.includes('/account-safety')) ?? ''
const numberOf = ({ text }: Mail) => /number: (\d{6})/i.exec(text)?.[1] ?? ''

test('A takeover is undone by the first mailbox, on another device, and changes are on hold then (AT-SEC-19)', async ({
  page,
  browser,
  mailbox,
}) => {
  const player = await newPlayer(page, mailbox)
  const thief = await takeOver(browser, mailbox, player)
  const site = await allowSite(thief)
  const mail = await mailbox.about(/email address/i, player.email)

  const device = await (await browser.newContext()).newPage()
  await device.goto(linkOf(mail))
  await expect(device).toHaveURL(`${portal}/account-safety`)
  await device.getByRole('radio', { name: /^Undo what was done since/ }).check()
  await device.getByRole('radio', { name: /^Email address changed/ }).check()
  await expect(device.getByRole('status').getByRole('listitem')).toHaveText([
    /^Email address changed from/,
    'Everything that was done after this change of address',
  ])
  await control(device, 'Undo it').click()
  await expect(field(device, 'Number in our mail')).toHaveError(
    'This is not the number in the mail.',
  )
  await field(device, 'Number in our mail').fill(numberOf(mail))
  await control(device, 'Undo it').click()
  await expect(device.getByText('Your account is as it was on')).toBeVisible()
  await expect(device.getByText('Changes are on hold until')).toBeVisible()
  // A reload says the same, and so does a page that was opened before.
  await device.reload()
  await expect(device.getByText('Your account is as it was on')).toBeVisible()
  await expect(device.getByText('Changes are on hold until')).toBeVisible()

  expect((await thief.api.send('GET log/last', undefined, { bearer: thief.bearer })).status).toBe(
    401,
  )
  // The site has heard of it.
  await expect(async () => {
    await site.goto(`${guild}/lounge?portal=${portal}&visitor=`)
    await expect(isMember(site)).toHaveCount(0)
  }).toPass()
  const restored = await mailbox.about(/was restored/, player.email)
  await device.goto(restored.links.find((one) => one.includes('token=')) ?? '')
  await field(device, 'New password').fill(newPassword)
  await field(device, 'Confirm password').fill(newPassword)
  await control(device, 'Confirm').click()
  await expect(device).toBeOnPath('/login')
  await logIn(device, 'PROD', { name: player.username, password: newPassword })
  await expect(device).toBeOnPath('/account')
  await device.goto(`${portal}/account/security`)
  await expect(device.getByText('Changes are on hold until')).toBeVisible()
  await expect(
    device.getByRole('heading', { name: /^Account put back to what it was on/ }),
  ).toBeVisible()
  await device.goto(`${portal}/account/update-username`)
  await device.getByRole('textbox').first().fill(freshName())
  await device.locator('form button[type=submit]').click()
  await expect(device.getByRole('alert')).toContainText('This change is on hold')
  await expect(device.getByRole('alert')).toContainText('The hold ends on')
  await device.goto(`${portal}/account/connected-sites`)
  await expect(device.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(device.getByRole('main').getByRole('listitem')).toHaveCount(0)
  await device.goto(`${guild}/login?portal=${portal}`)
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Log in to Guild Ledger')
  await Promise.all([device.context().close(), thief.context.close()])
})

/** Presses everything of a page that can be pressed, some times over, as a scanner with scripts may. */
async function pressEverything(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (let round = 0; round < 3; round += 1) {
    const boxes = await page.locator('main input:is([type=radio], [type=checkbox])').count()
    for (let place = 0; place < Math.max(boxes, 1); place += 1) {
      await page.evaluate((at) => {
        const all = [...document.querySelectorAll<HTMLElement>('main input')].filter(
          ({ type }: HTMLElement & { type?: string }) => type === 'radio' || type === 'checkbox',
        )
        all[at]?.click()
      }, place)
      await page.evaluate(() => {
        for (const button of document.querySelectorAll<HTMLElement>('main button')) button.click()
      })
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    }
  }
}

test(
  'A mail scanner that presses every button, radio and box of every link changes nothing, and the owner succeeds then (AT-SEC-18)',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const player = await newPlayer(page, mailbox)
    const thief = await takeOver(browser, mailbox, player)
    await mailbox.about(/email address/i, player.email)
    const asked = { UsernameOrEmail: player.email, For: 'secure' }
    await send(thief.api, 'POST safety/ask', asked, '')
    const own = await mailbox.about(/^Secure your/, player.email)
    const state = async () =>
      JSON.stringify([
        await send(thief.api, 'GET security/activity', undefined, thief.bearer),
        await send(thief.api, 'GET security', undefined, thief.bearer),
      ])
    const before = await state()

    const mails = (await mailbox.list(player.email)).filter((mail) => linkOf(mail) !== '')
    expect(mails.length).toBeGreaterThan(1)
    const scanner = await (await browser.newContext()).newPage()
    const requests = requestsFromNowOn(scanner)
    for (const mail of mails) {
      await scanner.goto(linkOf(mail))
      await pressEverything(scanner)
    }
    const acted = requests.filter((each) => pathOf(each).endsWith('/safety/act'))
    expect(acted).not.toEqual([])
    expect(await state()).toBe(before)

    const device = await (await browser.newContext()).newPage()
    await device.goto(linkOf(own))
    await device.getByRole('radio', { name: /^Undo what was done since/ }).check()
    await device.getByRole('radio', { name: /^Email address changed/ }).check()
    await field(device, 'Number in our mail').fill(numberOf(own))
    await control(device, 'Undo it').click()
    await expect(device.getByText('Your account is as it was on')).toBeVisible()
    await Promise.all([scanner, device].map((each) => each.context().close()))
    await thief.context.close()
  },
)
