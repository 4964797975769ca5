import { deleteRows, type Executor } from '../schema/executor.ts'

/** The deployment and the player whose data an answer to staff has. */
export type AboutPlayer = `${string}/player ${string}`

/** The player that an act is about by its subject in the audit log, or null. */
export function aboutPlayer(deployment: string | null, subject: string): AboutPlayer | null {
  return deployment !== null && /^player \d+$/.test(subject)
    ? (`${deployment}/${subject}` as AboutPlayer)
    : null
}

/** Deletes the files and answers that staff got about a player who is erased. */
export async function forgetAnswersAbout(
  transaction: Executor,
  deployment: string,
  playerId: number,
): Promise<void> {
  const about = aboutPlayer(deployment, `player ${playerId}`)
  await deleteRows(transaction, 'downloads', { deployment: '*', about })
  await deleteRows(transaction, 'repeated_orders', { deployment: '*', about })
}
