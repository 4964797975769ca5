import type { Challenge } from '@gatehouse/contract/errorItems'
import { solveChallengeWorkers } from 'altcha-lib'
// oxlint-disable-next-line import/default -- Vite makes it of the module's path
import ProofOfWork from './proofOfWork.ts?worker'

/** How long a machine may work at one proof, in milliseconds. A slow phone takes some seconds. */
const solveTimeout = 60_000

type Solvable = Parameters<typeof solveChallengeWorkers>[0]['challenge']

/** The solution of a proof of work, as the account API takes it. Rejects when it is not found in time. */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge: challenge as unknown as Solvable,
    // One core is left for the page.
    concurrency: Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1)),
    createWorker: () => new ProofOfWork(),
    timeout: solveTimeout,
  })
  if (solution === null) throw new Error('The proof of work was not found in time.')
  return btoa(JSON.stringify({ challenge, solution }))
}
