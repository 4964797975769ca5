import { isBlockedPath, isLinkingPath } from '@gatehouse/contract/paths'
import { expect, test } from 'vitest'
import { screens } from '../app/screens.ts'
import { platforms } from './platforms.ts'

test.each(Object.values(platforms))('$title has its screens, and they are for linking', (one) => {
  for (const path of [one.link, one.unlink, one.callback]) {
    expect(screens.map((screen) => screen.path)).toContain(path)
    expect([path, isLinkingPath(path), isBlockedPath(path)]).toEqual([path, true, true])
  }
})
