import { expect } from '@playwright/test'
import { routes } from '@gatehouse/contract/routes'
import {
  communityAddress,
  portalOf,
  standInAddress,
} from '../fixtures/running-product/addresses.ts'
import { freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import { goneToken, linkTo, logIn, portal, register } from './players.ts'
import { test } from './test.ts'

const account = `${portal}/account`

/** The answer to a wrong password, and to a right one that is not enough. */
const refusedLogIn = /POST .*\/api\/log\/log-in: 400/
/** SHOWCASE names pictures of services that it does not have. */
const noPicture = /GET .*\/medias\/connections\/[\w-]+\.svg: 404/

test('A new player confirms by the mail, logs out, meets a wrong password, and finds the way back', async ({
  webkit,
  mailbox,
  traffic,
}) => {
  traffic.expected.push(refusedLogIn)
  const { username, email } = await register(webkit, mailbox)
  await webkit.press('Log out')
  await webkit.sees('You are logged out.')
  await webkit.goto(`${portal}/login`)
  await logIn(webkit, username, 'Wrong4Password')
  await webkit.sees('That password is not right.')
  await webkit.press('Lost your password?')
  await webkit.fill('Email', email)
  await webkit.press('Send')
  await webkit.isOn(`${portal}/password-recovery/sent`)
  await webkit.goto(await linkTo(mailbox, email, '/password-recovery/reset'))
  await webkit.fill('New password', 'Another4Castle')
  await webkit.fill('Confirm password', 'Another4Castle')
  await webkit.press('Confirm')
  await webkit.sees('Your password is changed.')
  await logIn(webkit, username, 'Another4Castle')
  await webkit.sees('Your player card')
})

test('Every screen of the account opens without a fault, on a desktop and on a phone', async ({
  webkit,
  traffic,
}) => {
  traffic.expected.push(noPicture)
  await webkit.goto(`${portal}/login`)
  await webkit.press('Accept all')
  await logIn(webkit, 'PlayerOne', 'Welcome2Gatehouse')
  await webkit.sees('Your player card')
  const paths = Object.values(routes)
    .filter(({ access, path }) => access === 'player-else-home' && path.startsWith('/account'))
    .map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(10)
  for (const width of [1280, 390]) {
    await webkit.resize(width, 900)
    for (const path of paths) {
      await test.step(`${path} at ${width}`, async () => {
        await webkit.goto(`${portal}${path}`)
        await webkit.shows('#root[data-alive] h1')
        await webkit.isOn(`${portal}${path}`)
        const isWider = 'return document.documentElement.scrollWidth > innerWidth'
        expect(await webkit.run(isWider), 'scrolls sideways').toBe(false)
      })
    }
  }
})

test('A player changes name and address, links a service, adds a second step, logs in by it, and deletes the account', async ({
  webkit,
  mailbox,
  traffic,
}) => {
  traffic.expected.push(noPicture, refusedLogIn)
  const { password, email } = await register(webkit, mailbox)

  const username = freshName('Nx')
  await webkit.goto(`${account}/update-username`)
  await webkit.fill('New username', username)
  await webkit.press('Confirm')
  await webkit.sees('Your player card')
  await webkit.sees(username)

  const address = `next.${email}`
  await webkit.goto(`${account}/update-email`)
  await webkit.fill('New email', address)
  await webkit.fill('Confirm email', address)
  await webkit.press('Confirm')
  await webkit.sees('Check your mailbox')
  await webkit.goto(await linkTo(mailbox, address, '/account/update-email/confirm'))
  await webkit.press('Confirm')
  await webkit.sees('Your email has been successfully updated.')

  const { steam } = freshAccounts()
  await webkit.goto(`${standInAddress}/mailbox`)
  await webkit.addCookie({ name: 'standin_user', value: steam })
  await webkit.goto(`${account}/link-account`)
  await webkit.press('Link Steam')
  await webkit.sees(`Steam player ${steam.slice(-4)}`)
  await webkit.isOn(`${account}/link-account`)

  await webkit.goto(`${account}/security`)
  await webkit.press('Add an authenticator app')
  await webkit.press('Cannot scan it?')
  await webkit.shows('dialog code')
  const key = await webkit.run<string>(`return document.querySelector('dialog code').innerText`)
  const app = new AuthenticatorApp(key)
  await webkit.fill('Code', await app.nextCode())
  await webkit.press('Confirm')
  await webkit.sees('Your recovery codes')
  await webkit.tick('I have stored them')
  await webkit.press('Done')
  await webkit.sees('10 of 10 left')

  await webkit.press('Log out')
  await webkit.sees('You are logged out.')
  await webkit.goto(`${portal}/login`)
  await logIn(webkit, username, password)
  await webkit.sees('One more step')
  await webkit.fill('Code from your authenticator app', await app.nextCode())
  await webkit.sees('Your player card')

  await webkit.goto(`${account}/deletion-request`)
  await webkit.fill('Password', password)
  await webkit.press('Confirm')
  await webkit.press('Skip')
  await webkit.press('Delete')
  await webkit.sees('successfully deleted')
})

test('A site signs a player in, and out', async ({ webkit, traffic }) => {
  traffic.expected.push(goneToken)
  const lounge = `${communityAddress}/lounge`
  await webkit.goto(`${lounge}?portal=${portal}`)
  await webkit.press('Sign in to Lantern Hall with your account')
  await webkit.press('Reject all')
  await logIn(webkit, 'PlayerOne', 'Welcome2Gatehouse')
  await webkit.isOn(lounge)
  await webkit.sees('PlayerOne')
  await webkit.press('Sign out')
  await webkit.isOn(communityAddress)
  await webkit.goto(account)
  await webkit.isOn(`${portal}/login?redirectUrl=%2Faccount`)
})

test('A date of birth is typed, and goes with the form · TWO-POINT-STUDIOS', async ({ webkit }) => {
  await webkit.goto(`${portalOf('TWO-POINT-STUDIOS')}/register`)
  await webkit.press('Reject all')
  await webkit.fill('Date of birth', '20000115')
  const typed = `return [...document.querySelectorAll('input')].map(({ value }) => value)`
  expect(await webkit.run(typed)).toContain('2000-01-15')
})
