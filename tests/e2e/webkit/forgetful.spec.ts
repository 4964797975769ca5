import { expect } from '@playwright/test'
import { communityAddress } from '../fixtures/running-product/addresses.ts'
import { goneToken, logIn, portal } from './players.ts'
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
  await webkit.sees('Your player card')
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

test('Back into a page of the account that was kept shows nothing after a log-out at a site', async ({
  webkit,
  traffic,
}) => {
  traffic.expected.push(goneToken)
  await logInAsPlayerOne(webkit)
  await webkit.goto(`${communityAddress}/lounge?portal=${portal}`)
  await webkit.sees('PlayerOne')
  await webkit.press('Sign out')
  await webkit.isOn(communityAddress)
  await webkit.back(2)
  await webkit.isOn(`${portal}/login?redirectUrl=%2Faccount`)
  expect(await webkit.run('return document.body.innerText')).not.toContain('PlayerOne')
})
