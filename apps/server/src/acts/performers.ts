import { type ActName, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { catalogueActs } from '@gatehouse/contract/acts/catalogueActs'
import { clientActs } from '@gatehouse/contract/acts/clientActs'
import { databaseActs, importActs, restoredActs } from '@gatehouse/contract/acts/databaseActs'
import { defenceActs } from '@gatehouse/contract/acts/defenceActs'
import { deploymentActs } from '@gatehouse/contract/acts/deploymentActs'
import { figureActs } from '@gatehouse/contract/acts/figureActs'
import { incidentActs } from '@gatehouse/contract/acts/incidentActs'
import { mailingActs } from '@gatehouse/contract/acts/mailingActs'
import { operationActs } from '@gatehouse/contract/acts/operationActs'
import { playerActs } from '@gatehouse/contract/acts/playerActs'
import { securityActs } from '@gatehouse/contract/acts/securityActs'
import { approvalActs, staffActs } from '@gatehouse/contract/acts/staffActs'
import { supportActs } from '@gatehouse/contract/acts/supportActs'
import { versionActs } from '@gatehouse/contract/acts/versionActs'
import type { Act } from './orders/run.ts'

type Acts = readonly Act[]

/** The rows, and the file of their performers: a process loads those of an order that it carries out. */
const performers: readonly (readonly [
  rows: Readonly<Record<string, ActRow>>,
  load: () => Promise<Acts>,
])[] = [
  [supportActs, async () => (await import('./supportActs.ts')).supportPerformers],
  [incidentActs, async () => (await import('./incidentActs.ts')).incidentPerformers],
  [playerActs, async () => (await import('./playerActs.ts')).playerPerformers],
  [securityActs, async () => (await import('./securityActs.ts')).securityPerformers],
  [importActs, async () => (await import('./importActs.ts')).importPerformers],
  [defenceActs, async () => (await import('./defenceActs.ts')).defencePerformers],
  [catalogueActs, async () => (await import('./catalogueActs.ts')).cataloguePerformers],
  [mailingActs, async () => (await import('./mailingActs.ts')).mailingPerformers],
  [figureActs, async () => (await import('./figureActs.ts')).figurePerformers],
  [clientActs, async () => (await import('./clientActs.ts')).clientPerformers],
  [operationActs, async () => (await import('./operationActs.ts')).operationPerformers],
  [deploymentActs, async () => (await import('./deploymentActs.ts')).deploymentPerformers],
  [versionActs, async () => (await import('./versionActs.ts')).versionPerformers],
  [databaseActs, async () => (await import('./databaseActs.ts')).databasePerformers],
  [restoredActs, async () => (await import('./restoredActs.ts')).restoredPerformers],
  [staffActs, async () => (await import('./staffActs.ts')).staffPerformers],
  [approvalActs, async () => (await import('./approvalActs.ts')).approvalPerformers],
]

/** An act with its performer. */
export async function loadAct(name: ActName): Promise<Act> {
  const [, load] = performers.find(([rows]) => rows[name] === everyAct[name]) ?? []
  const act = (await load?.())?.find((each) => each.name === name)
  if (!act) throw new Error(`No file performs ${name}.`)
  return act
}
