import { expect, it } from 'vitest'
import { createReadiness } from './readiness.ts'

it('answers with what it knows while a question waits, and with the truth as soon as it has it (T80)', async () => {
  const answers: ((error?: Error) => void)[] = []
  const isReady = createReadiness(
    () =>
      new Promise<void>((resolve, reject) =>
        answers.push((error) => (error ? reject(error) : resolve())),
      ),
  )
  const first = isReady()
  answers[0]?.()
  expect(await first).toBe(true)
  // The second question has no answer yet.
  expect(await isReady()).toBe(true)
  const failing = isReady()
  answers[1]?.(new Error('timeout'))
  expect(await failing).toBe(false)
  const again = isReady()
  answers[2]?.()
  expect([answers.length, await again]).toEqual([3, true])
})
