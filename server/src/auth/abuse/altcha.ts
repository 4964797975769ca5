import { lifetimes } from '@gatehouse/contract/limits'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import { after, type Clock } from '../../platform/clock.ts'
import { keepSolvedChallenge } from '../../database/auth/captchaPasses.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import type { CaptchaAction, Deployment } from '../../tenants/deployments.ts'
import { randomInt } from '../../platform/crypto/random.ts'
import { derived } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Captcha, CaptchaVerdict } from './captcha.ts'

/*
 * A proof of work that this server sets and checks itself, so no outside service learns of the
 * visitor. It makes robots pay and does not distinguish them from people; limits and the honeypot
 * do the rest.
 */

/** Half a second of a laptop: the iterations of one derivation, and the number of derivations. */
const cost = 1000
const tries = { least: 1000, most: 2000 }

const payloadSchema = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({
      data: z.object({ action: z.string(), deployment: z.string(), until: z.number() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string().max(200) }),
})

const notValid: CaptchaVerdict = { success: true, isValid: false, action: null }

export interface AltchaMaterials {
  readonly database: Database
  readonly clock: Clock
  readonly key: Pick<ServerKey, 'captcha'>
}

export function createAltcha({ database, clock, key }: AltchaMaterials): Captcha {
  return {
    async verify({ deployment, token }) {
      const payload = readPayload(token)
      if (!payload) return notValid
      const { challenge, solution } = payload
      const { action, deployment: name, until } = challenge.parameters.data
      const now = clock.now()
      if (name !== deployment.name || until * 1000 <= now.getTime()) return notValid
      const checks = key.captcha.map((each) =>
        verifySolution({
          ...secretsOf(each, deployment),
          challenge: challenge as unknown as Payload['challenge'],
          solution,
          deriveKey,
        }),
      )
      const verified = (await Promise.all(checks)).some((check) => check.verified)
      // The library accepts a solution as often as it is asked, so we refuse the second time.
      const isFirst =
        verified && (await keepSolvedChallenge(database.kysely, name, challenge.signature, now))
      return isFirst ? { success: true, isValid: true, action } : notValid
    },
  }
}

/** Sets a proof of work for an action: signed, bound to the deployment, valid for two minutes. */
export function setChallenge(
  { clock, key }: Pick<AltchaMaterials, 'clock' | 'key'>,
  deployment: Deployment,
  action: CaptchaAction,
): Promise<Challenge> {
  const until = after(clock.now(), lifetimes.captchaPass).getTime() / 1000
  return createChallenge({
    ...secretsOf(key.captcha[0], deployment),
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(tries.least, tries.most),
    // The end is part of our own data, because the library would read another clock.
    data: { action, deployment: deployment.name, until: Math.floor(until) },
    deriveKey,
  })
}

function secretsOf(key: Buffer, { name }: Deployment) {
  return {
    hmacSignatureSecret: derived(key, 'challenge', name),
    hmacKeySignatureSecret: derived(key, 'solution', name),
  }
}

/** Browsers send base64 of JSON. */
function readPayload(token: string) {
  try {
    const parsed = payloadSchema.safeParse(
      JSON.parse(Buffer.from(token, 'base64').toString('utf8')),
    )
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
