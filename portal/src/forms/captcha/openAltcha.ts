import type { Client } from '@gatehouse/client/client'
import { solveChallengeWorkers } from 'altcha-lib'
// oxlint-disable-next-line import/default -- Vite makes it of the module's path
import ProofOfWork from './proofOfWork.ts?worker'
import type { CaptchaProvider } from './provider.ts'

/** How long a machine may work at one proof, in milliseconds. A slow phone takes some seconds. */
const patience = 60_000

/** ALTCHA: the account API sets a proof of work, and no outside service learns of the visitor. */
export function openAltcha(api: Client): CaptchaProvider {
  return {
    async token(action) {
      const challenge = await api('readCaptchaChallenge', { query: { action } })
      const solution = await solveChallengeWorkers({
        challenge,
        // One core is left for the page.
        concurrency: Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1)),
        createWorker: () => new ProofOfWork(),
        timeout: patience,
      })
      if (solution === null) throw new Error('The proof of work was not found in time.')
      return btoa(JSON.stringify({ challenge, solution }))
    },
  }
}
