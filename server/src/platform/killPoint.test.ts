import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { killPoints } from './killPoint.ts'

const root = new URL('../../../', import.meta.url).pathname
const textOf = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const list = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', 'data/**'] })

const product = list('server/src/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
const deaths = list('server/src/**/*.hard.test.ts').map(textOf).join('\n')

describe('kill points', () => {
  it('are each reached in the product, and died at in a test', () => {
    const sources = product.filter((file) => !file.endsWith('killPoint.ts')).map(textOf)
    const all = sources.join('\n')
    expect(killPoints.filter((point) => !all.includes(`reached('${point}')`))).toEqual([])
    expect(killPoints.filter((point) => !deaths.includes(`'${point}'`))).toEqual([])
  })

  it('are listened to by nothing that anybody starts', () => {
    const listening = product.filter((file) => textOf(file).includes('gatehouse:point'))
    expect(listening).toEqual(['server/src/platform/killPoint.ts'])
    expect(textOf('server/src/platform/killPoint.ts')).not.toMatch(/subscribe\(/)
    const starts = [
      ...list('scripts/*.mjs'),
      ...list('*/src/**/*.mjs'),
      ...list('{Dockerfile,*.yml,*.yaml,.github/**/*}'),
      ...list('{package.json,*/package.json}'),
      ...product,
    ]
    expect(starts.filter((file) => /killAtPoint|DIE_AT|--import/.test(textOf(file)))).toEqual([])
  })
})
