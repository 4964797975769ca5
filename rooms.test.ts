import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentNames } from './contract/src/environments.ts'

/*
 * The house rules of CONTRIBUTING.md, read off the folders: a new folder or file is judged without
 * anybody naming it here.
 */

const ignored = ['**/node_modules/**', '**/dist/**', '**/.tsc/**', 'data/**']
const rooms = [
  'contract',
  'client',
  'portal',
  'server',
  'stand-ins',
  'e2e',
  'bench',
  'scripts',
] as const
type Room = (typeof rooms)[number]

const sources = list('**/*.{ts,tsx,mjs,css}')
const code = sources.filter((file) => !file.endsWith('.css'))
const docs = [...list('*.md'), ...list('docs/**/*.md')]
const isTest = (file: string) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file)
const isForTests = (file: string) => isTest(file) || file.includes('/testing/')

describe('imports go one way', () => {
  const mayImport: Record<Room, readonly Room[]> = {
    contract: [],
    client: ['contract'],
    portal: ['contract', 'client'],
    server: ['contract'],
    'stand-ins': ['contract', 'client'],
    e2e: ['contract', 'portal', 'server', 'stand-ins', 'scripts'],
    bench: ['contract', 'portal', 'server', 'stand-ins', 'e2e', 'scripts'],
    scripts: ['contract', 'server'],
  }

  test('between the rooms', () => {
    const wrong = imports().filter(({ from, to }) => {
      const [there, here] = [roomOf(to), roomOf(from)]
      if (there === null || here === null || there === here) return false
      if (['scripts', 'client'].includes(there) && isForTests(from)) return false
      return !mayImport[here].includes(there)
    })
    expect(wrong).toEqual([])
  })

  // From the top of the house down: a layer imports its own and those after it.
  const layers: Partial<Record<Room, readonly (readonly string[])[]>> = {
    portal: [
      ['main', 'prerender'],
      ['gallery'],
      ['app'],
      ['routes'],
      ['screens'],
      ['forms'],
      ['partner-login'],
      ['context'],
      ['consent'],
      ['session'],
      ['ui'],
      ['router', 'storage', 'i18n', 'themes'],
    ],
    server: [['main'], ['app', 'services'], ['handlers'], ['database', 'providers', 'mail', 'sso']],
  }

  test.each(Object.entries(layers))('between the layers of %s', (room, order) => {
    const rankOf = (file: string) => {
      const [, , first = ''] = file.split('/')
      const rank = order.findIndex((layer) => layer.includes(first.replace(/\.tsx?$/, '')))
      return rank === -1 ? null : rank
    }
    const wrong = imports().filter(({ from, to, isType }) => {
      // In the portal types count as imports, too.
      if (isType && room !== 'portal') return false
      if (isTest(from) || roomOf(from) !== room || roomOf(to) !== room) return false
      const [here, there] = [rankOf(from), rankOf(to)]
      return here !== null && there !== null && there < here
    })
    expect(wrong).toEqual([])
  })

  test('a screen never imports another screen', () => {
    const wrong = imports().filter(({ from, to }) => {
      const [here, there] = [screenOf(from), screenOf(to)]
      return here !== null && there !== null && here !== there
    })
    expect(wrong).toEqual([])
  })

  test('no schema library reaches the browser', () => {
    const wrong = imports().filter(
      ({ from, name, to, isType }) =>
        from.startsWith('portal/src/') &&
        !isType &&
        (name === 'zod' || to.startsWith('contract/src/calls/')),
    )
    expect(wrong).toEqual([])
  })
})

describe('files', () => {
  test('have at most 350 lines', () => {
    const long = sources
      .filter((file) => !file.includes('/i18n/'))
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    expect(long.filter(({ lines }) => lines > 350)).toEqual([])
  })

  test('are named for what they are', () => {
    const dumpingGround = /^(utils?|helpers?|common|misc|hooks|shared)$/
    const wrong = list('**/*').filter((file) =>
      file.split('/').some((part) => dumpingGround.test(part.split('.')[0] ?? '')),
    )
    expect(wrong).toEqual([])
  })

  test('that export one value carry its name', () => {
    const wrong = code
      .filter((file) => /^(contract|portal|server|stand-ins)\/src\/|^e2e\//.test(file))
      .flatMap((file) => {
        const names = exportedValues(read(file))
        const [name] = names
        if (isTest(file) || names.length !== 1 || name === undefined) return []
        // `account.ts` in `calls` may call it `accountCalls`.
        const own = fold(basename(file).replace(/\.[a-z]+$/, '')).replace(/s$/, '')
        return fold(name).includes(own) ? [] : [`${file} exports ${name}`]
      })
    expect(wrong).toEqual([])
  })

  test('know an environment by its name only in the table', () => {
    const quoted = new RegExp(`(['"\`])(${environmentNames.join('|')})\\1`)
    const wrong = code.filter(
      (file) =>
        /^(contract|portal|server|stand-ins)\/src\//.test(file) &&
        file !== 'contract/src/environments.ts' &&
        !isForTests(file) &&
        quoted.test(read(file)),
    )
    expect(wrong).toEqual([])
  })

  test('leave nothing for later', () => {
    // Bracketed, so that this file does not find itself.
    const later = /\b(TO[D]O|FIX[M]E)\b/
    const aside = /\b(describe|it|test)\.(on[l]y|sk[i]p)\b/
    const wrong = [...sources, ...docs].filter((file) => {
      const text = read(file)
      return later.test(text) || (isTest(file) && aside.test(text))
    })
    expect(wrong).toEqual([])
  })
})

describe('the server takes from outside', () => {
  /** What a file takes, and the only files that do: services hand it on to all others. */
  const sources: readonly (readonly [string, RegExp, readonly string[]])[] = [
    // How long something took is nothing that expires.
    [
      'the time',
      /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bhrtime\b/,
      ['clock', 'evenTime', 'outbound', 'tracing'],
    ],
    [
      'chance',
      /\brandom(?:Bytes|Int|UUID|Fill\w*)\b[^\n]*'node:crypto'|\bMath\.random\b|\bgetRandomValues\b/,
      ['randomness'],
    ],
    [
      'timers',
      /\bset(?:Timeout|Interval|Immediate)\(|'node:timers/,
      [
        'database/lines',
        'evenTime',
        'housekeeping',
        'linking/resyncConnects',
        'main',
        'onTheBeat',
        'repeatedly',
        'turnOver',
      ],
    ],
    [
      'what the network answers',
      /(?<![.\w])fetch\(|^import (?!type\b)[^\n]*'(?:undici|node:(?:dns|http|https|http2|net|tls|dgram)\b)/m,
      [
        'commands/commandSocket',
        'main',
        'outbound',
        'providers/mailDomains',
        // Its `fetch` is handed to it.
        'providers/oauthClient',
        'publicConnections',
      ],
    ],
    ['its environment', /\bprocess\.env\b/, ['commands/gatehouse', 'main']],
  ]
  /** They ask Node for words and numbers alone. */
  const harmless = /^import \{ (?:isIPv6|STATUS_CODES) \} from[^\n]*$/gm

  test.each(sources)('%s in few places', (_, pattern, places) => {
    const found = code.filter(
      (file) =>
        file.startsWith('server/src/') &&
        !isForTests(file) &&
        pattern.test(read(file).replaceAll(harmless, '')),
    )
    expect(found).toEqual(places.map((place) => `server/src/${place}.ts`))
  })
})

test('the documents name only files that exist', () => {
  const wrong = docs.flatMap((doc) =>
    namedFiles(read(doc))
      .filter((name) => !existsSync(name) && !existsSync(join(dirname(doc), name)))
      .map((name) => `${doc} names ${name}`),
  )
  expect(wrong).toEqual([])
})

function screenOf(file: string): string | null {
  return /^portal\/src\/screens\/(.+)\//.exec(file)?.[1] ?? null
}

interface Import {
  readonly from: string
  readonly name: string
  /** The file in this repository, without a promise that it exists; '' for a package. */
  readonly to: string
  readonly isType: boolean
}

function imports(): Import[] {
  const statement =
    /(?:^|\n)\s*(?:import|export)(?<type>\s+type)?\s[^'"\n;]*?(?:\n[^'";]*?)?['"](?<name>[^'"\n]+)['"]|import\(\s*['"](?<lazy>[^'"]+)['"]/g
  return code.flatMap((from) =>
    [...read(from).matchAll(statement)].map(({ groups = {} }) => {
      const name = groups['name'] ?? groups['lazy'] ?? ''
      return { from, name, to: target(from, name), isType: groups['type'] !== undefined }
    }),
  )
}

function target(from: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  const inside = /^@gatehouse\/([^/]+)\/(.+)$/.exec(name)
  return inside ? `${inside[1]}/src/${inside[2]}.ts` : ''
}

function roomOf(file: string): Room | null {
  return rooms.find((room) => file.startsWith(`${room}/`)) ?? null
}

/** Names of the values, not the types, that a module exports. */
function exportedValues(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:default )?(?:abstract |async )?(?:const|let|function\*?|class) (\w+)/gm,
  )
  return [...declared].map(([, name]) => name ?? '')
}

function fold(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
}

/** What is written as code and looks like a path of ours, and what is linked to. */
function namedFiles(text: string): string[] {
  const written = [
    ...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|mjs|json|css|md|po|ya?ml))`/g),
  ]
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
  return [...written, ...linked].map(([, name]) => name ?? '').filter((name) => name !== '')
}

function list(pattern: string): string[] {
  return globSync(pattern, { cwd: import.meta.dirname, exclude: ignored })
    .map((file) => relative('.', file).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(node_modules|dist|\.tsc)\//.test(file))
    .toSorted()
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}
