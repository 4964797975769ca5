import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import {
  type EventData,
  type EventType,
  eventTypes,
} from '../../../apps/server/src/database/schema/values.ts'
import { eventTable } from '../../../apps/server/src/webhooks/eventTable.ts'
import { securityEventToken } from '../../../apps/server/src/webhooks/postWebhook.ts'
import {
  accountEventTypes,
  type CredentialChange,
  type CredentialKind,
  readSecurityEvent,
  securityEventTypes,
} from '../src/signin.ts'

/* The server sends account events, and the package for sites reads them: both name them alike. */

const issuer = 'https://account.test/oidc'
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256' }
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }
const keysOf = () => Promise.resolve(createLocalJWKSet({ keys: [jwk] }))

async function sent(type: EventType | 'event.test', data: EventData = {}) {
  const sub = type === 'event.test' ? null : '42'
  const at = new Date('2026-11-23T05:00:00Z')
  const event = { id: `evt_${type}`, issuer, audience: 'wiki', at, sub, type, data }
  return readSecurityEvent(await securityEventToken(event, key), {
    issuer,
    keysOf,
    clientId: 'wiki',
  })
}

test('the package for sites names each account event of the server', () => {
  expect(accountEventTypes).toEqual(eventTypes)
  const uris = new Set<string>(Object.values(eventTable).map(({ uri }) => uri))
  const { verification, ...known } = securityEventTypes
  expect(new Set<string>(Object.values(known))).toEqual(uris)
  expect(uris).not.toContain(verification)
})

test('the package for sites reads each Security Event Token of the server (O97)', async () => {
  for (const type of eventTypes) {
    const read = await sent(type)
    expect(read).toMatchObject({
      id: `evt_${type}`,
      iss: issuer,
      sub: '42',
      type: eventTable[type].uri,
    })
    expect(read.at).toBe(1_795_410_000)
  }
  expect(await sent('event.test')).toMatchObject({
    sub: null,
    type: securityEventTypes.verification,
  })
  const data = { kind: 'app', change: 'create' } as const satisfies {
    kind: CredentialKind
    change: CredentialChange
  }
  expect((await sent('account.credentials_changed', data)).claims).toEqual({
    credential_type: 'app',
    change_type: 'create',
  })
  expect((await sent('account.frozen')).claims).toEqual({ reason: 'hijacking' })
  expect((await sent('account.renamed', { preferred_username: 'Ann' })).claims).toEqual({
    preferred_username: 'Ann',
  })
})
