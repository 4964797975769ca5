import { isBlockedPath, isLinkingPath } from '@gatehouse/contract/routes'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'
import { identityProviders } from '../screens/connections/identityProviders.ts'

test.each(Object.values(identityProviders))(
  '$title has its screens, and they are for linking',
  (one) => {
    for (const path of [one.link, one.unlink, one.callback]) {
      expect(screens.map((screen) => screen.path)).toContain(path)
      expect([path, isLinkingPath(path), isBlockedPath(path)]).toEqual([path, true, true])
    }
  },
)
