import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { test } from '../fixtures/test.ts'

test('T04 a registration that was made while its answer was lost is sent again and goes on', async ({
  page,
  mailbox,
}) => {
  const registration = registrationOf(freshName())
  await page.clock.install()
  await page.goto(`${portalOf('SANDBOX')}/register`)
  const network = await page.context().newCDPSession(page)
  const statuses: (number | undefined)[] = []
  network.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
    statuses.push(responseStatusCode)
    void (statuses.length === 1
      ? network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : network.send('Fetch.continueRequest', { requestId }))
  })
  const patterns = [{ urlPattern: '*/api/register/new-user', requestStage: 'Response' as const }]
  await network.send('Fetch.enable', { patterns })
  await fillRegistration(page, 'SANDBOX', registration)
  await sendRegistration(page)
  await expect(page).toBeOnPath('/errors')
  await page.goBack()
  await sendRegistration(page)
  await page.waitForURL('**/register/confirm')
  expect(statuses).toEqual([201, 201])
  await mailbox.newest(registration.email)
  expect(await mailbox.list(registration.email)).toHaveLength(1)
})
