import { describe, expect, it } from 'vitest'
import { normalizeName } from './normalizeName.ts'

const ada = 'ada@xn--bcher-kva.example'

describe('the key of a name', () => {
  it.each([
    ['Ada', 'ada'],
    ['Ada@Site.Test', 'ada@site.test'],
    ['ada@bücher.example', ada],
    ['ADA@BÜCHER.EXAMPLE', ada],
    ['ada@bu\u0308cher.example', ada],
    ['ada@xn--bcher-kva.example', ada],
    ['ada@XN--BCHER-KVA.example', ada],
    ['ａｄａ＠ｂüｃｈｅｒ．example', ada],
    ['ada@bücher\u3002example', ada],
    ['zo\u0065\u0308@site.test', 'zoë@site.test'],
    ['\u212Aim@site.test', 'kim@site.test'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@ａ.example', 'ada@a.example'],
  ])('of %s is %s (C28)', (name, key) => {
    expect(normalizeName(name)).toBe(key)
    expect(normalizeName(key)).toBe(key)
  })

  it.each([
    'ada@bücher.example/of/another',
    'ada@bücher.example:80',
    'ada@bü%63her.example',
    'ada@bücher.example?at=site.test',
  ])('of %s, which is no address, is not that of an address (C28)', (name) => {
    expect(normalizeName(name)).toBe(name)
  })
})
