import { inTurn } from '../../fixtures/environments.ts'
import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { answers, player, token } from '../../fixtures/stubbed-api/defaults.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* One computer, one browser, one player after another: nothing of the first is the second's. */

const first = 42
const second = 43

/** From the next log-in on the calls are of this player. */
function play(api: StubbedApi, id: number, differences: object) {
  api.stub('POST log/log-in', ok({ Created: `IDENT-${id}` }))
  api.stub('GET token/*', ok({ ...token, Id_User: id }))
  api.stub(`GET profile/user/${id}`, ok({ ...player, Id: id, ...differences }))
  for (const call of ['set-cookie', 'accept-all'])
    api.stub(`POST cookie/user/${id}/${call}`, ok({}))
  api.stub(`POST profile/user/${id}/see-cookie-popup`, ok({}))
}

async function enter(page: Page, api: StubbedApi, id: number, isAsked: boolean) {
  play(api, id, { IsCookiePopupSeen: !isAsked })
  api.stub(`GET cookie/user/${id}`, answers['GET cookie/user/42'] ?? ok([]))
  await page.goto('/login')
  await logIn(page, 'PROD')
  await expect(page).toBeOnPath('/account')
}

async function leave(page: Page, how: 'log-out' | 'end') {
  if (how === 'log-out') await page.goto('/account/logout')
  else {
    await page.context().clearCookies({ name: 'sso_identity' })
    await page.goto('/')
  }
  await expect(page).toBeOnPath('/')
}

const choices = {
  'made while signed in': { isBefore: false },
  'made before the log-in': { isBefore: true },
}

for (const [turn, [when, { isBefore }]] of Object.entries(choices).entries()) {
  for (const how of inTurn(['log-out', 'end'] as const, turn)) {
    test(`a choice of cookies ${when} is no consent of the next player, after the ${how} · PROD`, async ({
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in('PROD')
      if (isBefore) {
        await page.goto('/')
        await control(page, 'Accept all').click()
      }
      await enter(page, stubbedApi, first, true)
      if (!isBefore) await control(page, 'Accept all').click()
      await expect
        .poll(() => stubbedApi.sent(`POST cookie/user/${first}/**`).length)
        .toBeGreaterThan(0)
      await leave(page, how)
      await expect(control(page, 'Accept all')).toHaveCount(isBefore ? 0 : 1)
      await enter(page, stubbedApi, second, true)
      await expect(control(page, 'Accept all')).toBeVisible()
      expect(stubbedApi.sent(`POST cookie/user/${second}/**`)).toEqual([])
      expect(stubbedApi.sent(`POST profile/user/${second}/see-cookie-popup`)).toEqual([])
    })
  }
}

test('what a player has left in a tab is not the next one’s, whose session began elsewhere · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await enter(page, stubbedApi, first, false)
  await page.evaluate(() => sessionStorage.setItem('sso.input.left', '[["Reason","of the first"]]'))
  await page.context().clearCookies({ name: 'sso_identity' })
  await enter(page, stubbedApi, second, false)
  expect(await page.evaluate(() => sessionStorage.getItem('sso.input.left'))).toBeNull()
})

test('what a player has left in a tab is theirs after the session has ended · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await enter(page, stubbedApi, first, false)
  await page.evaluate(() => sessionStorage.setItem('sso.input.left', '[["Reason","of the first"]]'))
  await page.context().clearCookies({ name: 'sso_identity' })
  await enter(page, stubbedApi, first, false)
  expect(await page.evaluate(() => sessionStorage.getItem('sso.input.left'))).not.toBeNull()
})
