import { expect, test } from 'vitest'
import { createConsoleRouter } from '../router.tsx'
import { screenIn } from './screenIn.ts'

test('every screen of the console has a name in reports of failures, without what is in its address', () => {
  const addresses = Object.keys(createConsoleRouter().routesByPath).map((path) =>
    path.replace('/$place', '/prod').replaceAll(/\$\w*/g, '12'),
  )
  expect(addresses.length).toBeGreaterThan(20)
  const names = addresses.map(screenIn)
  expect(names).not.toContain('other')
  expect(names.filter((name) => /prod|12/.test(name))).toEqual([])
  expect(screenIn('/prod/nowhere')).toBe('other')
})
