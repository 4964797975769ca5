import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { consoleRooms, portalRooms, serverRooms, staffRooms, workspaces } from './map.ts'
import { imports, isProduct, isTest, product, root } from './repository.ts'

describe('imports go one way', () => {
  test('between the workspaces', () => {
    const wrong = imports().filter(({ from, to }) => {
      const [here, there] = [topOf(from), topOf(to)]
      if (there === null || here === null || here === there) return false
      if (isTest(from) && ['scripts', 'client', 'contract'].includes(there)) return false
      // The package for sites is tried on what the server sends.
      if (here === 'signin' && isTest(from) && there === 'server') return false
      // The console has the same answers without a browser and in one.
      if (here === 'console' && isTest(from) && there === 'e2e') return false
      return !workspaces[here]?.includes(there)
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['apps/server/src', serverRooms],
    ['apps/server/src/staff', staffRooms],
    ['apps/portal/src', portalRooms],
    ['apps/console/src', consoleRooms],
  ] as const)('between the rooms of %s, each of which has its row in the map', (top, map) => {
    const roomOf = (file: string) => file.slice(top.length + 1).replace(/[/.].*$/, '')
    const isHere = (file: string) => file.startsWith(`${top}/`)
    const names = new Set(product.filter(isHere).map(roomOf))
    expect([...names].filter((name) => !(name in map))).toEqual([])
    const wrong = imports().filter(({ from, to }) => {
      if (!isHere(from) || isTest(from) || !isHere(to)) return false
      const [here, there] = [roomOf(from), roomOf(to)]
      return here !== there && !map[here]?.includes(there)
    })
    expect(wrong).toEqual([])
  })

  test('no two folders import each other', () => {
    const pairs = new Set(
      imports()
        .filter(({ from, to }) => isProduct(from) && !isTest(from) && existsSync(join(root, to)))
        // One file of a room gathers its handlers, and one names the services that they take.
        .filter(({ from }) => !/(?:Calls|Services)\.ts$/.test(from))
        .map(({ from, to }) => [dirname(from), dirname(to)] as const)
        // One file of the contract gathers the rows of its folder.
        .filter(
          ([here, there]) => here !== there && ![here, there].includes('packages/contract/src'),
        )
        .map(([here, there]) => `${here} ${there}`),
    )
    const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').toReversed().join(' ')))
    expect(mutual).toEqual([])
  })

  test('no file of the product imports itself by others, types included', () => {
    const left = Map.groupBy(
      imports().filter(({ from, to }) => isProduct(from) && from !== to),
      ({ from }) => from,
    )
    // A file that imports none of the files that are left, or that none of them imports, is in no circle.
    for (let before = Infinity; left.size < before;) {
      before = left.size
      const imported = new Set([...left.values()].flatMap((own) => own.map(({ to }) => to)))
      for (const [file, own] of left) {
        if (!imported.has(file) || !own.some(({ to }) => left.has(to))) left.delete(file)
      }
    }
    expect([...left.keys()]).toEqual([])
  })

  test('nothing that is shipped imports the samples', () => {
    const wrong = imports().filter(
      ({ from, to }) => isProduct(from) && !isTest(from) && to.startsWith('apps/server/samples/'),
    )
    expect(wrong).toEqual([])
  })

  test('a screen never imports another screen', () => {
    const wrong = imports().filter(({ from, to }) => {
      const [here, there] = [screenOf(from), screenOf(to)]
      return here !== null && there !== null && here !== there
    })
    expect(wrong).toEqual([])
  })

  test('only the root files of the server import its services as a whole', () => {
    const roots = new Set(
      ['start', 'cli', 'app', 'services'].map((name) => `apps/server/src/${name}.ts`),
    )
    const wrong = imports().filter(
      ({ from, to }) => to === 'apps/server/src/services.ts' && !isTest(from) && !roots.has(from),
    )
    expect(wrong.filter(({ from }) => from.startsWith('apps/server/src/'))).toEqual([])
  })

  test('no schema library reaches the browser', () => {
    const wrong = imports().filter(
      ({ from, name, to, isType }) =>
        from.startsWith('apps/portal/src/') &&
        !isType &&
        (name === 'zod' || to.startsWith('packages/contract/src/calls/')),
    )
    expect(wrong).toEqual([])
  })
})

function topOf(file: string): string | null {
  const [top = '', second = ''] = file.split('/')
  const name = top === 'scripts' ? top : second
  return name in workspaces ? name : null
}

function screenOf(file: string): string | null {
  return /^apps\/portal\/src\/screens\/(.+)\//.exec(file)?.[1] ?? null
}
