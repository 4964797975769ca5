import { communityAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'

const portal = portalOf('LOCAL')
const profile = /\/community\/profile\/\d+$/

test(
  'A player blocks another one on a profile of a site, and finds the block in the account',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const rival = await newPlayer(page, 'LOCAL', mailbox)
    await logIn(page, 'LOCAL', { name: rival.username, password: rival.password })
    await expect(page).toHaveURL(`${portal}/account`)
    await page.goto(`${communityAddress}/lounge`)
    await expect(page.locator('[data-name]')).toHaveText(rival.username)

    const context = await browser.newContext()
    const own = await context.newPage()
    const { username, password } = await newPlayer(own, 'LOCAL', mailbox)
    await logIn(own, 'LOCAL', { name: username, password })
    await expect(own).toHaveURL(`${portal}/account`)
    await own.goto(`${communityAddress}/lounge`)
    await own.getByRole('link', { name: rival.username }).click()
    await expect(own).toHaveURL(profile)
    await control(own, 'Block').click()
    await expect(control(own, 'Unblock')).toBeVisible()

    await own.goto(`${portal}/account/blocked-users-management`)
    const entry = own.getByRole('listitem').filter({ hasText: rival.username })
    await control(entry, 'Unblock').click()
    await expect(entry).toHaveCount(0)

    // An unblocking in the portal holds at the site.
    await own.goto(`${communityAddress}/lounge`)
    await own.getByRole('link', { name: rival.username }).click()
    await expect(control(own, 'Block')).toBeVisible()
    await own.goto(communityAddress)
    const sub = new RegExp(` ${await subOf(own)}$`)
    for (const type of ['block.added', 'block.removed']) {
      const event = own.locator(`[data-type="${type}"]`).filter({ hasText: type })
      await expect(async () => {
        await own.reload()
        const players = await event.evaluateAll((all) =>
          all.map((one) => one.getAttribute('data-player') ?? ''),
        )
        expect(players.some((player) => sub.test(player))).toBe(true)
      }).toPass()
    }
    await context.close()

    async function subOf(one: typeof page): Promise<string> {
      await one.goto(`${communityAddress}/lounge`)
      const found = (await one.locator('[data-sub]').textContent()) ?? ''
      await one.goto(communityAddress)
      return found
    }
  },
)
