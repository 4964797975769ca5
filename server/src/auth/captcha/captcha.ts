import { createAltcha } from './altcha.ts'
import type { ProofOfWork } from './proofOfWork.ts'
import { createSiteverify } from './siteverify.ts'
import type { Captcha } from './captchaVerdict.ts'

/** Every provider behind one interface: each deployment names its own. */
export function createCaptcha(
  materials: { readonly proofs: ProofOfWork } & Parameters<typeof createSiteverify>[0],
): Captcha {
  const siteverify = createSiteverify(materials)
  const altcha = createAltcha(materials.proofs)
  const providers = { recaptcha: siteverify, turnstile: siteverify, altcha }
  return {
    async verify(question) {
      if (question.token === '') return { success: false, isValid: false, action: null }
      const verdict = await providers[question.deployment.captchaProvider].verify(question)
      const isOther =
        question.action !== null && verdict.action !== null && verdict.action !== question.action
      return isOther ? { ...verdict, isValid: false } : verdict
    },
  }
}
