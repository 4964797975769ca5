import { expect, test } from 'vitest'
import { isEntryPath, isOpenToTags, paths, routeAt } from './routes.ts'

test.each([
  ['/account/reset-password', true],
  ['/steam/link', true],
  ['/steamy', false],
  ['/twitch/callback', true],
  ['/epic-games/unlink', true],
  ['/survey/qualification', true],
  ['/errors', true],
  ['/errors/not-found', true],
  ['/account/logout', true],
  ['/confirm-email', true],
  ['/confirm-email/send', true],
  ['/oauth', true],
  ['/account', false],
  ['/account/newsletter', false],
  ['/login', false],
])('a page load at %s keeps the stored redirect URL: %s (R-4.1-16)', (path, is) => {
  expect(routeAt(path)?.isBusy ?? false).toBe(is)
})

test('entry paths lead a signed-in player to the account (R-4.1-14)', () => {
  expect(Object.values(paths).filter((path) => isEntryPath(path))).toEqual([
    '/',
    '/access-key',
    '/login',
    '/register',
    '/register/confirm',
    '/password-recovery',
    '/password-recovery/sent',
  ])
})

test.each([
  '/login',
  '/access-key',
  '/register',
  '/register/validate',
  '/password-recovery',
  '/password-recovery/reset',
  '/account/reset-password',
  '/account/deletion-request',
  '/oauth',
  '/oauth/partner',
  '/oauth/partner/register',
  '/confirm-email',
  '/unsubscribe',
  '/account/update-email',
  '/account/update-email/confirm',
  '/account/update-email/recovery',
  '/steam/callback',
  '/twitch/callback',
  '/epic-games/callback',
  '/relic/callback',
])('no tag manager starts on %s, which has credentials or tokens', (path) => {
  expect(isOpenToTags(path)).toBe(false)
})

test('the tag manager may start on pages without secrets', () => {
  expect(['/', '/account', '/account/cookies', '/register/confirm'].every(isOpenToTags)).toBe(true)
})
