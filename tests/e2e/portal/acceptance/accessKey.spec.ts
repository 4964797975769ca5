import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, firstByDay, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

const keysOn = { RegisterWithAccessKeys: true }
const validate = 'POST accesskey/validate'

test(
  'AT-KEY-01 AT-KEY-03 The access-key screen asks for a key and says why it refuses one · PROD',
  covers('R-2.6-1', 'R-2.6-2', 'R-2.6-3', 'R-2.1-3', 'R-8.4-46', 'R-8.4-47'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD', keysOn)
    stubbedApi.stub(validate, [
      refused(['Value', 'ERROR_ACCESS_KEY_NON_EXISTANT']),
      refused(['Value', 'ERROR_ACCESS_KEY_ALREADY_USED']),
    ])
    await page.goto('/access-key')
    await test.step('AT-KEY-01 the screen', async () => {
      await expect(field(page, 'Key')).toBeVisible()
      await expect(control(page, 'Next')).toBeVisible()
      await expect(control(page, 'Log in')).toHaveAttribute('href', '/login')
    })
    for (const words of ['The key is invalid', 'The key is already used.']) {
      await test.step(`AT-KEY-03 ${words}`, async () => {
        await field(page, 'Key').fill('K-1')
        await control(page, 'Next').click()
        await expect(field(page, 'Key')).toHaveError(words)
        await expect(page).toBeOnPath('/access-key')
      })
    }
  },
)

for (const environment of firstByDay(
  distinctBy(
    ({ registerAsksIdentity, codeOfConduct }) => [registerAsksIdentity, codeOfConduct],
    ownLoginEnvironments,
  ),
)) {
  test(
    `AT-KEY-02 A valid key opens the registration · ${environment}`,
    covers('R-2.6-4', 'R-2.1-14', 'R-7.15-2', 'R-3.9-19'),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in(environment, keysOn)
      await page.goto('/register?referrer=Bob')
      await expect(page).toBeOnPath('/access-key')
      await field(page, 'Key').fill('K-1')
      await control(page, 'Next').click()
      await expect(page).toBeOnPath('/register')
      expect(stubbedApi.sent(validate).map(({ body }) => body)).toEqual([{ Value: 'K-1' }])
      expect(stubbedApi.sent(validate)[0]?.headers['authorization']).toBeUndefined()
      // The referrer of the first address survives the detour.
      await expect(field(page, "Referrer's username")).toHaveValue('Bob')
      await fillRegistration(page, environment)
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')
      expect(stubbedApi.sent('POST register/new-user')[0]?.body).toMatchObject({
        AccessKeyValue: 'K-1',
      })
    },
  )
}

test('A key is held in memory alone · PROD', covers('R-2.6-4'), async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', keysOn)
  stubbedApi.stub(validate, ok())
  await page.goto('/access-key')
  await field(page, 'Key').fill('SECRET-KEY')
  await control(page, 'Next').click()
  await expect(page).toBeOnPath('/register')
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept).not.toContain('SECRET-KEY')
  await page.reload()
  await expect(page).toBeOnPath('/access-key')
})

test(
  'A registration whose key was used meanwhile offers the way to another key · PROD',
  covers('R-8.4-47'),
  async ({ page, stubbedApi }) => {
    await page.clock.install()
    await stubbedApi.in('PROD', keysOn)
    stubbedApi.stub('POST register/new-user', refused('ERROR_ACCESS_KEY_ALREADY_USED'))
    await page.goto('/access-key')
    await field(page, 'Key').fill('K-1')
    await control(page, 'Next').click()
    await expect(page).toBeOnPath('/register')
    await fillRegistration(page, 'PROD')
    await sendRegistration(page)
    await expect(page.getByText('The key is already used.')).toBeVisible()
    await control(page, 'Use another key').click()
    await expect(page).toBeOnPath('/access-key')
  },
)
