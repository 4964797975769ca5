import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { openapi } from '../../apps/server/src/http/openapi.ts'
import { product, read } from './repository.ts'
import { sourceOf } from './sources.ts'

/** Expressions that long text could slow down, and who writes what they read. */
const harmless: Readonly<Record<string, string>> = {
  'packages/contract/src/theme/tokenColours.ts': 'our themes, and the deployment file at the start',
  'apps/portal/src/app/createPortal.ts': 'an address of the configuration',
  'apps/portal/src/screens/survey/Survey.tsx': 'an address of the configuration',
  'apps/portal/src/screens/unsubscribe/Unsubscribe.tsx': 'an address of the configuration',
  'apps/portal/src/session/createApi.ts': 'an address of the configuration',
  'apps/portal/src/session/siteUrls.ts': 'an address of the configuration',
  'apps/server/src/http/cors.ts': 'our own header',
  'apps/server/src/mail/mailer.ts': 'a setting',
  'apps/server/src/oidc/provider/claimsOf.ts': 'an address of the configuration',
  'apps/server/src/platform/config/databaseHosts.ts': 'a setting',
  'apps/server/src/platform/config/settings.ts': 'a setting',
  // It ends at the first question mark: an address has no line break.
  'apps/server/src/pages/errorPage.ts': 'the address of a request',
}

/** Expressions that are made of values are judged by their readers. */
const made: Readonly<Record<string, string>> = {
  'apps/server/src/auth/password/foreignHash.ts': 'made of constants, anchored at both ends',
  'apps/server/src/database/operations/erasePlayer.ts':
    'escaped words; the text has 1,000 characters',
  'apps/server/src/http/negotiateLanguage.ts': 'made of constants, without nested repetition',
  'apps/server/src/oidc/interactions/syncProviderSession.ts': 'made of constants, anchored',
  'apps/player-import/firebase.ts': "the operator's file",
}

const shipped = product.filter((file) => !file.startsWith('tests/stand-ins/'))

test('no regular expression can be made slow by a visitor (L07)', () => {
  const found = [
    ...shipped.flatMap((file) => sourceOf(file).regexes.map((regex) => ({ file, ...regex }))),
    ...patternsIn(openapi()).map((source) => ({ file: 'schemas', source, flags: 'u' })),
  ]
  expect(found.length).toBeGreaterThan(200)
  const slow = found.filter((regex) => analyse(regex).reports.length > 0).map(({ file }) => file)
  expect([...new Set(slow)].toSorted()).toEqual(Object.keys(harmless).toSorted())
})

test('expressions are made of values in few files (L07)', () => {
  const making = shipped.filter((file) => /\bRegExp\((?!\s*['"/])/.test(read(file)))
  expect(making).toEqual(Object.keys(made).toSorted())
})

function patternsIn(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return []
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}
