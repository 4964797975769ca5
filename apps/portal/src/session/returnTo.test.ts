import type { Client } from '@gatehouse/client/client'
import { carriedBounds } from '@gatehouse/contract/carried'
import { expect, test } from 'vitest'
import { createReturnTo } from './returnTo.ts'
import { createVisit } from './visit.ts'

const accountUrl = 'https://account.site.test'
const api = (() => Promise.resolve(['*.studio.test'])) as Client
const returnTo = createReturnTo(api, accountUrl, createVisit())

test.each([
  ['/account/newsletter', { kind: 'inside', path: '/account/newsletter' }],
  ['/oauth?client_id=c', { kind: 'inside', path: '/oauth?client_id=c' }],
  ['/device?user_code=B', { kind: 'outside', url: `${accountUrl}/device?user_code=B` }],
  ['/devices', { kind: 'inside', path: '/devices' }],
  ['/oidc/interaction/x', { kind: 'outside', url: `${accountUrl}/oidc/interaction/x` }],
  ['/oidcs', { kind: 'inside', path: '/oidcs' }],
  ['https://forum.studio.test/x', { kind: 'outside', url: 'https://forum.studio.test/x' }],
  ['//evil.test/oidc/', null],
  ['/\\evil.test/oidc/', null],
  ['https://evil.test/oidc/', null],
])('the redirect URL %s leads where it may, or nowhere', async (url, destination) => {
  expect(await returnTo.judge(url)).toEqual(destination)
})

test('an allow-list is read past what is no text on it', async () => {
  const list = [null, 7, {}, '*.studio.test']
  const mixed = createReturnTo(
    (() => Promise.resolve(list)) as unknown as Client,
    accountUrl,
    createVisit(),
  )
  expect(await mixed.judge('https://forum.studio.test/x')).not.toBeNull()
  expect(await mixed.judge('https://evil.test/')).toBeNull()
})

test('a path at the bound is followed by the portal, and not sent with an account address that makes it longer', async () => {
  const path = '/account?'.padEnd(carriedBounds.redirectUrl, 'x')
  const visit = createVisit()
  visit.arrive({ redirectUrl: path })
  const own = createReturnTo(api, accountUrl, visit)
  expect(own.redirectUrl()).toBe('')
  expect(await own.take()).toEqual({ kind: 'inside', path })
})
