import { readConfiguration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { type Path, paths, routeAt } from '@gatehouse/contract/routes'
import { expect, test } from 'vitest'
import { identityProviders } from '../screens/connections/identityProviders.ts'
import { missesCaptcha } from './guard.ts'
import { screenRoutes } from './routes.ts'

test('every path has a screen', () => {
  expect(screenRoutes.map(({ path }) => path)).toEqual(Object.values(paths))
})

test('every path that the side menu may list has a label', () => {
  const listed = screenRoutes.filter(({ path }) => routeAt(path).menu !== undefined)
  expect(listed.filter(({ menuLabel, title }) => (menuLabel ?? title) === null)).toEqual([])
})

test.each(Object.values(identityProviders))('the paths of $title are paths of a linking', (one) => {
  for (const path of [one.link, one.unlink, one.callback]) {
    expect([path, routeAt(path)]).toEqual([
      path,
      expect.objectContaining({ isLinking: true, isBusy: true }),
    ])
  }
})

test.each<[Path, Path, string, boolean]>([
  [paths.login, paths.confirmEmail, 'recaptcha', true],
  [paths.login, paths.confirmEmail, '', true],
  [paths.register, paths.updateEmailRecovery, 'turnstile', true],
  [paths.login, paths.confirmEmail, 'altcha', false],
  [paths.login, paths.home, 'recaptcha', false],
  [paths.account, paths.confirmEmail, 'recaptcha', false],
  [paths.login, paths.confirmEmail, 'none', false],
])(
  '%s, after a page loaded at %s, with the captcha %s, needs a new page: %s',
  (path, loaded, provider, needs) => {
    const configuration = readConfiguration({
      AccountApiUrl: 'https://account.site.test/api',
      CaptchaProvider: provider === 'none' ? '' : provider,
      EnableCaptcha: provider !== 'none',
    })
    const portal = { configuration, rules: rulesOf(configuration) }
    expect(missesCaptcha(routeAt(path), loaded, portal)).toBe(needs)
  },
)
