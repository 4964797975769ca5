import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { apiClients, entryOf, inventory, serverOf, studio } from '../../test/fixtures/apiClients.ts'
import sample from '../../../../deploy/samples/local.json' with { type: 'json' }
import { deploymentOf } from './deployments.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { publicKey: short } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const jwkOf = (key: typeof publicKey) => key.export({ format: 'jwk' }) as { kty: 'EC' | 'RSA' }

/** The fault of a deployment's file; null for a right one. */
function refusalOf(changes: object): string | null {
  try {
    deploymentOf('local', { ...sample, ...studio, clients: apiClients, ...changes }, {})
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const withClient = (client: ReturnType<typeof entryOf>) => ({ clients: [client] })
const withResource = (changes: object) => ({
  clients: [],
  resources: [{ identifier: inventory, scopes: ['inventory:read'], ...changes }],
})

describe('the entries of APIs and their clients', () => {
  it('are taken where they fit together (O76)', () => {
    expect(refusalOf({})).toBeNull()
    const keys = { clientSecret: undefined, jwks: { keys: [jwkOf(publicKey)] } }
    expect(refusalOf(withClient(entryOf('signer', keys)))).toBeNull()
  })

  it.each([
    ['an address without https', { identifier: 'http://inventory.test' }, 'identifier'],
    ['a fragment', { identifier: `${inventory}#a` }, 'identifier'],
    ['a scope of players’ accounts', { scopes: ['email'] }, 'scopes'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a token of a day', { lifetime: 86_400 }, 'lifetime'],
    ['a shared secret', { signingAlg: 'HS256' }, 'signingAlg'],
  ])('are refused with %s (O76)', (_, changes, field) => {
    expect(refusalOf(withResource(changes))).toContain(field)
  })

  it.each([
    ['an unknown API', { resources: { 'https://unknown.test': ['a'] } }, 'not in resources'],
    ['an unknown scope', { resources: { [inventory]: ['inventory:all'] } }, 'no scope of'],
    [
      'players of a third party',
      { firstParty: false, resources: { [inventory]: ['inventory:read'] } },
      'resources',
    ],
    ['no address for players', { redirectUris: [] }, 'redirectUris'],
    ['a secret and keys', { jwksUri: 'https://game.test/jwks' }, 'one of three'],
    [
      'keys and their private half',
      { clientSecret: undefined, jwks: { keys: [jwkOf(privateKey)] } },
      'private part',
    ],
    ['a short key', { clientSecret: undefined, jwks: { keys: [jwkOf(short)] } }, '2048'],
    ['pushed requests of everybody', { clientSecret: undefined, requirePar: true }, 'requirePar'],
    [
      'questions of everybody',
      { clientSecret: undefined, introspects: [inventory] },
      'introspects',
    ],
  ])('are refused with %s (O76)', (_, changes, said) => {
    expect(refusalOf(withClient(entryOf('game', changes)))).toContain(said)
  })

  it('give a server nothing without an API or a proof of itself (O76)', () => {
    expect(refusalOf(withClient(serverOf('job')))).toContain('needs resources')
    const open = serverOf('job', {
      clientSecret: undefined,
      resources: { [inventory]: ['inventory:read'] },
    })
    expect(refusalOf(withClient(open))).toContain('needs a clientSecret, jwks or jwksUri')
  })
})
