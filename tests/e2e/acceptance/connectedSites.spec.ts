import {
  communityAddress,
  portalOf,
  standInAddress,
} from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, rowControl } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'

const address = '/account/connected-sites'

test(
  'A site of others asks for consent, stands in the account, and asks again after it was withdrawn; the studio’s own stays (AT-SEC-05)',
  atNight(),
  async ({ page, mailbox }) => {
    const portal = portalOf('SPOKEN')
    const player = await newPlayer(page, 'SPOKEN', mailbox)
    await page.goto(`${portal}/login`)
    await logIn(page, 'PROD', { name: player.username, password: player.password })
    await expect(page).toHaveURL(/\/account$/)
    const guild = standInAddress.replace('localhost', '127.0.0.1')
    await page.goto(`${guild}/guild/login?portal=${portal}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to Guild Ledger')
    await control(page, 'Allow').click()
    await expect(page).toHaveURL(/\/guild/)
    await page.goto(`${communityAddress}/lounge?portal=${portal}`)
    await expect(page.getByText(player.username).first()).toBeVisible()

    await page.goto(`${portal}${address}`)
    const main = page.getByRole('main')
    const own = main.getByRole('listitem', { name: 'Community' })
    await expect(own).toContainText('Belongs to')
    await expect(own.getByRole('button')).toHaveCount(0)
    const site = main.getByRole('listitem', { name: 'Guild Ledger' })
    await rowControl(site, 'Withdraw').click()
    await expect(site).toHaveCount(0)
    await page.reload()
    await expect(own).toBeVisible()
    await expect(site).toHaveCount(0)
    await page.goto(`${guild}/guild/login?portal=${portal}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to Guild Ledger')
  },
)
