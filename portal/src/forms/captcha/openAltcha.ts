import type { Client } from '@gatehouse/client/client'
import type { CaptchaProvider } from './provider.ts'
import { solveChallenge } from './solveChallenge.ts'

/** ALTCHA: the account API sets a proof of work, and no outside service learns of the visitor. */
export function openAltcha(api: Client): CaptchaProvider {
  return {
    async token(action) {
      return solveChallenge(await api('readCaptchaChallenge', { query: { action } }))
    },
  }
}
