import { expect, test } from 'vitest'
import { code, read } from './repository.ts'

test('the class of an error ends in Error', () => {
  const wrong = code.flatMap((file) =>
    [...read(file).matchAll(/class (\w+) extends (\w*Error)\b/g)]
      .filter(([, name = '']) => !name.endsWith('Error'))
      .map(([, name]) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})
