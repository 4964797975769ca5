import { expect, test } from 'vitest'
import { skyAt } from './skyAt.ts'

/** Beside the places where they would be hidden. */
const [low, high] = [0.07, 0.93]

test('the sun rises at five, stands highest at one and sets at nine in the evening', () => {
  const ways = [4, 5, 13, 21, 23].map((hour) => skyAt(hour, 'light').way)
  expect(ways).toEqual([low, low, 0.5, high, high])
})

test('the moon rises at five in the afternoon, stands highest at midnight and sets at seven', () => {
  const ways = [16, 17, 0, 7, 11, 12].map((hour) => skyAt(hour, 'dark').way)
  expect(ways).toEqual([low, low, 0.5, high, high, low])
})

test('dawn and dusk are warm, noon and midnight are not', () => {
  const warmths = [6, 19.5, 7, 12, 0].map((hour) => skyAt(hour, 'light').warmth)
  expect(warmths).toEqual([1, 1, 0.5, 0, 0])
})
