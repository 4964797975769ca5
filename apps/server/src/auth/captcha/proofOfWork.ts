import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { keepSolvedChallenge } from '../../database/auth/captchaPasses.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { randomInt } from '../../platform/crypto/random.ts'
import { derived } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'

/*
 * Proofs of work that this server sets and checks itself, so no outside service sees the visitor.
 * They price robots and do not recognise people.
 */

/** The iterations of one try. */
const cost = 1000

const dataSchema = z.object({
  purpose: z.string(),
  deployment: z.string(),
  /** The subject that the solution is good for within its purpose; '' for every one. */
  about: z.string(),
  /** Seconds since 1970: before and after them the solution is not accepted. */
  from: z.number(),
  until: z.number(),
})

const payloadSchema = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({ data: dataSchema }),
    signature: z.string().max(200),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string().max(200) }),
})

type Purpose = 'login' | 'register' | 'guess'

export interface Question {
  readonly purpose: Purpose
  readonly about: string
  readonly from: Date
  readonly until: Date
  /** How many times as much work as the least. */
  readonly effort: number
}

export interface Expected {
  readonly purposes: readonly Purpose[]
  readonly about: string
}

interface Materials {
  readonly database: Database
  readonly clock: Clock
  readonly key: Pick<ServerKey, 'captcha'>
  /** The least number of tries; a challenge needs up to twice as many. */
  readonly tries: number
}

export type ProofOfWork = ReturnType<typeof createProofOfWork>

/** Sets proofs of work, and accepts each solution once. */
export function createProofOfWork({ database, clock, key, tries }: Materials) {
  return {
    /** A challenge for a browser. */
    async ask(deployment: Deployment, { purpose, about, from, until, effort }: Question) {
      const least = tries * effort
      const { parameters, signature = '' } = await createChallenge({
        ...secretsOf(key.captcha[0], deployment),
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(least, 2 * least),
        // The times are part of our own data, because the library would read another clock.
        data: {
          purpose,
          deployment: deployment.name,
          about,
          from: secondsOf(from),
          until: secondsOf(until),
        },
        deriveKey,
      })
      return { parameters: { ...parameters }, signature }
    },

    /**
     * The purpose of a solved challenge. Null for a text that is none, a wrong solution, and a
     * challenge that is not ours, not of these purposes, not of its time, or was solved before.
     */
    async check(
      deployment: Deployment,
      token: string,
      { purposes, about }: Expected,
    ): Promise<Purpose | null> {
      const payload = readPayload(token)
      if (!payload) return null
      const { challenge, solution } = payload
      const { data } = challenge.parameters
      const purpose = purposes.find((each) => each === data.purpose)
      const now = clock.now()
      const isExpected =
        data.deployment === deployment.name &&
        data.about === about &&
        data.from <= secondsOf(now) &&
        data.until > secondsOf(now)
      if (purpose === undefined || !isExpected) return null
      const checks = key.captcha.map((each) =>
        verifySolution({
          ...secretsOf(each, deployment),
          challenge: challenge as unknown as Payload['challenge'],
          solution,
          deriveKey,
        }),
      )
      if (!(await Promise.all(checks)).some((check) => check.verified)) return null
      // The library accepts a solution as often as it is asked, so we refuse the second time.
      const { kysely } = database
      const isFirst = await keepSolvedChallenge(kysely, data.deployment, challenge.signature, now)
      return isFirst ? purpose : null
    },
  }
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
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
    return payloadSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')))
  } catch {
    return null
  }
}
