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

test.each<[Path, Path, boolean, boolean]>([
  [paths.login, paths.confirmEmail, true, true],
  [paths.register, paths.updateEmailRecovery, true, true],
  [paths.login, paths.home, true, false],
  [paths.account, paths.confirmEmail, true, false],
  [paths.login, paths.confirmEmail, false, false],
])(
  '%s, after a page loaded at %s, with a captcha %s, needs a new page: %s',
  (path, loaded, asksCaptcha, needs) => {
    expect(missesCaptcha(routeAt(path), loaded, { asksCaptcha })).toBe(needs)
  },
)
