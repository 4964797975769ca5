import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errors } from '../../packages/contract/src/errors.ts'
import {
  camelCase,
  identityProviderNames,
} from '../../packages/contract/src/identityProviderNames.ts'
import { identityProviderOf } from '../../packages/contract/src/identityProviderRow.ts'
import type { IdentityProviderName } from '../../packages/contract/src/identityProviders.ts'
import { list, read, root } from './repository.ts'

/* A service that players link is one row, one folder of the server, one stand-in and one icon. */

/**
 * The names that the specification pins to a service: those on the wire, and those of their stored
 * columns.
 */
const pinnedWords = [
  ...Object.keys(errors),
  'SteamConnectUserInfo',
  'EpicConnectUserInfo',
  'SteamCheck',
  'steam_check',
  'SteamId',
  'steamId',
  'steam_id',
  'IdSteam',
  'Reviews_Steam',
  // RELIC links Steam by its partner's service: a rule and two calls.
  'steamLink',
  'partnerSteamLinkUrl',
  'steamRelicCallback',
  // The table keeps the nonces of Steam's assertions.
  'steam_nonces',
  'SteamNonceRow',
].toSorted((one, other) => other.length - one.length)

/** Files that act on what the specification pins to a service. */
const pinnedFiles = [
  // RELIC hides Twitch and Epic Games, and links Steam by its partner's service.
  'packages/contract/src/environments.ts',
  'packages/contract/src/calls/partners.ts',
  'apps/portal/src/screens/connections/LinkingScreens.tsx',
  // Partners prove accounts of Steam and Epic Games.
  'apps/server/src/federation/partners/',
  'apps/server/src/federation/partner-protocol/',
  'tests/stand-ins/src/partners/',
  // The publisher's redeemer links Steam, too.
  'tests/stand-ins/src/providers/epic/redeemer.ts',
  // Epic Online Services takes our tokens, which is no sign-in with Epic Games.
  'tests/stand-ins/src/platforms/',
  // The support reads the portal's words for refusals.
  'apps/server/src/words/refusals.gen.json',
  // Passwords are made of what their owners play.
  'packages/contract/src/commonPasswords.ts',
  // Only a player with Steam can be rewarded for the survey, and it asks about Twitch.
  'packages/contract/src/survey.ts',
  'apps/portal/src/screens/survey/',
  'apps/server/src/accounts/preferences/sendQualificationSurvey.ts',
  // The wire says of a player whether Steam is linked.
  'apps/server/src/database/federation/connectionStatements.ts',
  // A sample deployment, and the scanner's values.
  'deploy/sample.env',
  'scripts/scans/',
]

const files = list([
  '{packages/{contract,client},apps/{portal,server}}/**/*',
  '{tests/stand-ins,scripts,deploy}/**/*',
]).filter(
  (file) =>
    /\.(tsx?|mjs|json|css|html|env|ya?ml)$/.test(file) &&
    !/\.test\.\w+$|\/(?:testing|test|deployments|samples)\/|package\.json$/.test(file),
)

/** A file without the words that the specification pins. */
const texts = new Map(
  files.map((file) => [
    file,
    pinnedWords.reduce((rest, word) => rest.replaceAll(word, ''), read(file)),
  ]),
)

function filesNaming(name: IdentityProviderName): readonly string[] {
  const { title, standIn = name } = identityProviderOf(name)
  const spellings = [name, camelCase(name), title, standIn, name.replaceAll('-', '_')]
  const pattern = new RegExp(spellings.join('|'), 'i')
  return files.filter((file) => pattern.test(texts.get(file) ?? ''))
}

describe.each(identityProviderNames)('%s', (name) => {
  const { standIn = name } = identityProviderOf(name)
  const own = {
    row: 'packages/contract/src/identityProviders.ts',
    server: `apps/server/src/federation/providers/${name}/`,
    standIn: `tests/stand-ins/src/providers/${standIn}/`,
    icon: `apps/portal/src/forms/services/icons/${name}.ts`,
    words: 'apps/portal/src/i18n/',
  }

  test('has a maker in the server, a stand-in and an icon', () => {
    const made = [`${own.server}${name}.ts`, `${own.standIn}${standIn}.ts`, own.icon]
    expect(made.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('is named in its own files alone, and where the specification pins it', () => {
    const known = [...Object.values(own), ...pinnedFiles]
    const others = filesNaming(name).filter((file) => !known.some((one) => file.startsWith(one)))
    expect(others).toEqual([])
  })
})

test('every pinned file still names a service', () => {
  const naming = identityProviderNames.flatMap(filesNaming)
  const idle = pinnedFiles.filter((pinned) => !naming.some((file) => file.startsWith(pinned)))
  expect(idle).toEqual([])
})
