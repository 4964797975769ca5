import { expect } from '@playwright/test'
import { communityAddress } from '../fixtures/running-product/addresses.ts'
import { logIn, portal } from './players.ts'
import { test } from './test.ts'
import type { WebKit } from './WebKit.ts'

/*
 * What WebKit alone does: after seven days it forgets what a script wrote, and it shows a page that it
 * kept as it was left.
 */

const account = `${portal}/account`

async function logInAsPlayerOne(webkit: WebKit): Promise<void> {
  await webkit.goto(`${portal}/login`)
  await webkit.press('Reject all')
  await logIn(webkit, 'PlayerOne', 'Welcome2Gatehouse')
  await webkit.isOn(account)
}

test('A player who is forgotten by every script stays logged in, and is asked nothing again', async ({
  webkit,
  traffic,
}) => {
  await logInAsPlayerOne(webkit)
  // Seven days later.
  const names = (await webkit.cookies()).map(({ name }) => name)
  expect(names).toContain('sso_consent_given')
  for (const name of names) {
    if (!traffic.serversCookies.has(name)) await webkit.deleteCookie(name)
  }
  await webkit.run(`localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name)`)
  await webkit.reload()
  await webkit.shows('#root[data-alive] h1')
  await webkit.isOn(account)
  await webkit.sees('PlayerOne')
  expect(await webkit.run(`return document.body.innerText.includes('Reject all')`)).toBe(false)
  await webkit.press('Log out')
  await webkit.sees('You are logged out.')
  expect(await webkit.run(`return document.body.innerText.includes('Reject all')`)).toBe(false)
})

test('Back into a page of the account that was kept shows nothing after a log-out in another tab', async ({
  webkit,
}) => {
  await logInAsPlayerOne(webkit)
  await webkit.sees('PlayerOne')
  await webkit.goto(communityAddress)
  const [first, second] = await webkit.openTab()
  await webkit.switchTo(second)
  await webkit.goto(account)
  await webkit.press('Log out')
  await webkit.sees('You are logged out.')
  await webkit.switchTo(first)
  await webkit.back()
  // It was not loaded again, which would lead to Home.
  await webkit.isOn(`${portal}/login?redirectUrl=%2Faccount`)
  expect(await webkit.run('return document.body.innerText')).not.toContain('PlayerOne')
})
