import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentNames } from './contract/src/environments.ts'

/*
 * The house rules of CONTRIBUTING.md: which room may import which, how large a folder may grow, and
 * which words are retired. A room that is in no map fails, so that a new one has to be decided on.
 */

const ignored = ['**/node_modules/**', '**/dist/**', '**/.tsc/**', 'data/**']
const code = list('**/*.{ts,tsx,mjs}')
const docs = [...list('*.md'), ...list('docs/**/*.md')]
const isTest = (file: string) =>
  /\.(test|spec|shots)\.[cm]?[jt]sx?$/.test(file) || /^(e2e|server\/test)\/|\/testing\//.test(file)
const product = code.filter((file) => isProduct(file) && !isTest(file))

/** Which rooms the files of a room may import; types count. */
type ImportMap = Readonly<Record<string, readonly string[]>>

/** The workspaces and folders at the top. */
const workspaces: ImportMap = {
  contract: [],
  client: ['contract'],
  signin: [],
  portal: ['contract', 'client'],
  server: ['contract'],
  'stand-ins': ['contract', 'client', 'signin'],
  e2e: ['contract', 'portal', 'server', 'stand-ins', 'scripts'],
  bench: ['contract', 'portal', 'server', 'stand-ins', 'e2e', 'scripts'],
  scripts: ['contract', 'server'],
  'stock-clients': ['server', 'scripts'],
}

const belowFeatures = ['http', 'mail', 'webhooks', 'tenants', 'words', 'database', 'platform']
const features = ['auth', 'accounts', 'federation', 'oidc', 'site', 'maintenance', 'operators']

/** The rooms of `server/src`; its four root files are rooms of their own. */
const serverRooms: ImportMap = {
  main: ['app', 'services', ...features, ...belowFeatures],
  cli: ['app', 'services', ...features, ...belowFeatures],
  app: ['services', ...features, ...belowFeatures],
  services: [...features, ...belowFeatures],
  operators: ['auth', 'accounts', 'oidc', 'maintenance', ...belowFeatures],
  maintenance: ['auth', 'accounts', 'oidc', ...belowFeatures],
  oidc: ['auth', 'accounts', ...belowFeatures],
  federation: ['auth', 'accounts', ...belowFeatures],
  accounts: ['auth', ...belowFeatures],
  auth: belowFeatures,
  site: belowFeatures,
  http: ['tenants', 'database', 'platform'],
  mail: ['tenants', 'words', 'database', 'platform'],
  webhooks: ['tenants', 'database', 'platform'],
  tenants: ['words', 'database', 'platform'],
  words: [],
  database: ['platform'],
  platform: [],
}

const portalOrder = [
  'main',
  'prerender',
  'gallery',
  'app',
  'routes',
  'screens',
  'forms',
  'partner-login',
  'context',
  'consent',
  'session',
  'ui',
]
const portalBottom = ['router', 'storage', 'i18n', 'themes']

/** The rooms of `portal/src`, from the top down: each may import those after it. */
const portalRooms: ImportMap = Object.fromEntries([
  ...portalOrder.map((room, index) => [room, [...portalOrder.slice(index + 1), ...portalBottom]]),
  ...[...portalBottom, 'po'].map((room) => [room, []]),
])

describe('imports go one way', () => {
  test('between the workspaces', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [topOf(from), topOf(to)]
      if (there === null || here === null || here === there) return false
      if (isTest(from) && ['scripts', 'client', 'contract'].includes(there)) return false
      return !workspaces[here]?.includes(there)
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['server', serverRooms],
    ['portal', portalRooms],
  ] as const)('between the rooms of the %s, each of which has its row in the map', (room, map) => {
    const ofRoom = imports.filter(({ from }) => from.startsWith(`${room}/src/`) && !isTest(from))
    const names = new Set(
      product.filter((file) => file.startsWith(`${room}/src/`)).map((file) => innerRoomOf(file)),
    )
    expect([...names].filter((name) => !(name in map))).toEqual([])
    const wrong = ofRoom.filter(({ from, to }) => {
      if (!to.startsWith(`${room}/src/`)) return false
      const [here, there] = [innerRoomOf(from), innerRoomOf(to)]
      return here !== there && !map[here]?.includes(there)
    })
    expect(wrong).toEqual([])
  })

  test('no two folders import each other', () => {
    const pairs = new Set(
      imports
        .filter(({ from, to }) => isProduct(from) && !isTest(from) && existsSync(to))
        .map(({ from, to }) => [dirname(from), dirname(to)] as const)
        // One file of the contract gathers the rows of its folder.
        .filter(([here, there]) => here !== there && ![here, there].includes('contract/src'))
        .map(([here, there]) => `${here} ${there}`),
    )
    const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').toReversed().join(' ')))
    expect(mutual).toEqual([])
  })

  test('a screen never imports another screen', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [screenOf(from), screenOf(to)]
      return here !== null && there !== null && here !== there
    })
    expect(wrong).toEqual([])
  })

  test('only the root files of the server import its services as a whole', () => {
    const roots = new Set(['main', 'cli', 'app', 'services'].map((name) => `server/src/${name}.ts`))
    const wrong = imports.filter(
      ({ from, to }) => to === 'server/src/services.ts' && !isTest(from) && !roots.has(from),
    )
    expect(wrong.filter(({ from }) => from.startsWith('server/src/'))).toEqual([])
  })

  test('no schema library reaches the browser', () => {
    const wrong = imports.filter(
      ({ from, name, to, isType }) =>
        from.startsWith('portal/src/') &&
        !isType &&
        (name === 'zod' || to.startsWith('contract/src/calls/')),
    )
    expect(wrong).toEqual([])
  })
})

describe('folders', () => {
  test('the root of the server holds its four files and rooms', () => {
    expect(list('server/src/*.ts')).toEqual(
      ['app', 'cli', 'main', 'services'].map((name) => `server/src/${name}.ts`),
    )
  })

  test('hold at most 25 files beside their tests', () => {
    const sources = code.filter((file) => !/\.(test|spec)\./.test(file))
    const grown = [...Map.groupBy(sources, (file) => dirname(file))]
      .filter(([, files]) => files.length > 25)
      .map(([folder, files]) => `${folder}: ${files.length}`)
    expect(grown).toEqual([])
  })

  test('lie at most three levels below their room', () => {
    const deep = product.filter((file) => {
      const [, , ...path] = file.split('/')
      return path.length > 5
    })
    expect(deep).toEqual([])
  })

  test('are named for what they hold', () => {
    const dumpingGround = /^(utils?|helpers?|common|misc|hooks|shared)$/
    const wrong = list('**/*').filter((file) =>
      file.split('/').some((part) => dumpingGround.test(part.split('.')[0] ?? '')),
    )
    expect(wrong).toEqual([])
  })

  test('hold no small file that one file beside it alone imports', () => {
    const importers = Map.groupBy(
      imports.filter(({ from }) => !isTest(from)),
      ({ to }) => to,
    )
    const wrong = product.filter((file) => {
      const from = new Set(importers.get(file)?.map((each) => each.from))
      const [only] = from
      const isTested = existsSync(file.replace(/\.tsx?$/, '.test.ts'))
      return from.size === 1 && isBeside(only ?? '', file) && linesOf(file) < 15 && !isTested
    })
    expect(wrong).toEqual([])
  })
})

describe('decisions stand in their tables', () => {
  test('an environment is named in the table of environments alone', () => {
    const quoted = new RegExp(`(['"\`])(${environmentNames.join('|')})\\1`, 'i')
    // The tokens of a theme's own folder.
    const others = new Set(['contract/src/theme/ownThemes.ts'])
    const wrong = product.filter(
      (file) =>
        file !== 'contract/src/environments.ts' &&
        !others.has(file) &&
        !file.startsWith('stand-ins/') &&
        quoted.test(bare(read(file))),
    )
    expect(wrong).toEqual([])
  })

  test('one door opens sessions', () => {
    const inServer = product.filter((file) => file.startsWith('server/src/'))
    const naming = (pattern: RegExp) => inServer.filter((file) => pattern.test(read(file)))
    expect(naming(/\bsessions\.open\(/)).toEqual(['server/src/auth/session/enter.ts'])
    expect(naming(/\binsertSession\(/)).toEqual([
      'server/src/auth/session/sessions.ts',
      'server/src/database/auth/sessions.ts',
    ])
  })

  test('nothing is left for later, and no test is left out', () => {
    // Bracketed, so that this file does not find itself.
    const later = /\b(TO[D]O|FIX[M]E)\b/
    const leftOut = /\b(describe|it|test)\.(on[l]y|sk[i]p)\b/
    const wrong = [...code, ...list('**/*.css'), ...docs].filter((file) => {
      const text = read(file)
      return later.test(text) || (isTest(file) && leftOut.test(text))
    })
    expect(wrong).toEqual([])
  })
})

describe('the server reaches the outside in few files', () => {
  const sources: readonly (readonly [string, RegExp, readonly string[]])[] = [
    // Durations are no times: nothing expires by them.
    [
      'the clock',
      /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bhrtime\b/,
      [
        'http/equalizeTiming',
        'platform/clock',
        'platform/http-client/outbound',
        'platform/observability/tracing',
      ],
    ],
    [
      'randomness',
      /\brandom(?:Bytes|Int|UUID|Fill\w*)\b[^\n]*'node:crypto'|\bMath\.random\b|\bgetRandomValues\b/,
      ['platform/crypto/random'],
    ],
    [
      'timers',
      /\bset(?:Timeout|Interval|Immediate)\(|'node:timers/,
      [
        'accounts/uploads/decodingProcess',
        'database/connection/inTransaction',
        'database/connection/pipelinedReads',
        'database/connection/readiness',
        'database/connection/runMigrations',
        'database/jobs/relay',
        'federation/connections/resyncConnections',
        'http/drain',
        'http/equalizeTiming',
        'http/registerRoutes',
        'main',
        'platform/repeatEvery',
        'site/playerAnswers',
        'site/servePortal',
      ],
    ],
    [
      'the network',
      /(?<![.\w])fetch\(|^import (?!type\b)[^\n]*'(?:undici|node:(?:dns|http|https|http2|net|tls|dgram)\b)/m,
      [
        'accounts/email-checks/mailDomains',
        'database/connection/reachPostgres',
        // Its `fetch` is handed in.
        'federation/providers/oauthClient',
        'main',
        'operators/commandSocket',
        'platform/http-client/egressGuard',
        'platform/http-client/outbound',
      ],
    ],
    ['the process environment', /\bprocess\.env\b/, ['cli', 'main']],
  ]
  /** Functions of Node that only compute. */
  const harmless = /^import \{ (?:BlockList|isIPv6|STATUS_CODES) \} from[^\n]*$/gm

  test.each(sources)('%s', (_, pattern, places) => {
    const found = product.filter(
      (file) => file.startsWith('server/src/') && pattern.test(read(file).replaceAll(harmless, '')),
    )
    expect(found).toEqual(places.map((place) => `server/src/${place}.ts`))
  })
})

describe('words', () => {
  // Spelled apart, so that this list does not name itself.
  const retired = new Set(
    `beat thrift twin twins stranger strangers settle settles fault faults anew painted painter
     whoever nobody somebody tells told plant plants planted cannon arena crowd victim victims
     departure departures surroundings breakdown apology`.split(/\s+/),
  )
  const phrases = /keep_?house|turn_?over|short_?memory|beside_?others/i
  const isRetired = (name: string) =>
    phrases.test(name) || wordsIn(name).some((word) => retired.has(word))

  test('no identifier has a retired word', () => {
    // This list, and the texts of mails.
    const wrong = code
      .filter((file) => file !== 'rooms.test.ts' && !file.startsWith('server/src/words/'))
      .flatMap((file) =>
        [...new Set(identifiersIn(read(file), file.endsWith('.tsx')))]
          .filter(
            (name) =>
              isRetired(name) ||
              (!file.startsWith('e2e/journeys/') && wordsIn(name).includes('journey')),
          )
          .map((name) => `${file}: ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('no file name has a retired word', () => {
    const wrong = list('**/*').filter(
      (file) => /\.(tsx?|mjs|css|md)$/.test(file) && isRetired(basename(file)),
    )
    expect(wrong).toEqual([])
  })

  test('no test title has a retired word', () => {
    const title =
      /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g
    const wrong = code.filter(isTest).flatMap((file) =>
      [...read(file).matchAll(title)]
        .map(([, , text = '']) => text)
        .filter((text) => text.split(/[^a-z]+/i).some((word) => retired.has(word.toLowerCase())))
        .map((text) => `${file}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('no heading of a document has a retired word', () => {
    const wrong = docs.flatMap((doc) =>
      [...read(doc).matchAll(/^#+ (.+)$/gm)]
        .map(([, text = '']) => text)
        .filter((text) => text.split(/[^a-z]+/i).some((word) => retired.has(word.toLowerCase())))
        .map((text) => `${doc}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('the class of an error ends in Error', () => {
    const wrong = code.flatMap((file) =>
      [...read(file).matchAll(/class (\w+) extends (\w*Error)\b/g)]
        .filter(([, name = '']) => !name.endsWith('Error'))
        .map(([, name]) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the documents', () => {
  test('name only files that exist', () => {
    const wrong = docs.flatMap((doc) =>
      namedFiles(read(doc))
        .filter((name) => !existsSync(name) && !existsSync(join(dirname(doc), name)))
        .map((name) => `${doc} names ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('name only symbols that their files declare', () => {
    const wrong = docs.flatMap((doc) =>
      [...read(doc).matchAll(/\]\(([^)#:\s]+\.(?:tsx?|mjs))#([\w$]+)\)/g)].flatMap(
        ([, file = '', symbol = '']) => {
          const path = join(dirname(doc), file)
          const isDeclared = existsSync(path) && new RegExp(`\\b${symbol}\\b`).test(read(path))
          return isDeclared ? [] : [`${doc} names ${file}#${symbol}`]
        },
      ),
    )
    expect(wrong).toEqual([])
  })
})

interface Import {
  readonly from: string
  readonly name: string
  /** The file in this repository, without a promise that it exists; '' for a package. */
  readonly to: string
  readonly isType: boolean
}

const imports: readonly Import[] = code.flatMap((from) => {
  const statement =
    /(?:^|\n)\s*(?:import|export)(?<type>\s+type)?\s[^'"\n;]*?(?:\n[^'";]*?)?['"](?<name>[^'"\n]+)['"]|import\(\s*['"](?<lazy>[^'"]+)['"]/g
  return [...read(from).matchAll(statement)].map(({ groups = {} }) => {
    const name = groups['name'] ?? groups['lazy'] ?? ''
    return { from, name, to: target(from, name), isType: groups['type'] !== undefined }
  })
})

function target(from: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(from), name)).replaceAll('\\', '/')
  const inside = /^@gatehouse\/([^/]+)\/(.+)$/.exec(name)
  return inside ? `${inside[1]}/src/${inside[2]}.ts` : ''
}

function isProduct(file: string): boolean {
  return /^(contract|client|portal|server|signin|stand-ins)\/src\//.test(file)
}

function topOf(file: string): string | null {
  const [top = ''] = file.split('/')
  return top in workspaces ? top : null
}

function screenOf(file: string): string | null {
  return /^portal\/src\/screens\/(.+)\//.exec(file)?.[1] ?? null
}

/** `readProfile` becomes 'read' and 'profile'. */
function wordsIn(name: string): readonly string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

/** The room below `src`; a file of the root is a room of its own. */
function innerRoomOf(file: string): string {
  return (file.split('/')[2] ?? '').replace(/\..*$/, '')
}

function isBeside(file: string, other: string): boolean {
  return dirname(file) === dirname(other)
}

function linesOf(file: string): number {
  return read(file).split('\n').length - 1
}

/** A source without its comments and imports. */
function bare(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<![:'"`\\])\/\/[^\n]*/g, '')
    .replaceAll(/(?:from |import\()\s*(['"])[^'"\n]+\1/g, '')
}

/** The identifiers of a source: its words outside of comments, strings, patterns and JSX text. */
function identifiersIn(text: string, isJsx: boolean): readonly string[] {
  const names = bare(text)
    .replaceAll(
      /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g,
      (quoted) => [...quoted.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    )
    .replaceAll(/(?<=[>}])[^<>{}=;()]*(?=[<{])/g, (between) => (isJsx ? '' : between))
    .replaceAll(/\/(?:\\.|\[[^\]]*\]|[^/\n\\ ])+\/[a-z]*/g, '')
  return names.match(/[A-Za-z_$][\w$]*/g) ?? []
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
