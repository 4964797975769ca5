import type { Page } from '@playwright/test'
import {
  communityAddress,
  forumAddress,
  portalOf,
  standInAddress,
} from '../fixtures/running-product/addresses.ts'
import { toConfirmation } from '../fixtures/steps/deletion.ts'
import { firstByDay } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { freshName, type Registration } from '../fixtures/steps/registration.ts'
import { runCommand } from '../fixtures/running-product/runCommand.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * One account at two sites on two hosts: the portal, its account API, its OpenID provider and the
 * sites are real, and so is everything that they say to each other.
 */

const portal = portalOf('LOCAL')

test.describe.configure({ mode: 'default' })

test('A player who logs in at the portal is known at both sites without a word, and logs out everywhere', async ({
  page,
  mailbox,
}) => {
  const { username } = await loggedIn(page, mailbox)
  await page.goto(`${communityAddress}/lounge`)
  await expect(page).toHaveURL(`${communityAddress}/lounge`)
  await expect(nameOn(page)).toHaveText(username)
  await page.goto(`${forumAddress}/lounge`)
  await expect(page).toHaveURL(`${forumAddress}/lounge`)
  await expect(nameOn(page)).toHaveText(username)

  await page.goto(`${portal}/account`)
  await control(page, 'Logout').click()
  await expect(page).toHaveURL(`${portal}/`)
  // The front pages ask the portal nothing: that they know is the portal's doing.
  await expectSignedOut(page, communityAddress)
  await expectSignedOut(page, forumAddress)
  await page.goto(`${forumAddress}/lounge`)
  await expect(page.getByText('The lounge is for players.')).toBeVisible()
})

test('From a site to the portal’s log-in and back, refreshed, and out by the site everywhere', async ({
  page,
  mailbox,
}) => {
  const { username, password } = await newPlayer(page, 'LOCAL', mailbox)
  await page.goto(`${communityAddress}/lounge`)
  await page.getByRole('link', { name: 'with your account' }).click()
  await expect(page).toBeOnPath('/login')
  await logIn(page, 'LOCAL', { name: username, password })
  await expect(page).toHaveURL(`${communityAddress}/lounge`)
  await expect(nameOn(page)).toHaveText(username)
  await page.goto(`${forumAddress}/login`)
  await expect(page).toHaveURL(`${forumAddress}/lounge`)
  await expect(nameOn(page)).toHaveText(username)

  await page.goto(`${communityAddress}/lounge`)
  for (const count of ['1', '2']) {
    await control(page, 'Refresh').click()
    await expect(page.locator('[data-refreshes]')).toHaveText(count)
  }
  await expect(nameOn(page)).toHaveText(username)

  await control(page, 'Sign out').click()
  await expect(page).toHaveURL(communityAddress)
  await expect(control(page, 'Sign in')).toBeVisible()
  await expectSignedOut(page, forumAddress)
  await page.goto(`${portal}/account`)
  await expect(page).toHaveURL(`${portal}/`)
})

for (const which of firstByDay(['first', 'second'] as const)) {
  test(`Two sites wait in two tabs, and one log-in in the ${which} leads each tab to its own site`, async ({
    page,
    context,
    mailbox,
  }) => {
    const { username, password } = await newPlayer(page, 'LOCAL', mailbox)
    const other = await context.newPage()
    await page.goto(`${communityAddress}/login`)
    await other.goto(`${forumAddress}/login`)
    for (const tab of [page, other]) await expect(tab).toBeOnPath('/login')
    await logIn(which === 'first' ? page : other, 'LOCAL', { name: username, password })
    await expect(page).toHaveURL(`${communityAddress}/lounge`)
    await expect(other).toHaveURL(`${forumAddress}/lounge`)
    for (const tab of [page, other]) await expect(nameOn(tab)).toHaveText(username)
  })
}

test(
  'A site on another portal’s account: one visitor, its own account · SANDBOX',
  atNight(),
  async ({ page, mailbox }) => {
    const sandbox = portalOf('SANDBOX')
    const { username, password } = await newPlayer(page, 'SANDBOX', mailbox)
    await logIn(page, 'SANDBOX', { name: username, password })
    await expect(page).toHaveURL(`${sandbox}/account`)
    await page.goto(`${communityAddress}/lounge?portal=${sandbox}`)
    await expect(nameOn(page)).toHaveText(username)
    await expect(page.getByText(`Accounts of ${sandbox}`)).toBeVisible()
    await page.goto(`${communityAddress}/lounge?portal=${portal}`)
    await expect(page.getByText('The lounge is for players.')).toBeVisible()
  },
)

test(
  'A site without an OpenID library signs a player in by /oauth',
  atNight(),
  async ({ page, mailbox }) => {
    const { username } = await loggedIn(page, mailbox)
    await page.goto(`${communityAddress}/legacy`)
    await page.getByRole('link', { name: 'by the portal’s /oauth' }).click()
    await expect(page).toHaveURL(`${communityAddress}/legacy`)
    await expect(nameOn(page)).toHaveText(username)

    await page.goto(`${portal}/account`)
    await control(page, 'Logout').click()
    await expect(page).toHaveURL(`${portal}/`)
    await expectSignedOut(page, communityAddress)
  },
)

test(
  'A site without an OpenID library sends a visitor through the log-in on the way',
  atNight(),
  async ({ page, mailbox }) => {
    const { username, password } = await newPlayer(page, 'LOCAL', mailbox)
    await page.goto(`${communityAddress}/legacy/login`)
    await expect(page).toBeOnPath('/login')
    await logIn(page, 'LOCAL', { name: username, password })
    await expect(page).toHaveURL(`${communityAddress}/legacy`)
    await expect(nameOn(page)).toHaveText(username)
  },
)

test('A ban ends it everywhere', atNight(), async ({ page, mailbox }) => {
  const { username } = await atBothSites(page, mailbox)
  const order = ['players', 'ban', username, '--deployment', 'local', '--why', 'cheats']
  const said = await runCommand(order)
  expect(said).toContain(`${username} is banned.`)
  await expectSignedOut(page, forumAddress)
  await expectSignedOut(page, communityAddress)
  await page.goto(`${communityAddress}/lounge`)
  await expect(page.getByText('The lounge is for players.')).toBeVisible()
})

test(
  'A deletion ends it everywhere, and the site forgets the name',
  atNight(),
  async ({ page, mailbox }) => {
    const { password, username, sub } = await atBothSites(page, mailbox)
    await toConfirmation(page, { portal, password })
    await control(page, 'Delete').click()
    await expect(page.getByText('successfully deleted')).toBeVisible()
    await expectSignedOut(page, forumAddress)
    await expectSignedOut(page, communityAddress)
    await expectEvent(page, sub, 'account.deleted')
    await expect(page.locator('body')).not.toContainText(username)
  },
)

test(
  'A new name is at the site within seconds, also when the site was down, and again by replay',
  atNight(),
  async ({ page, mailbox }) => {
    const began = new Date().toISOString()
    const { sub } = await atBothSites(page, mailbox)
    await expectEvent(page, sub, 'account.created')

    await rename(page, freshName('Up'))
    await expectEvent(page, sub, 'account.renamed Up')
    await expect(page.locator('.who')).toHaveText(/^Up/)

    await turn({ down: true })
    await rename(page, freshName('Down'))
    await expect.poll(() => refusedEvents()).toBeGreaterThan(0)
    await turn({ down: false })
    await expectEvent(page, sub, 'account.renamed Down')
    await expect(page.locator('.who')).toHaveText(/^Down/)

    await fetch(`${standInAddress}/__standin/community/reset`, { method: 'POST' })
    await page.goto(communityAddress)
    await expect(page.locator('[data-event]')).toHaveCount(0)
    const site = ['--deployment', 'local', '--client', 'community', '--since', began]
    const order = ['events', 'replay', ...site, '--why', 'lost its data']
    expect(await runCommand(order)).toMatch(/Events on their way: \d+\./)
    for (const type of ['account.created', 'account.renamed Up', 'account.renamed Down']) {
      await expectEvent(page, sub, type)
    }
  },
)

async function loggedIn(page: Page, mailbox: Mailbox): Promise<Registration> {
  const player = await newPlayer(page, 'LOCAL', mailbox)
  await logIn(page, 'LOCAL', { name: player.username, password: player.password })
  await expect(page).toHaveURL(`${portal}/account`)
  return player
}

/** A new player who is signed in at both sites. */
async function atBothSites(page: Page, mailbox: Mailbox) {
  const player = await loggedIn(page, mailbox)
  for (const site of [communityAddress, forumAddress]) {
    await page.goto(`${site}/lounge`)
    await expect(nameOn(page)).toHaveText(player.username)
  }
  const sub = await page.locator('[data-sub]').innerText()
  return { ...player, sub }
}

async function rename(page: Page, username: string): Promise<void> {
  await page.goto(`${portal}/account/update-username`)
  await field(page, 'New username').fill(username)
  await control(page, 'Confirm').click()
  await expect(page).toHaveURL(`${portal}/account`)
}

function nameOn(page: Page) {
  return page.locator('[data-name]')
}

/** The front page of a site, which asks no other, knows no player any more. */
async function expectSignedOut(page: Page, site: string): Promise<void> {
  await expect(async () => {
    await page.goto(site)
    expect(await control(page, 'Sign in').isVisible()).toBe(true)
  }).toPass()
}

async function expectEvent(page: Page, sub: string, words: string): Promise<void> {
  const [type = '', name = ''] = words.split(' ')
  await expect(async () => {
    await page.goto(communityAddress)
    const event = page.locator(`[data-type="${type}"][data-player="${portal}/oidc ${sub}"]`)
    expect(await event.filter({ hasText: name }).first().isVisible()).toBe(true)
  }).toPass()
}

async function turn(switches: object): Promise<void> {
  await fetch(`${standInAddress}/__standin/community/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
}

/** How many events the site has been offered since it last forgot what it was asked. */
async function refusedEvents(): Promise<number> {
  const answer = await fetch(`${standInAddress}/__standin/community/requests`)
  const requests = (await answer.json()) as readonly { url: string; body: unknown }[]
  return requests.filter(
    ({ url, body }) => url === '/community/events' && String(body).includes('"Down'),
  ).length
}
