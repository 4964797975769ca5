import { expect, test, vi } from 'vitest'
import { createLoading } from './loading.ts'

test('a loading flag is set until its work has ended, well or badly (R-3.14-12, R-3.14-13)', async () => {
  const loading = createLoading()
  const heard = vi.fn<() => void>()
  loading.subscribe(heard)
  const { promise, resolve } = open<string>()
  const linking = loading.during(['linking-callback', 'linking-steam'], () => promise)
  expect([...loading.read()]).toEqual(['linking-callback', 'linking-steam'])
  expect(heard).toHaveBeenCalledTimes(1)
  resolve('linked')
  expect(await linking).toBe('linked')
  expect([...loading.read()]).toEqual([])
  const failing = loading.during(['refreshing-steam'], () => Promise.reject(new Error('no')))
  expect([...loading.read()]).toEqual(['refreshing-steam'])
  await expect(failing).rejects.toThrow('no')
  expect([...loading.read()]).toEqual([])
})

test('a loading flag of two works ends with the last of them', async () => {
  const loading = createLoading()
  const [first, second] = [open<undefined>(), open<undefined>()]
  const works = [first, second].map(({ promise }) =>
    loading.during(['refreshing-twitch'], () => promise),
  )
  first.resolve(undefined)
  await works[0]
  expect(loading.read().has('refreshing-twitch')).toBe(true)
  second.resolve(undefined)
  await works[1]
  expect(loading.read().has('refreshing-twitch')).toBe(false)
})

/** A promise, and the way to resolve it. */
function open<T>() {
  const resolves: ((value: T) => void)[] = []
  const promise = new Promise<T>((resolve) => void resolves.push(resolve))
  return { promise, resolve: (value: T) => resolves.forEach((resolve) => resolve(value)) }
}
