// Every call of the account API with values that pass many checks, for tools that vary them.
import { openapi } from '../../server/src/http/openapi.ts'
import { player } from './openTarget.mjs'

const values = {
  userId: 1,
  partner: 'relic',
  identity: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  created: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  include: 'newsletter,tracking',
  UsernameOrEmail: player.name,
  Username: 'PlayerNine',
  Email: 'nine@example.com',
  email: player.name,
  ConfirmEmail: 'nine@example.com',
  Password: player.password,
  OldPassword: player.password,
  Confirm: 'Another2Gatehouse',
  ConfirmPassword: player.password,
  DateOfBirth: '1990-01-01',
  AuthPartner: 'Relic',
  Partner: 'Relic',
  Id_User: 1,
  Id_SSO: 1,
  ClientId: 'community',
  clientId: 'community',
  client_id: 'community',
  StudioName: 'Gatehouse Local',
  RedirectUrl: 'http://site.test/',
  redirectUrl: 'http://site.test/',
  callbackPath: '/steam/callback',
  CallbackPath: '/steam/callback',
  AccessKeyValue: 'FREE-KEY-0001',
  Value: 'USED-KEY-0001',
  Action: 'login',
  action: 'login',
  Cookies: [{ Id_Cookie: 1, IsAccepted: true }],
  Id_Cookie: 1,
  ListId: 1,
  userBlockedId: 1,
  Id_DeletionType: 1,
}

// Calls that accept the fields of an outside page, under any name.
const anyNames = {
  authorize: { client_id: 'community', redirect_uri: 'http://site.test/', state: 'abc' },
  focusCallback: { code: 'abc', state: 'abc', iss: 'http://localhost:1/' },
  creativeAssemblyCallback: { code: 'abc', state: 'abc', iss: 'http://localhost:1/' },
  partnerUserLogIn: { code: 'abc', state: 'abc', iss: 'http://localhost:1/' },
  partnerLogIn: { code: 'abc', state: 'abc', iss: 'http://localhost:1/' },
  confirmEmailUpdate: { Token: 'abc', token: 'abc', Uid: 'abc' },
  recoverEmailUpdate: { Token: 'abc', token: 'abc', Uid: 'abc' },
}
const anyBody = {
  steamCallback: { 'openid.claimed_id': 'https://steamcommunity.com/openid/id/1', state: 'abc' },
}

const last = new Set(['refreshToken', 'logOut', 'resetPassword', 'deletePartnerUser', 'deleteUser'])

/**
 * All calls, those with few parameters first. `isLast` marks calls that end the session or the
 * account of the others.
 */
export function sampleCalls() {
  const calls = Object.entries(openapi().paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => sampleOf(template, method, operation)),
  )
  return calls.toSorted((a, b) => a.parameters - b.parameters)
}

function sampleOf(template, method, { operationId: name, parameters, requestBody }) {
  const query = parameters.filter(({ in: place }) => place === 'query')
  const schema = requestBody?.content['application/json'].schema
  const body = Object.entries(schema?.properties ?? {})
  const inQuery = {
    ...Object.fromEntries(query.map((each) => [each.name, values[each.name] ?? 'abc'])),
    ...anyNames[name],
  }
  const inBody = {
    ...Object.fromEntries(body.map(([key, type]) => [key, valueOf(key, type)])),
    ...anyBody[name],
  }
  return {
    name,
    isLast: last.has(name),
    method: method.toUpperCase(),
    // A star marks values in the path for sqlmap.
    marked: template.replace(/\{(\w+)\}/g, (_, key) => `${values[key]}*`),
    path: template.replace(/\{(\w+)\}/g, (_, key) => String(values[key])),
    query: inQuery,
    body: method === 'get' ? null : inBody,
    parameters:
      (template.match(/\{/g)?.length ?? 0) + Object.keys({ ...inQuery, ...inBody }).length,
  }
}

function valueOf(name, { type, anyOf = [] }) {
  if (name in values) return values[name]
  const types = new Set([type, ...anyOf.map((each) => each.type)].flat())
  if (types.has('integer')) return 1
  if (types.has('boolean')) return true
  return types.has('array') ? [1] : 'abc'
}
