import { carried, carriedBounds, type CarriedName } from '@gatehouse/contract/carried'
import { inTurn } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import type { Answer } from '../../fixtures/stubbed-api/answers.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/*
 * What a foreign page brings along, by a link to any screen: it never decides whether a player can
 * log in, and what does not fit is neither kept nor sent.
 */

/** The names under which an address has the values, and the screens that a link to it opens. */
const places: Readonly<Record<string, { as: CarriedName; screen: string }>> = {
  redirectUrl: { as: 'redirectUrl', screen: '/' },
  clientId: { as: 'clientId', screen: '/' },
  client_id: { as: 'clientId', screen: '/' },
  state: { as: 'state', screen: '/' },
  login_hint: { as: 'loginHint', screen: '/login' },
  referrer: { as: 'referrer', screen: '/register' },
}

const long = (length: number, begin = '') => begin.padEnd(length, 'x')

/** Values of every sort around a bound; `fits` says whether it may be kept. */
const sorts: Readonly<Record<string, (bound: number) => string>> = {
  'one less than the bound': (bound) => long(bound - 1, 'https://www.site.test/'),
  'the bound': (bound) => long(bound, 'https://www.site.test/'),
  'one more than the bound': (bound) => long(bound + 1, 'https://www.site.test/'),
  'twice the bound': (bound) => long(2 * bound, 'https://www.site.test/'),
  'a path of the portal, at the bound': (bound) => long(bound, '/account?'),
  'letters that an address writes longer': (bound) => 'ü'.repeat(bound / 2),
  'another scheme': () => 'javascript:alert(1)',
  'another host': () => 'https://evil.io/',
  'control characters': () => 'https://www.site.test/\u0001\u007f',
  'a turned direction': () => 'a\u202Eb',
  'a lone surrogate': () => '\uD800',
  'a wrong escape': () => '%E0%A4%A',
}

const refused: Answer = {
  status: 400,
  body: { ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_NOT_ALLOWED' }] },
}

for (const [turn, [sort, make]] of Object.entries(sorts).entries()) {
  for (const [name, { as, screen }] of inTurn(Object.entries(places), turn)) {
    test(`a ${name} hinders no log-in, and is not kept where it does not fit: ${sort} · PROD`, async ({
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in('PROD')
      const value = make(carriedBounds[as]).toWellFormed()
      await page.goto(`${screen}?${name}=${encodeURIComponent(value)}`)
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
      if (carried(as, value) === '' && value !== '') expect(kept).not.toContain(value.slice(-20))
      await page.goto('/login')
      await logIn(page, 'PROD')
      await expect(page).not.toHaveURL(/\/login/)
      await expect(page).not.toHaveURL(/\/errors/)
      const bodies = stubbedApi
        .sent('POST log/**')
        .map(({ body }) => body as { ClientId?: string; RedirectUrl?: string })
      for (const { ClientId = '', RedirectUrl = '' } of bodies) {
        expect(carried('clientId', ClientId)).toBe(ClientId)
        expect(carried('redirectUrl', RedirectUrl)).toBe(RedirectUrl)
      }
    })
  }
}

test('a client of another deployment is forgotten, and the log-in goes on without it · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST log/log-in', ({ body }) =>
    (body as { ClientId: string }).ClientId === ''
      ? { status: 200, body: { Created: 'IDENT-1' } }
      : refused,
  )
  await page.goto('/?clientId=of-another')
  await page.goto('/login')
  await logIn(page, 'PROD')
  await expect(page).toHaveURL(/\/account$/)
})

test('a name of an address fills in a field where it fits · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto(`/register?referrer=${long(carriedBounds.referrer + 1)}`)
  await expect(page.locator('[name=Referrer]')).toHaveValue('')
})
