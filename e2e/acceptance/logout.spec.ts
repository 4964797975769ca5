import type { BrowserContext } from '@playwright/test'
import { lost, ok, status } from '../bench/answers.ts'
import { ALL } from '../bench/environments.ts'
import { expect } from '../bench/expect.ts'
import { control } from '../bench/page.ts'
import { covers, test } from '../bench/test.ts'

const call = 'POST log/user/42/log-out'

for (const environment of ALL) {
  test(
    `AT-OUT-01 Logout · ${environment}`,
    covers('R-2.1-40', 'R-4.3-1', 'R-4.3-3', 'R-4.3-5', 'R-7.5-4', 'R-1.3-5'),
    async ({ page, s0, signIn, context }) => {
      await s0.in(environment)
      await signIn()
      await page.goto('/account')
      await control(page, 'Logout').click()
      await expect(page).toBeOnPath('/')
      expect(s0.sent(call)).toHaveLength(1)
      expect(s0.sent(call)[0]?.headers['authorization']).toBe('Bearer BEARER-1')
      expect(await isSignedIn(context)).toBe(false)
      await page.goto('/account')
      await expect(page).toBeOnPath('/')
    },
  )
}

test(
  'AT-OUT-02 Partner cookie · RELIC',
  covers('R-4.3-2'),
  async ({ page, s0, signIn, context, baseURL }) => {
    await s0.in('RELIC')
    s0.stub(call, ok({ CookieName: 'relic_session' }))
    await signIn()
    await context.addCookies([{ name: 'relic_session', value: 'R', url: baseURL ?? '' }])
    await page.goto('/account')
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('relic_session')
  },
)

for (const [what, answer] of [
  ['500', status(500)],
  ['no answer', lost],
] as const) {
  test(
    `AT-OUT-04 Logout always works: ${what} · PROD`,
    covers('R-4.3-1', 'R-4.3-5'),
    async ({ page, s0, signIn, context }) => {
      await s0.in('PROD')
      s0.stub(call, answer)
      await signIn()
      await page.goto('/account/logout')
      await expect(page).toBeOnPath('/')
      expect(await isSignedIn(context)).toBe(false)
    },
  )
}

test(
  'AT-OUT-04 Logout always works: no session · PROD',
  covers('R-4.3-5'),
  async ({ page, s0 }) => {
    await s0.in('PROD')
    await page.goto('/account/logout')
    await expect(page).toBeOnPath('/')
    expect(s0.sent('POST **')).toEqual([])
  },
)

test('AT-OUT-05 id-user · PROD', covers('R-2.1-41'), async ({ page, s0, signIn }) => {
  await s0.in('PROD')
  await signIn()
  await page.goto('/account/logout?id-user=42')
  await expect(page).toBeOnPath('/')
  expect(s0.sent(call)).toHaveLength(1)
})

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  return (await context.cookies()).some(({ value }) => value === 'IDENT-1')
}
