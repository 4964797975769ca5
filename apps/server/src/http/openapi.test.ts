import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../../test/fixtures/isThorough.ts'
import { openCall } from '../../test/fixtures/openCall.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../test/fixtures/samples/samplePlayers.ts'
import { plainValues, sampleRequest } from '../../test/fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'
import { openapi } from './openapi.ts'
import { routeOf } from './registerRoutes.ts'

/* The fields that the documentation calls required are those without which the server refuses. */

interface Schema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
}
interface Operation {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { schema: Schema } } }
}

interface Input {
  readonly part: 'query' | 'body'
  readonly name: string
  readonly isRequired: boolean
}

const document = openapi() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

function operationOf(call: CallName): Operation {
  const path = routeOf(call).replaceAll(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[calls[call].method.toLowerCase()]
  if (!operation) throw new Error(`${call} is not documented.`)
  return operation
}

function inputsOf(call: CallName): readonly Input[] {
  const { parameters, requestBody } = operationOf(call)
  const { properties = {}, required = [] } = requestBody?.content['application/json'].schema ?? {}
  return [
    ...parameters.flatMap(({ name, in: place, required: isRequired }) =>
      place === 'query' ? [{ part: 'query' as const, name, isRequired }] : [],
    ),
    ...Object.keys(properties).map((name) => ({
      part: 'body' as const,
      name,
      isRequired: required.includes(name),
    })),
  ]
}

const survey = {
  Age: 4,
  Gender: 3,
  Country: 'france',
  DevType: 6,
  FavoriteFeatures: ['Forums'],
  SocialNetworks: ['Discord'],
  OtherSocialNetworks: '',
  Gameinformationources: ['Wikis'],
  OtherGameinformationources: '',
  Influencers: '',
  HasInfluencers: false,
  GamingWebsites: ['IGN'],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: 1,
  Reviews_Influencers: 2,
  Reviews_Steam: 4,
  OtherStudios: '',
  HasOtherStudios: false,
  SteamId: '',
}

/** Inputs that only come together. */
const pairs: Readonly<Record<string, string>> = {
  code_challenge: 'code_challenge_method',
  code_challenge_method: 'code_challenge',
}
/** A player without a password has none to show. */
const ofSomePlayers = new Set(['deleteUser: body Password'])

let app: TestApp
let count = 0
let player: TestVisitor
let username: string
/** True if a call may have changed the player, or ended its session. */
let isSpent = true

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

/** Values that a call takes; where nothing is said here, a meaningless one of the type. */
function valuesOf(call: CallName, username: string): Readonly<Record<string, unknown>> {
  const provider = /^(steam|twitch|epicGames|gamePass)(Auth|Callback)$/.exec(call)?.[1] ?? 'steam'
  const slug = { epicGames: 'epic-games', gamePass: 'game-pass' }[provider] ?? provider
  const email =
    call === 'deleteUser' ? `${username.toLowerCase()}@site.test` : `n${count}@site.test`
  const isNew = ['registerNewUser', 'resetPassword', 'validatePasswordRecovery'].includes(call)
  const password = isNew ? 'Another7Horses' : samplePassword
  return {
    ...registerForm({ Username: `New${count}`, Email: email, Password: password }),
    email: `${username.toLowerCase()}@site.test`,
    OldPassword: samplePassword,
    Confirm: password,
    UsernameOrEmail: username,
    callbackPath: `/${slug}/callback`,
    CallbackPath: `/${slug}/callback`,
    redirectUrl: 'http://localhost:4001/community',
    RedirectUrl: '',
    Id_DeletionType: 1,
    action: 'login',
    Source: '',
    Language: 'fr',
    kind: 'changes',
    before: '5',
    Name: call === 'chooseAvatar' ? '' : 'Laptop',
    IsAccepted: true,
    Id_Cookie: 2,
    client_id: 'community',
    redirect_uri: 'http://localhost:4001/community/callback',
    response_type: 'code',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    ...(call === 'sendQualificationSurvey' ? survey : {}),
    prompt: 'none',
    max_age: '60',
    acr_values: '1',
    ui_locales: 'en',
    login_hint: username,
  }
}

interface Answer {
  readonly isRefused: boolean
  /** Each error with its place. */
  readonly errors: ReadonlySet<string>
}

/** Sends a call with every documented input but one, by a player whom no call has changed. */
async function sendWithout(call: CallName, left: Input | null): Promise<Answer> {
  count += 1
  if (isSpent) {
    username = `Reader${count}`
    player = await signedInPlayer(app, registerForm({ Username: username }))
  }
  const { Id_User: userId } = await player.readToken()
  const values = valuesOf(call, username)
  const partOf = (part: Input['part']) => {
    const plain = plainValues(call, part)
    const inputs = inputsOf(call).filter((input) => input.part === part)
    const given = inputs.map(({ name }) => [name, values[name] ?? plain[name] ?? 'x'] as const)
    const out = left?.part === part ? [left.name, pairs[left.name]] : []
    const kept = given.filter(([name]) => !out.includes(name))
    return Object.fromEntries(kept)
  }
  const close = openCall(player.deployment, call)
  const [query, body] = [partOf('query'), partOf('body')]
  const { statusCode, body: text } = await player.send(sampleRequest(call, { userId, query, body }))
  close()
  isSpent = statusCode !== 400
  const { ErrorMessages = [] } =
    statusCode === 400
      ? (JSON.parse(text) as { ErrorMessages: { Property: string; ErrorMessage: string }[] })
      : {}
  const errors = ErrorMessages.map(({ Property, ErrorMessage }) => `${ErrorMessage}@${Property}`)
  // The art of cards is in the built portal, which is not here.
  const needsPortal = call === 'makePlayerCard' && statusCode === 503
  if (statusCode >= 500 && !needsPortal) throw new Error(`${call} failed: ${text}`)
  return { isRefused: statusCode >= 400, errors: new Set(errors) }
}

describe('the OpenAPI document', () => {
  it('names the inputs of calls that take any name', () => {
    const names = inputsOf('authorize').map(({ name, isRequired }) => [name, isRequired] as const)
    expect(names.filter(([, isRequired]) => isRequired).map(([name]) => name)).toEqual([
      'client_id',
      'redirect_uri',
      'state',
    ])
    expect(names.map(([name]) => name)).toContain('code_challenge')
    expect(inputsOf('steamCallback').map(({ name }) => name)).toContain('openid.sig')
    expect(operationOf('twitchAuth').parameters).toMatchObject([
      { name: 'callbackPath', in: 'query', required: true },
    ])
  })

  it('calls required what the server refuses when it is left out, and nothing else', async () => {
    const wrong: string[] = []
    let accepted = 0
    for (const call of isThorough ? callNames : callNames.filter((_, at) => at % 3 === 0)) {
      const inputs = inputsOf(call)
      if (inputs.length === 0) continue
      const whole = await sendWithout(call, null)
      if (!whole.isRefused) accepted += 1
      for (const input of inputs) {
        const without = await sendWithout(call, input)
        const isMissed =
          (without.isRefused && !whole.isRefused) ||
          [...without.errors].some((error) => !whole.errors.has(error))
        const found = `${call}: ${input.part} ${input.name}`
        if (input.isRequired && !without.isRefused) wrong.push(`${found} is not required`)
        if (!input.isRequired && isMissed && !ofSomePlayers.has(found)) {
          wrong.push(`${found} is required: ${[...without.errors].join(', ')}`)
        }
      }
    }
    expect(wrong).toEqual([])
    // Otherwise the second half would say little.
    expect(accepted).toBeGreaterThan(isThorough ? 20 : 3)
  })
})
