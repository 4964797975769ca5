import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPasskey, softPasskey, strong } from '../../../test/fixtures/passkeys/passkeySteps.ts'
import type { SoftPasskey, Claimed } from '../../../test/fixtures/passkeys/softPasskey.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import {
  askForPasskey,
  checkPasskey,
  type PasskeyContext,
  type PasskeyQuestion,
  verifyPasskeyProof,
} from './verifyPasskey.ts'

/* The proof of a known player: a step-up in a session, and a second step after a password. */

type Asked = PasskeyQuestion & { readonly playerId: number }

let app: TestApp
let context: PasskeyContext
let passkey: SoftPasskey
let playerId: number
let done: number[]

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong }, nodes: 1 })
  context = {
    deployment: app.deployment('local'),
    services: app.services,
    clientContext: {
      ip: '203.0.113.7',
      address: '203.0.113.7',
      userAgent: '',
      language: 'en',
      sessionSecret: null,
      knownBrowserCookie: null,
      flowCookie: null,
      hasAgeGate: false,
      idempotencyKey: null,
      proofOfWork: null,
      stepCookie: null,
      trustCookie: null,
    },
    report: () => {},
  }
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  playerId = (await visitor.readToken()).Id_User
  passkey = softPasskey(app)
  await addPasskey(visitor, passkey)
  done = []
})
afterAll(() => app.close())

const stepUp = (given: Partial<Asked> = {}): Asked => ({
  purpose: 'step-up',
  subject: 'family',
  playerId,
  ...given,
})
const refused = { body: { ErrorMessages: [{ ErrorMessage: 'ERROR_PASSKEY_REFUSED' }] } }

async function answer(asked: Asked, claimed: Claimed = {}, by = passkey) {
  const options = await askForPasskey(context, asked)
  if (options === null) throw new Error('The player has no passkey.')
  return by.get(options, claimed)
}

const prove = (asked: Asked, credential: Awaited<ReturnType<typeof answer>>) =>
  verifyPasskeyProof(context, asked, credential, (_, proof) => {
    done.push(proof.passkey.id)
    return Promise.resolve()
  })

describe('a step-up by passkey', () => {
  it('asks for the passkeys of the player, and counts once', async () => {
    const options = await askForPasskey(context, stepUp())
    expect(options?.allowCredentials.map(({ id }) => id)).toEqual([passkey.id])
    const credential = await answer(stepUp(), { userHandle: null })
    await prove(stepUp(), credential)
    expect(done).toHaveLength(1)
    await expect(prove(stepUp(), credential)).rejects.toMatchObject(refused)
    expect(done).toHaveLength(1)
  })

  it('is of its session, its purpose and its player (SX-21, SX-34)', async () => {
    const credential = await answer(stepUp())
    const others: readonly Asked[] = [
      stepUp({ subject: 'another session' }),
      stepUp({ purpose: 'second-step' }),
      stepUp({ playerId: playerId + 1 }),
    ]
    for (const other of others) {
      await expect(prove(other, credential)).rejects.toMatchObject(refused)
    }
    const unverified = await answer(stepUp(), { userVerified: false })
    await expect(prove(stepUp(), unverified)).rejects.toMatchObject(refused)
    const foreign = await answer(stepUp(), {}, softPasskey(app))
    await expect(prove(stepUp(), foreign)).rejects.toMatchObject(refused)
    await prove(stepUp(), credential)
  })

  it('asks nothing of a player without a passkey', async () => {
    expect(await askForPasskey(context, stepUp({ playerId: playerId + 1 }))).toBeNull()
  })
})

it('A second step takes a passkey without verification, and says so', async () => {
  const asked = stepUp({ purpose: 'second-step', subject: 'handle' })
  const touched = await checkPasskey(context, asked, await answer(asked, { userVerified: false }))
  expect(touched.isUserVerified).toBe(false)
  const verified = await checkPasskey(context, asked, await answer(asked))
  expect(verified.isUserVerified).toBe(true)
})
