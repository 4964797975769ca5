import { hostOf, loopback, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { said } from '../fixtures/said.ts'
import { test } from '../fixtures/test.ts'

const lead =
  'One account opens every gate of the community: your games, your friends and your rewards.'
const own = 'Un seul compte, et la porte du château s’ouvre.'

test.describe('a French browser', () => {
  test.use({ locale: 'fr-FR', bypassCSP: false })

  test('reads the words of a deployment in its page, in the portal and in its errors, and no other deployment’s page has them (AT-LNG-13)', async ({
    page,
  }) => {
    const portal = portalOf('POLYGLOT-RELIC')
    const answer = await page.request.get(loopback, {
      headers: {
        host: hostOf('POLYGLOT-RELIC'),
        'sec-fetch-site': 'none',
        accept: 'text/html',
        'accept-language': 'fr',
      },
    })
    expect((await answer.text()).split(own)).toHaveLength(3)
    await page.goto(portal)
    await expect(page.getByText(own)).toBeVisible()
    await page.goto(`${portal}/login`)
    await page.getByRole('button', { name: said('fr', 'Reject all') }).click()
    await page.locator('form input').first().fill('nobody-at-all')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText('Le château ne connaît personne de ce nom.')).toBeVisible()

    await page.goto(portalOf('POLYGLOT-TWO-POINT'))
    await expect(page.getByText(said('fr', lead))).toBeVisible()
  })
})

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('reads ours where a deployment has words in French alone (AT-LNG-13)', async ({ page }) => {
    await page.goto(portalOf('POLYGLOT-RELIC'))
    await expect(page.getByText(said('de', lead))).toBeVisible()
  })
})
