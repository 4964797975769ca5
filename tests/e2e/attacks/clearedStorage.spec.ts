import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { atNight, test } from '../fixtures/test.ts'

test(
  'T45 storages that are cleared while a player links: linking says to start again, and works then',
  atNight(),
  async ({ page, context, mailbox }) => {
    const portal = portalOf('PROD')
    const { steam } = freshAccounts()
    await beAtStandIns(context, steam)
    const { username: name, password } = await newPlayer(page, 'PROD', mailbox)
    await logIn(page, 'PROD', { name, password })
    await expect(page).toBeOnPath('/account')
    await page.goto(`${portal}/account/link-account`)
    const service = page.getByRole('listitem', { name: 'Steam', exact: true })

    // The way back does not need the page's own storage: the server remembers.
    await page.addInitScript(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await control(service, 'Link').click()
    await expect(control(service, 'Unlink')).toBeVisible()
    await control(service, 'Unlink').click()
    await control(page.getByRole('dialog'), 'Unlink').click()
    await expect(control(service, 'Link')).toBeVisible()

    // Where the server hears nothing of the way any more, it begins again.
    await page.goto(`${portal}/steam/callback?openid.mode=id_res&state=LOST`)
    await expect(page).toBeOnPath('/errors/bad-request')
    await control(page, 'Try again').click()
    await expect(page).toBeOnPath('/account/link-account')
    await control(service, 'Link').click()
    await expect(control(service, 'Unlink')).toBeVisible()
  },
)
