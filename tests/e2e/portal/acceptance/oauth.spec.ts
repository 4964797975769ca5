import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const query = {
  client_id: 'c1',
  redirect_uri: 'https://www.site.test/cb',
  state: 'z',
  response_type: 'code',
}
const asked = `/oauth?${new URLSearchParams(query).toString()}`
const RedirectUri = 'https://www.site.test/cb?code=1&state=z'

for (const who of ['anonymous', 'signed in'] as const) {
  test(
    `AT-OUT-06 OAuth screen, ${who} · PROD`,
    covers('R-2.1-7', 'R-7.4-5', 'R-7.4-6'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      stubbedApi.stub('GET oauth', ok({ RedirectUri }))
      if (who === 'signed in') await signIn()
      await page.goto(asked)
      await expect(page).toHaveURL(RedirectUri)
      const calls = stubbedApi.sent('GET oauth')
      expect(calls.map((call) => call.query)).toEqual([query])
      const bearer = who === 'signed in' ? 'Bearer BEARER-1' : undefined
      expect(calls[0]?.headers['authorization']).toBe(bearer)
    },
  )
}

test('A site that is not known is refused, and no player is sent there · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET oauth', refused('This request is not authorized.'))
  await page.goto(asked)
  await expect(page.getByText('This request is not authorized.')).toBeVisible()
  await expect(page).toBeOnPath('/errors/bad-request')
  expect(stubbedApi.visits).toEqual([])
})

test('A blank screen says after a moment that something is under way · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { RegisterStudioName: 'Studio X' })
  stubbedApi.stub('GET oauth', () => new Promise(() => undefined))
  await page.goto(asked)
  await expect(page.getByRole('status')).toHaveText('One moment, please.')
  await expect(page).toHaveTitle('Studio X')
})
