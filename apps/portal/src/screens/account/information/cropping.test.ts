import { expect, test } from 'vitest'
import { moved, sideOf, startOf, zoomed, zooms, wheelFactor } from './cropping.ts'

const wide = { width: 400, height: 200 }

test('a crop begins as the largest square in the middle', () => {
  expect(startOf(wide)).toEqual({ x: 200, y: 100, zoom: 1 })
  expect(sideOf(wide, startOf(wide))).toBe(200)
})

test('a crop moves by shares of its side and stays in the picture', () => {
  const start = startOf(wide)
  expect(moved(wide, start, 0.25, 0)).toMatchObject({ x: 250, y: 100 })
  expect(moved(wide, start, 9, 9)).toMatchObject({ x: 300, y: 100 })
  expect(moved(wide, start, -9, -9)).toMatchObject({ x: 100, y: 100 })
})

test('a crop zooms between whole and its most, and comes back from the edge', () => {
  const close = zoomed(wide, startOf(wide), 99)
  expect(close.zoom).toBe(zooms.max)
  const corner = moved(wide, close, 99, 99)
  expect(corner).toMatchObject({ x: 375, y: 175 })
  expect(zoomed(wide, corner, 0)).toEqual({ x: 300, y: 100, zoom: 1 })
})

const pixels = (deltaY: number) => wheelFactor({ deltaY, deltaMode: 0 })

test('a trackpad zooms as far as a mouse does, by many small turns', () => {
  const small = Array.from({ length: 50 }, () => pixels(-2)).reduce((all, one) => all * one, 1)
  expect(small).toBeCloseTo(pixels(-100))
  expect(pixels(-100)).toBeCloseTo(zooms.step)
  expect(pixels(-3000)).toBeCloseTo(zooms.step)
  expect(pixels(100) * pixels(-100)).toBeCloseTo(1)
  // Firefox counts in lines.
  expect(wheelFactor({ deltaY: -3, deltaMode: 1 })).toBeGreaterThan(1.05)
})
