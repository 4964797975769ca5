import { lifetimes } from '@gatehouse/contract/limits'
import type { Challenge } from 'altcha-lib'
import { after, type Clock } from '../../platform/clock.ts'
import type { CaptchaAction, Deployment } from '../../tenants/deployments.ts'
import type { Captcha } from './captchaVerdict.ts'
import type { ProofOfWork } from './proofOfWork.ts'

/*
 * The self-hosted captcha: a proof of work. Limits and the honeypot do the rest.
 */

const purposes = ['login', 'register'] as const satisfies readonly CaptchaAction[]

export function createAltcha(proofs: ProofOfWork): Captcha {
  return {
    async verify({ deployment, token }) {
      const action = await proofs.check(deployment, token, { purposes, about: '' })
      return { success: true, isValid: action !== null, action }
    },
  }
}

/** Sets a proof of work for an action: signed, bound to the deployment, valid for two minutes. */
export function setChallenge(
  { clock, proofs }: { readonly clock: Clock; readonly proofs: ProofOfWork },
  deployment: Deployment,
  action: CaptchaAction,
): Promise<Challenge> {
  const from = clock.now()
  const until = after(from, lifetimes.captchaPass)
  return proofs.ask(deployment, { purpose: action, about: '', from, until, effort: 1 })
}
