import { cleanText } from '@gatehouse/contract/cleanText'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { listApps } from '../../database/auth/authenticatorApps.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/*
 * Codes of authenticator apps (RFC 6238), as every app can make them: SHA-1, six digits, half a minute.
 */

const stepSeconds = 30
/** Steps in which a clock that is wrong is distinguished from a wrong code. */
const stepsOfWrongClock = 20

export function newSecretOfApp(): string {
  return generateSecret({ length: 20 })
}

/** The text of the QR code for an app. */
export function uriOf(issuer: string, label: string, secret: string): string {
  return generateURI({ issuer, label, secret })
}

/** The six digits of a typed code; null for a text that no app shows. */
export function digitsOf(typed: string): string | null {
  const code = cleanText('digits', typed)
  return /^[0-9]{6}$/.test(code) ? code : null
}

/** The time step of a code: this one, the one before or the one after; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  return stepWithin(secret, code, now, 1)
}

/** Returns whether a code is right at another time of these minutes. */
export function isOfAnotherTime(secret: string, code: string, now: Date): boolean {
  return stepWithin(secret, code, now, stepsOfWrongClock) !== null
}

function stepWithin(secret: string, token: string, now: Date, steps: number): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token, epoch, epochTolerance: steps * stepSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

export interface MatchedApp {
  readonly id: number
  readonly step: number
}

/** The app of a player whose code this is, and its time step; null for a code of none. */
export function appOf(
  apps: Awaited<ReturnType<typeof listApps>>,
  keys: Keys,
  code: string,
  now: Date,
): MatchedApp | null {
  let matched: MatchedApp | null = null
  for (const { id, secret_sealed: sealed } of apps) {
    const step = stepOf(unseal(sealed, keys) as string, code, now)
    // All are tried: the time says nothing about which one it was.
    if (step !== null) matched ??= { id, step }
  }
  return matched
}
