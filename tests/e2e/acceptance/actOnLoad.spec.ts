import { firstByDay } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'

/* Screens that act as soon as they are shown, reached from a site of others. */

for (const [path, question, call] of firstByDay([
  ['/account/logout', 'Log out of your account?', 'POST log/user/42/log-out'],
  ['/steam/unlink', 'Unlink your Steam account?', 'POST steam/unlink'],
  ['/twitch/unlink', 'Unlink your Twitch account?', 'POST twitch/unlink'],
  ['/steam/link', 'Link your Steam account?', 'GET steam/auth'],
] as const)) {
  for (const way of ['directly', 'by a redirect of ours'] as const) {
    test(`M-6 H08 Another site leads to ${path} ${way}: nothing happens before a click · PROD`, async ({
      page,
      stubbedApi,
      signIn,
      baseURL,
    }) => {
      await stubbedApi.in('PROD')
      await signIn()
      await page.goto('https://evil.io/')
      const target = way === 'directly' ? path : `/login?redirectUrl=${encodeURIComponent(path)}`
      await page.evaluate((url) => location.assign(url), `${baseURL}${target}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(question)
      await expect(stubbedApi).toHaveSent(call, 0)
      await control(page, 'Confirm').click()
      await expect(stubbedApi).toHaveSent(call, 1)
    })
  }
}

test('M-6 A listed site may lead to /twitch/unlink · PROD', async ({
  page,
  stubbedApi,
  signIn,
  baseURL,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('http://www.site.test/')
  await page.evaluate((url) => location.assign(url), `${baseURL}/twitch/unlink`)
  await expect(page).toBeOnPath('/account/link-account')
  await expect(stubbedApi).toHaveSent('POST twitch/unlink', 1)
})
