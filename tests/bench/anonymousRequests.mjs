import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { calls } from '../../packages/contract/src/calls.ts'
import { clientCalls } from '../../packages/contract/src/calls/clients.ts'
import { routes } from '../../packages/contract/src/routes.ts'
import * as z from 'zod'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const page = { accept: 'text/html', 'accept-encoding': 'br' }
/** As long as a body may be. */
const longText = 'x'.repeat(60_000)
const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`

const get = (path, headers = {}) => ({
  name: `GET ${path.split('?')[0]}`,
  method: 'GET',
  path,
  headers,
})
const post = (path, body) => ({ name: `POST ${path}`, method: 'POST', path, headers: form, body })

/**
 * All requests of an anonymous visitor: each has a name, a method, a path, headers and a body,
 * which may be made for the number of its sender.
 */
export function anonymousRequests(portalDist) {
  return [
    ...callRequests(),
    ...honestRequests(),
    ...Object.values(clientCalls).map(({ method, path }) => ({
      name: `client call ${path}`,
      method,
      path,
      headers: { ...json, authorization: 'Bearer nobodys' },
      body: method === 'POST' ? '{}' : '',
    })),
    ...pageRequests(),
    ...fileRequests(portalDist),
    ...oidcRequests(),
    ...otherRequests(),
  ]
}

function callRequests() {
  return Object.entries(calls).flatMap(([name, { method, path, input }]) => {
    const url = path.startsWith('/') ? path : `/api/${path}`
    const at = url.replaceAll(/\{\w+\}/g, '1')
    const call = (kind, given) => ({
      name: `${name}, ${kind}`,
      method,
      path: at,
      headers: json,
      body: '',
      ...given,
    })
    const query = new URLSearchParams(plausible(input?.query)).toString()
    if (method === 'GET') {
      return [
        call('plausible', { path: query === '' ? at : `${at}?${query}` }),
        call('with a long query', { path: `${at}?x=${'y'.repeat(11_000)}` }),
        call('without a key', { isKeyless: true }),
      ]
    }
    return [
      call('plausible', { body: JSON.stringify(plausible(input?.body)) }),
      call('empty', { body: '{}' }),
      call('with a long text', { body: JSON.stringify(oversized(input?.body)) }),
      call('with a deep body', { body: deep }),
      call('without a key', { isKeyless: true, body: '{}' }),
    ]
  })
}

const password = 'Correct7Horses'

/** The form of a new player. */
export function registerForm(number) {
  return JSON.stringify({
    Username: `Fresh${number}`,
    Firstname: 'Ada',
    Lastname: 'Byron',
    UsageNameHoneyPot: '',
    DateOfBirth: '1990-12-10',
    Password: password,
    ConfirmPassword: password,
    Email: `fresh${number}@bench.test`,
    ConfirmEmail: `fresh${number}@bench.test`,
    Referrer: '',
    ApprovePrivacyPolicy: true,
    ApproveEULA: true,
    ApproveCodeOfConduct: true,
    G2GSegaOptin: false,
    Additional: false,
    ReCAPTCHAToken: '',
    StudioName: '',
    ClientId: '',
    AccessKeyValue: '',
  })
}

function logInForm(number) {
  return JSON.stringify({
    UsernameOrEmail: `Nobody${number}`,
    Password: password,
    ClientId: '',
    Token: '',
  })
}

/** The most expensive calls with well-formed input: they hash, and the first one writes. */
function honestRequests() {
  return [
    { ...post('/api/register/new-user', registerForm), name: 'a registration', headers: json },
    { ...post('/api/log/log-in', logInForm), name: 'a log-in of an unknown player', headers: json },
  ]
}

/** Plausible input of a call; each field by its type alone. */
function plausible(schema) {
  return fieldsOf(schema, ({ type, enum: values }) =>
    values ? values[0] : type === 'boolean' ? true : type === 'string' ? 'Nobody7Knows' : 1,
  )
}

function oversized(schema) {
  const fields = fieldsOf(schema, () => 1)
  const share = Math.floor(longText.length / Math.max(1, Object.keys(fields).length))
  return {
    x: '',
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, longText.slice(0, share)])),
  }
}

function fieldsOf(schema, valueOf) {
  if (schema === undefined) return {}
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, valueOf(type)]))
}

function pageRequests() {
  const paths = Object.values(routes).map(({ path }) => path.replaceAll(/[:*][\w-]*/g, '1'))
  return [...new Set(paths)].flatMap((path) => [
    { name: `page ${path}`, method: 'GET', path, headers: page },
    {
      name: `page ${path}, for a scanner`,
      method: 'GET',
      path: `${path}?redirectUrl=${'x'.repeat(2000)}`,
      headers: { accept: '*/*', 'accept-encoding': 'gzip' },
    },
  ])
}

function fileRequests(dist) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/^(prerender|\.vite)\//.test(file))
  return files.map((file) => ({
    name: `file ${file}`,
    method: 'GET',
    path: `/${file}`,
    headers: {},
  }))
}

function oidcRequests() {
  const query = new URLSearchParams({
    client_id: 'forum',
    redirect_uri: 'https://forum.bench.test/callback',
    response_type: 'code',
    scope: 'openid profile',
    state: 's'.repeat(1024),
    nonce: 'n'.repeat(255),
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  }).toString()
  const wrongToken = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'forum',
    client_secret: 'wrong-secret-of-the-forum',
    code: 'x'.repeat(43),
    redirect_uri: 'https://forum.bench.test/callback',
  }).toString()
  return [
    get('/oidc/.well-known/openid-configuration', page),
    get('/oidc/jwks', page),
    { ...get(`/oidc/auth?${query}`, page), name: 'GET /oidc/auth' },
    { ...get(`/oidc/auth?${query}&prompt=none`, page), name: 'GET /oidc/auth, silent' },
    { ...get('/oidc/auth?client_id=unknown', page), name: 'GET /oidc/auth, unknown client' },
    post('/oidc/auth', query),
    get('/oidc/interaction/unknown', page),
    get('/oidc/sites', page),
    get('/oidc/me', page),
    get('/oidc/session/end?client_id=forum', page),
    post('/oidc/session/end/confirm', 'xsrf=x&logout=yes'),
    post('/oidc/token', wrongToken),
    post('/oidc/token/revocation', 'token=x&client_id=forum'),
    post('/oidc/token', `grant_type=${longText}`),
    get('/oidc/nothing', page),
    { ...get(`/oauth?${query}`, page), name: 'page /oauth with a request' },
  ]
}

function otherRequests() {
  return [
    get('/healthz'),
    get('/readyz'),
    get('/metrics'),
    get('/api/docs', page),
    get('/api/openapi.json'),
    get('/api/nothing'),
    get('/unsubscribe?token=nobodys', page),
    {
      name: 'POST /unsubscribe',
      method: 'POST',
      path: '/unsubscribe',
      headers: form,
      body: 'token=x',
    },
    get('/avatars/1/nothing.png'),
    get('/nowhere/at/all', page),
    get('/%zz', page),
    {
      name: 'OPTIONS',
      method: 'OPTIONS',
      path: '/api/cookie',
      headers: { origin: 'https://evil.test' },
    },
    { name: 'DELETE', method: 'DELETE', path: '/', headers: {} },
  ]
}
