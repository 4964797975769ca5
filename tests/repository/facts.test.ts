import { describe, expect, test } from 'vitest'
import { avatarBounds } from '../../packages/contract/src/avatarBounds.ts'
import { type ActName, actNames, everyAct } from '../../packages/contract/src/acts/everyAct.ts'
import type { ActRow } from '../../packages/contract/src/acts/act.ts'
import { environmentNames } from '../../packages/contract/src/environments.ts'
import { languages } from '../../packages/contract/src/languages.ts'
import { bounds, lifetimes } from '../../packages/contract/src/limits.ts'
import { citus, daily, nightly, stagesOf } from '../../scripts/stages.mjs'
import { floodCosts } from '../../apps/server/src/http/floodLimiter.ts'
import {
  guessDelay,
  isByAddress,
  type LimitName,
  limits,
  schema,
} from '../../apps/server/src/platform/config/settings.ts'
import { siteClientSchema } from '../../apps/server/src/deployments/client.ts'
import { fieldDescriptions } from '../../apps/server/src/deployments/deploymentFile.ts'
import { seeds } from '../../apps/server/samples/seed.ts'
import { docs, list, read } from './repository.ts'

/* The numbers and lists of the documents, compared with the code that decides them. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const numbers: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen`
      .split(' ')
      .map((word, value) => [word, value]),
  ),
  a: 1,
  an: 1,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
}
const units: Readonly<Record<string, number>> = {
  second: 1,
  minute,
  hour,
  day,
  month: 30 * day,
  year: 365 * day,
}

const numeral = String.raw`\d[\d,.]*\d|\d|${Object.keys(numbers).join('|')}`
const span = `(?:${numeral}) (?:${Object.keys(units).join('|')})s?`

/** The value of 'twelve', '1,024', '7 days', 'an hour'. */
function valueOf(text: string): number {
  const [first = '', unit] = text.toLowerCase().split(' ')
  const count = numbers[first] ?? Number(first.replaceAll(',', ''))
  return unit === undefined ? count : count * (units[unit.replace(/s$/, '')] ?? Number.NaN)
}

/** A sentence, in which # is a number and @ a length of time, and the values from the code. */
type Fact = readonly [sentence: string, ...values: readonly number[]]

const inCode = (file: string, pattern: RegExp) => valueOf(pattern.exec(read(file))?.[1] ?? '')
const setting = (name: keyof typeof schema.shape) => Number(schema.shape[name].parse(undefined))
const keys = 'apps/server/src/oidc/keys/signingKeys.ts'
const outbound = 'apps/server/src/platform/http-client/outbound.ts'
const stuffing = 'apps/server/src/auth/rate-limits/credentialStuffing.ts'
const uploads = 'apps/server/src/accounts/uploads/encodeUpload.ts'
const guesses = limits.wrongPasswords.max + limits.wrongPasswordsWithProof.max

const facts: readonly Fact[] = [
  ['the # environments', environmentNames.length],
  ['each of the # environments', environmentNames.length],
  ['[Ww]ords for each scope in # languages', Object.keys(languages).length],
  ['# strings in # languages', normLength(), Object.keys(languages).length],
  ['argon2id \\(# MiB, # passes\\)', setting('ARGON2_MEMORY_KIB') / 1024, setting('ARGON2_PASSES')],
  ['access token lives @', lifetimes.bearer],
  ['an access token @', lifetimes.bearer],
  ['session lives @', lifetimes.session],
  ['repeated within @', lifetimes.refreshGrace],
  ['Sent again within @', lifetimes.refreshGrace],
  ['used again within @', lifetimes.refreshGrace],
  ['[Cc]ode lives @', lifetimes.oauthCode],
  ['\\| code \\| @', lifetimes.oauthCode],
  ['access token, ID token \\| @', lifetimes.bearer],
  ['the last @ in the same session', lifetimes.reauthentication],
  ['authentication of the last @', lifetimes.reauthentication],
  ['unconfirmed registration goes after @', lifetimes.unconfirmedPlayer],
  ['undo an email change for @', lifetimes.updateEmailRecoveryLink],
  ['user agent go after @', lifetimes.activityAddress],
  ['Former addresses of an account are kept for @', lifetimes.formerAddress],
  ['replay \\(at most @', lifetimes.accountEvent],
  ['keeps events for @', lifetimes.accountEvent],
  ['given up within @', lifetimes.usernameQuarantine],
  ['log-in or visitor, lives @', lifetimes.passkeyChallenge],
  ['changed every @', inCode(keys, /use: (\d+) \* day/) * day],
  ['is kept for @, so that a log-out', inCode(keys, /retired: (\d+) \* day/) * day],
  ['remain valid as hints for @ and grant nothing', inCode(keys, /retired: (\d+) \* day/) * day],
  ['state` has at most # characters', bounds.oauth.state.max],
  ['nonce` #\\.', bounds.oauth.nonce.max],
  ['A password may have # to # characters', bounds.password.min, bounds.password.max],
  ['blocked # players', bounds.blocks.max],
  ['who has at most #', bounds.blocks.max],
  ['Over # changes an hour', limits.blockChanges.max],
  ['it expires; # in @ is the limit', limits.serverTokens.max, limits.serverTokens.seconds],
  ['After #, each costs a wait of at most @', limits.wrongPasswords.max, guessDelay.longest],
  ['a wait of # to @', guessDelay.first, guessDelay.longest],
  ['; after #, an unknown visitor', guesses],
  ['# tries a day are at most # in any 24 hours', guesses, 2 * guesses],
  ['more than # tries in 24 hours', 6 * guesses],
  ['four in five of # or more', inCode(stuffing, /tries: (\d+)/)],
  ['at most # MB and # million pixels', avatarBounds.bytes / 1024 ** 2, avatarBounds.pixels / 1e6],
  ['squares of # and # pixels', ...avatarBounds.sides],
  [
    'for @ and with # MB at most',
    ...[/milliseconds: (\d+)_000/, /megabytes: (\d+)/].map((each) => inCode(uploads, each)),
  ],
  ['# wait, and beyond that the answer is 503', inCode(uploads, /waiting: (\d+)/)],
  [
    'waits # seconds for (?:a|each) lock',
    inCode('apps/server/src/database/migrations/migrate.ts', /lock_timeout = '(\d+)ms'/) / 1000,
  ],
  [
    'in parts of #\\b',
    inCode('apps/server/src/accounts/preferences/mailings.ts', /partSize = (\d+)/),
  ],
  [
    'Players go in by #,',
    inCode('apps/server/src/staff/acts/imports/importActs.ts', /batch = (\d+)/),
  ],
  [
    'at most # texts in # KB',
    ...[/mostEntries = (\d+)/, /mostBytes = (\d+)/].map((each) =>
      inCode('apps/server/src/deployments/readWording.ts', each),
    ),
  ],
  ['One \\[corpus\\]\\S* of # bad addresses and # good', 40, 4],
  [
    'The last # requests',
    inCode('tests/stand-ins/src/platform/standIn.ts', /requestsKept = (\d+)/),
  ],
  ['file or a call #, a page #,', floodCosts.file, floodCosts.page],
  [
    'OpenID provider #, a call that hashes a password or a page of a signed-in player #',
    floodCosts.provider,
    floodCosts.hash,
  ],
  ['may take five seconds and have # kB', inCode(outbound, /maxBytes = (\d+) \* 1024/)],
]

function normLength(): number {
  return Object.keys(JSON.parse(read('apps/portal/src/i18n/norm.json')) as object).length
}

function patternOf(sentence: string): RegExp {
  return new RegExp(sentence.replaceAll('#', `(${numeral})`).replaceAll('@', `(${span})`), 'g')
}

describe('the facts of the documents', () => {
  test.each(facts.map(([sentence, ...values]) => ({ sentence, values })))(
    'hold: $sentence',
    ({ sentence, values }) => {
      const found = docs.flatMap((doc) =>
        [...read(doc).matchAll(patternOf(sentence))].map(([, ...said]) => ({
          doc,
          said: said.map(valueOf),
        })),
      )
      expect(found).not.toEqual([])
      expect(found).toEqual(found.map(({ doc }) => ({ doc, said: values })))
    },
  )
})

const configure = read('docs/operations/configure.md')

/** The rows of the tables below a heading and its own headings, with the names of their first cells. */
function rowsBelow(heading: string) {
  const [, text = ''] = configure.split(`\n${heading}\n`)
  const level = heading.indexOf(' ')
  const [section = ''] = text.split(new RegExp(`\n#{2,${level}} `), 1)
  return [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => {
    const [first = '', ...cells] = row.split(' | ')
    return { names: [...first.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name), cells }
  })
}

const namesBelow = (heading: string) => rowsBelow(heading).flatMap(({ names }) => names)

describe('the guide to the configuration', () => {
  test('has every setting of the server once, with its default', () => {
    const elsewhere = /^(?:STEAM|TWITCH|EPIC|MS|XBOX)_/
    const settings = Object.keys(schema.shape).filter((name) => !elsewhere.test(name))
    const rows = rowsBelow('## Settings').filter(({ names }) => names[0]?.match(/^[A-Z]/))
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(settings.toSorted())
    const wrong = rows.flatMap(({ names, cells: [said = ''] }) =>
      names.filter((name) => {
        const value: unknown =
          schema.shape[name as keyof typeof schema.shape].safeParse(undefined).data
        const shown = typeof value === 'boolean' ? (value ? 'on' : 'off') : value
        const isShown =
          typeof value === 'boolean' ||
          (typeof value === 'number' && name !== 'HASHES_AT_ONCE' && name !== 'HASHES_WAITING')
        return isShown && !said.split(/[ ,`]+/).includes(String(shown))
      }),
    )
    expect(wrong).toEqual([])
  })

  test('has every address of a service that a setting moves', () => {
    const moved = Object.keys(schema.shape).filter((name) =>
      /^(?:STEAM|TWITCH|EPIC|MS|XBOX)_/.test(name),
    )
    expect(moved.filter((name) => !configure.includes(`\`${name}\``))).toEqual([])
  })

  test('has every key of a deployment', () => {
    const named = new Set(namesBelow('## Deployments').map((name) => name.split('.')[0]))
    const missing = Object.keys(fieldDescriptions).filter(
      (name) => !named.has(name) && !configure.includes(`\`${name}\``),
    )
    expect(missing).toEqual([])
  })

  test('has every key of a client once', () => {
    expect(namesBelow('### Clients').toSorted()).toEqual(
      Object.keys(siteClientSchema.shape).toSorted(),
    )
  })

  test('has every rate limit once, with its numbers, and apart those by address', () => {
    const windows: readonly (readonly [string, number])[] = [
      ['a minute', minute],
      ['an hour', hour],
      ['a day', day],
      ['a year', 365 * day],
    ]
    const said = rowsBelow('## Rate limits')
      .filter(({ names: [name = ''] }) => name in limits)
      .flatMap(({ names, cells: [most = ''] }) => {
        const [, maxima = '', window = ''] = /^([\d, ]*\d) (.*)$/.exec(most) ?? []
        const seconds =
          windows.find(([text]) => text === window)?.[1] ?? valueOf(window.replace('in ', ''))
        const each = maxima.split(', ').map((text) => Number(text.replaceAll(',', '')))
        return names.map((name, index) => [name, { max: each[index], seconds }])
      })
    expect(said).toHaveLength(Object.keys(limits).length)
    const expected = Object.entries(limits).map(([name, { max, seconds }]) => [
      name,
      { max, seconds },
    ])
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected))
    const [, changeable = ''] = configure.split('`LIMITS_BY_ADDRESS` changes them:')
    const byAddress = Object.keys(limits).filter((name) => changeable.includes(`\`${name}\``))
    expect(byAddress).toEqual(Object.keys(limits).filter((name) => isByAddress(name as LimitName)))
  })

  test('has the right lifetimes', () => {
    const expected: Readonly<Record<string, number>> = {
      'code of an authorization': lifetimes.oauthCode,
      'flow at a partner or identity provider': lifetimes.pendingFlow,
      'second step of a log-in': lifetimes.secondStep,
      'challenge for a passkey': lifetimes.passkeyChallenge,
      'code of a device': lifetimes.deviceCode,
      're-authentication': lifetimes.reauthentication,
      'key of an authenticator app': lifetimes.authenticatorEnrolment,
      "registration ticket after a partner's page": lifetimes.partnerProof,
      'access token': lifetimes.bearer,
      'recovery link': lifetimes.passwordRecoveryLink,
      'confirmation of a new address': lifetimes.updateEmailLink,
      'confirmation link': lifetimes.confirmationLink,
      'unconfirmed registration': lifetimes.unconfirmedPlayer,
      'undo of an email change': lifetimes.updateEmailRecoveryLink,
      'page that a log-in to a frozen account leads to': lifetimes.linkAtLogIn,
      session: lifetimes.session,
      'link back into a frozen account': lifetimes.unfreezeLink,
      'former address': lifetimes.formerAddress,
      'network address and user agent': lifetimes.activityAddress,
      'removed passkey': lifetimes.removedFactor,
      "entry of an account's ledger": lifetimes.activity,
      'known browser': lifetimes.knownBrowser,
      'unsubscribe link': lifetimes.unsubscribeLink,
    }
    const [, text = ''] = configure.split('\n## Lifetimes\n')
    const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
    const said = Object.keys(expected).map((name) => [
      name,
      rows.filter(([, , what = '']) => what.includes(name)).map(([, lives = '']) => valueOf(lives)),
    ])
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, [value]])),
    )
  })
})

/** The names in the sentence of a guide for operators. */
function namesIn(guide: string, sentence: RegExp): readonly string[] {
  const [, found = ''] = sentence.exec(read(`docs/operations/${guide}.md`)) ?? []
  return [...found.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).toSorted()
}

function actsThat(areThose: (row: ActRow, name: ActName) => boolean): readonly ActName[] {
  return actNames.filter((name) => areThose(everyAct[name], name)).toSorted()
}

describe('the guides to the acts', () => {
  test('list those that need a second person', () => {
    const said = namesIn('console', /^(`players export`.*?) wait for another person/m)
    expect(said).toEqual(actsThat(({ needsApproval }) => needsApproval))
  })

  test('list those that look at a player', () => {
    const said = namesIn('run', /Commands that look at a player \((.*?)\)/)
    const names = said.map((name) => (name.includes(' ') ? name : `players ${name}`))
    expect(names.toSorted()).toEqual(actsThat(({ isSeen }) => isSeen))
  })

  test('list those that change something without a reason', () => {
    const changesNothing = new Set<ActName>(['check', 'theme check', 'support-codes open'])
    expect(namesIn('run', /needs a reason, except (.*)/)).toEqual(
      actsThat(
        ({ kind, needsReason, isConsoleOnly }, name) =>
          kind !== 'look' && !needsReason && !isConsoleOnly && !changesNothing.has(name),
      ),
    )
  })
})

describe('the other guides', () => {
  test('list every sample player', () => {
    const rows = read('docs/start/try.md').matchAll(/^\| `(\S+@\S+)` \| (\w+) \|/gm)
    const listed = [...rows].map(([, email, username]) => ({ email, username }))
    expect(listed).toEqual(seeds.map(({ email, username }) => ({ email, username })))
  })

  test('name only metrics that the server has', () => {
    const sources = list('apps/server/src/**/*.ts').map(read).join('\n')
    const named = list('docs/**/*.md').flatMap(
      (doc) => read(doc).match(/`gatehouse_[a-z]+_[a-z_]+/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(10)
    const network = 'gatehouse_gatehouse'
    const missing = named
      .map((name) => name.slice(1))
      .filter((name) => name !== network && !sources.includes(`'${name}'`))
    expect(missing).toEqual([])
  })

  test('list every stage of the tests', () => {
    const stages = [daily, nightly, citus].flatMap((groups) =>
      Object.keys(groups).flatMap((group) => stagesOf(groups, group).map(([name]) => name)),
    )
    const text = read('docs/testing.md')
    expect(stages).toContain('server')
    expect(stages.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('quote sentences of refused starts that the server says', () => {
    const [, text = ''] = read('docs/operations/troubleshoot.md').split(
      '## Starts that are refused',
    )
    const [section = ''] = text.split('\n## ', 1)
    const quoted = [...section.matchAll(/^\| (`.*`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, sentence = '']) => sentence),
    )
    const sources = list('apps/server/src/**/*.ts').map(read).join('\n').replaceAll('`', '')
    expect(quoted.length).toBeGreaterThan(10)
    expect(quoted.filter((sentence) => !sources.includes(sentence))).toEqual([])
  })

  test('compute the sizes from the figures that they name', () => {
    const text = read('docs/operations/install.md')
    const figures = (pattern: string) => (patternOf(pattern).exec(text) ?? []).slice(1).map(valueOf)
    const [server = 0, database = 0] = [figures('the other #')[0], figures('# ms; the server')[0]]
    const [player = 0, short = 0, long = 0] = figures(
      '# KB a player, # KB a log-in for 60 days, # KB for 180',
    )
    const sizes = text.slice(text.indexOf('## Sizes'))
    const rows = [
      ...sizes.matchAll(
        /^\| ([\d,]+(?: million)?) \| ([\d.,]+) \| ([\d.,]+) \| (\d) × (\d) \| 768 MB \| (\d) \| ([\d,]+) GB \|$/gm,
      ),
    ]
    expect(rows).toHaveLength(4)
    for (const [, players = '', ...cells] of rows) {
      const [mean = 0, peak = 0, servers = 0, cores = 0, ofDatabase = 0, disk = 0] =
        cells.map(valueOf)
      const count =
        valueOf(players.replace(' million', '')) * (players.includes('million') ? 1e6 : 1)
      const logIns = (count * 4) / (30 * day)
      const needed = (2 * count * (player + 8 * short + 24 * long)) / 1e6
      for (const ratio of [mean / logIns, peak / (10 * logIns), disk / needed])
        expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
      expect(servers * cores).toBeGreaterThanOrEqual((2 * peak * server) / 1000)
      expect(ofDatabase).toBeGreaterThanOrEqual((2 * peak * database) / 1000)
    }
  })
})
