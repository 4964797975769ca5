import type { Page } from '@playwright/test'
import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field, goInside } from '../fixtures/page.ts'
import { confirmUsername } from '../fixtures/steps/partner.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import {
  beAtStandIns,
  describeAccount,
  freshAccounts,
} from '../fixtures/running-product/standInAccounts.ts'
import { answerSurvey } from '../fixtures/steps/survey.ts'
import { atNight, covers, test } from '../fixtures/test.ts'
import { requestsFromNowOn } from '../fixtures/traffic.ts'

/* Linking against the running product and services that speak their real protocols. */

test(
  'AT-CON-20 A player links and unlinks each service · PROD',
  covers('R-1.3-13', 'R-1.3-14', 'R-1.3-15', 'R-4.10-9', 'R-7.13-1'),
  async ({ page, context, browser, mailbox }) => {
    const accounts = freshAccounts()
    await beAtStandIns(context, accounts.steam, accounts.twitch, accounts.epic)
    await toConnections(page, 'PROD', mailbox)
    await expect(control(entry(page, 'Game Pass'), 'Link')).toHaveCount(0)
    for (const [name, account, avatar] of [
      ['Steam', `Steam player ${accounts.steam.slice(-4)}`, `/steam/avatars/${accounts.steam}.svg`],
      ['Twitch', `Channel ${accounts.twitch.slice(-4)}`, `/twitch/avatars/${accounts.twitch}.svg`],
      // Epic Games knows no avatar: the first letter stands for it.
      ['Epic Games', `Epic player ${accounts.epic.slice(-4)}`, null],
    ] as const) {
      const service = entry(page, name)
      await linkFrom(page, name)
      await expect(service).toContainText(account)
      await expect(service.locator('time')).toHaveText(/^Synced \d+ seconds? ago$/)
      const image = service.locator('img')
      if (avatar === null) await expect(service.getByText('E', { exact: true })).toBeVisible()
      else await expect(image).toHaveAttribute('src', `${standInAddress}${avatar}`)
      await control(service, 'Unlink').click()
      await control(page.getByRole('dialog'), 'Unlink').click()
      await expect(control(service, 'Link')).toBeVisible()
      await expect(service).not.toContainText(account)
    }
    await linkFrom(page, 'Steam')

    const second = await browser.newContext({ bypassCSP: true })
    await beAtStandIns(second, accounts.steam)
    const other = await second.newPage()
    await toConnections(other, 'PROD', mailbox)
    await control(entry(other, 'Steam'), 'Link').click()
    await expect(other).toBeOnPath('/errors/bad-request')
    const words = 'This steam account is already linked to another user.'
    await expect(other.getByText(words)).toBeVisible()
    await second.close()
  },
)

test('AT-CON-20 Game Pass is stopped, linked and unlinked where a deployment is set up for it · SECURED', async ({
  page,
  context,
  mailbox,
}) => {
  const { xbox } = freshAccounts()
  await beAtStandIns(context, 'cancel')
  await toConnections(page, 'SECURED', mailbox)
  const gamePass = entry(page, 'Game Pass')
  await control(gamePass, 'Link Game Pass').click()
  await expect(page).toBeOnPath('/account/link-account')
  await expect(gamePass).toContainText('You stopped it at Game Pass. Nothing is linked.')
  await beAtStandIns(context, xbox)
  await linkFrom(page, 'Game Pass')
  await expect(gamePass).toContainText(`Gamertag ${xbox.slice(-4)}`)
  await control(gamePass, 'Unlink Game Pass').click()
  await control(page.getByRole('dialog'), 'Unlink').click()
  await expect(control(gamePass, 'Link Game Pass')).toBeVisible()
})

test(
  'AT-CON-20 A player who says no at a service reads so, and may try again · PROD',
  atNight(),
  async ({ page, context, mailbox }) => {
    await beAtStandIns(context, 'cancel')
    await toConnections(page, 'PROD', mailbox)
    for (const [name, words] of [
      ['Steam', 'This request is not authorized by OpenId.'],
      ['Twitch', 'This request is not authorized.'],
      ['Epic Games', 'This request is not authorized.'],
    ] as const) {
      await control(entry(page, name), 'Link').click()
      await expect(page).toBeOnPath('/errors/bad-request')
      await expect(page.getByText(words)).toBeVisible()
      await goInside(page, `${portalOf('PROD')}/account/link-account`)
    }
    await beAtStandIns(context, freshAccounts().twitch)
    await linkFrom(page, 'Twitch')
  },
)

test(
  'AT-CON-19 RELIC links Steam for its players · RELIC',
  atNight('R-7.12-4', 'R-7.16-1', 'R-7.16-2', 'R-7.16-3', 'R-7.16-5', 'R-8.2-1', 'R-8.2-3'),
  async ({ page, context }) => {
    const portal = portalOf('RELIC')
    const { partner, steam } = freshAccounts()
    const name = freshName()
    const described = { email: `${name}@relic.example`, username: name }
    const requests = requestsFromNowOn(context)
    await describeAccount('relic', partner, described)
    await beAtStandIns(context, partner, steam)

    await page.clock.install()
    await page.goto(`${portal}/login`)
    await expect(page).toBeOnPath('/oauth/partner/register')
    await field(page, 'Username').fill(name)
    await confirmUsername(page, 'RELIC')
    await expect(page).toBeOnPath('/account')
    await goInside(page, `${portal}/account/link-account`)
    await expect(entry(page, 'Game Pass')).toBeVisible()

    const linked = page.waitForRequest((request) =>
      request.url().endsWith('/api/steam/relic/callback'),
    )
    await control(entry(page, 'Steam'), 'Link').click()
    expect((await linked).postDataJSON()).toEqual({ IdSteam: steam })
    await expect(control(entry(page, 'Steam'), 'Unlink')).toBeVisible()
    await expect(entry(page, 'Steam')).toContainText(`Steam player ${steam.slice(-4)}`)
    await control(entry(page, 'Steam'), 'Unlink').click()
    await control(page.getByRole('dialog'), 'Unlink').click()
    await expect(control(entry(page, 'Steam'), 'Link')).toBeVisible()

    for (const [failure, words] of [
      ['linkFails', 'Error on get auth relic steam.'],
      ['linkedFails', 'Error on get linked relic.'],
    ] as const) {
      await describeAccount('relic', partner, { switches: { [failure]: true } })
      await page.goto(`${portal}/steam/link`)
      await expect(page).toBeOnPath('/errors/bad-request')
      await expect(page.getByText(words)).toBeVisible()
    }
    const sent = requests.flatMap((request) => [
      request.url(),
      JSON.stringify(request.headers()),
      request.postData(),
    ])
    for (const secret of ['sample-relic-service-key', 'sample-relic-secret']) {
      expect(sent.filter((text) => text?.includes(secret))).toEqual([])
    }
    expect(requests.length).toBeGreaterThan(10)
  },
)

test(
  'AT-SUR-10 The prompt links Steam, the answers wait, the badge is given once · PROD',
  atNight('R-1.3-19', 'R-7.15-1', 'R-2.22-5', 'R-2.22-7'),
  async ({ page, context, mailbox }) => {
    const portal = portalOf('PROD')
    const { steam } = freshAccounts()
    await beAtStandIns(context, steam)
    await toConnections(page, 'PROD', mailbox)
    await answerSurvey(page, portal)
    await control(page, 'Send').click()
    await control(page, 'Link your Steam account').click()
    await page.waitForURL(`${standInAddress}/community/profile/rewards?steamid=${steam}`)

    const player = page.getByRole('region', { name: 'Player' })
    for (const time of ['first', 'second']) {
      await page.goto(`${portal}/survey/qualification`)
      if (time === 'second') await answerSurvey(page, portal)
      await control(page, 'Send').click()
      await expect(page.getByText('The badge of this survey is yours.')).toBeVisible()
      await page.reload()
      await expect(player.getByText('Qualified', { exact: true })).toHaveCount(1)
    }
  },
)

/** Registers a player, logs in and opens the connections. */
async function toConnections(page: Page, deployment: 'PROD' | 'SECURED', mailbox: Mailbox) {
  const { username: name, password } = await newPlayer(page, deployment, mailbox)
  await logIn(page, 'PROD', { name, password })
  await expect(page).toBeOnPath('/account')
  await goInside(page, `${portalOf(deployment)}/account/link-account`)
  // A load of another page must not overtake it.
  await expect(entry(page, 'Steam')).toBeVisible()
}

/** Presses Link and comes back from the service with its account linked. */
async function linkFrom(page: Page, name: string): Promise<void> {
  // Beyond the specification its name has the service, too.
  await entry(page, name).getByRole('button', { name: /^Link/ }).click()
  await expect(entry(page, name).getByRole('button', { name: /^Unlink/ })).toBeVisible()
  await expect(page).toBeOnPath('/account/link-account')
}

function entry(page: Page, name: string) {
  return page.getByRole('listitem', { name, exact: true })
}
