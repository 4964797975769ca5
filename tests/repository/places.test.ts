import { describe, expect, test } from 'vitest'
import { environmentNames } from '../../packages/contract/src/environments.ts'
import { code, docs, isTest, list, product, read } from './repository.ts'
import { sourceOf } from './sources.ts'

/* Decisions that stand in few places, and those places. */

describe('decisions stand in their tables', () => {
  test('an environment is named in the table of environments alone', () => {
    const names = new Set(environmentNames.map((name) => name.toLowerCase()))
    const may = new RegExp(environmentNames.join('|'), 'i')
    // The tokens of a theme's own folder.
    const others = new Set(['packages/contract/src/theme/ownThemes.ts'])
    const wrong = product.filter(
      (file) =>
        file !== 'packages/contract/src/environments.ts' &&
        !others.has(file) &&
        !file.startsWith('tests/stand-ins/') &&
        may.test(read(file)) &&
        [...sourceOf(file).texts].some((text) => names.has(text.toLowerCase())),
    )
    expect(wrong).toEqual([])
  })

  test('one function opens sessions', () => {
    const inServer = product.filter((file) => file.startsWith('apps/server/src/'))
    const naming = (pattern: RegExp) => inServer.filter((file) => pattern.test(read(file)))
    expect(naming(/\bsessions\.open\(/)).toEqual(['apps/server/src/auth/session/openSession.ts'])
    expect(naming(/\binsertSession\(/)).toEqual([
      'apps/server/src/auth/session/sessions.ts',
      'apps/server/src/database/auth/sessionStatements.ts',
    ])
  })

  test('the console and its parts write text alone, and no markup', () => {
    const writes = /innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write/i
    const found = code.filter(
      (file) => /^(?:apps\/console|packages\/ui)\//.test(file) && writes.test(read(file)),
    )
    expect(found).toEqual([])
  })

  test('a test in a browser watches requests and answers by one file, which leaves the page before', () => {
    const watches = /\.(?:on|once|addListener|prependListener)\(\s*['"`](?:request|response)/
    const found = code.filter((file) => file.startsWith('tests/e2e/') && watches.test(read(file)))
    // A kept page watches itself from its beginning, to know whether a test leaves it on its way.
    const ofItself = 'tests/e2e/fixtures/stubbed-portal/KeptPage.ts'
    expect(found).toEqual([ofItself, 'tests/e2e/fixtures/traffic.ts'])
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
        'accounts/uploads/ownProcess',
        'staff/acts/orders/longRun',
        'staff/acts/support/findAnywhere',
        'database/migrations/migrate',
        'database/pool/pipelinedReads',
        'database/pool/readiness',
        'database/transactions/inTransaction',
        'database/transactions/repeatOnConflict',
        'federation/connections/resyncConnections',
        'http/drain',
        'http/equalizeTiming',
        'http/floodLimiter',
        'http/registerRoutes',
        'mail/mailRecorder',
        'mail/mailSender',
        'platform/scheduler',
        'pages/playerDocument',
        'start',
      ],
    ],
    [
      'the network',
      /(?<![.\w])fetch\(|^import (?!type\b)[^\n]*'(?:undici|node:(?:dns|http|https|http2|net|tls|dgram)\b)/m,
      [
        'accounts/email/mailDomains',
        'staff/command-line/passOn',
        'database/pool/connectionPolicy',
        'platform/http-client/certificateOf',
        'platform/http-client/egressGuard',
        'platform/http-client/outbound',
        'start',
      ],
    ],
    ['the process environment', /\bprocess\.env\b/, ['cli', 'start']],
  ]
  /** Functions of Node that only compute. */
  const harmless = /^import \{ (?:BlockList|isIP|isIPv6|STATUS_CODES) \} from[^\n]*$/gm

  test.each(sources)('%s', (_, pattern, places) => {
    const found = product.filter(
      (file) =>
        file.startsWith('apps/server/src/') && pattern.test(read(file).replaceAll(harmless, '')),
    )
    expect(found).toEqual(places.map((place) => `apps/server/src/${place}.ts`).toSorted())
  })
})
