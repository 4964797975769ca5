import { type ActName, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { catalogueActs } from '@gatehouse/contract/acts/catalogueActs'
import { clientActs } from '@gatehouse/contract/acts/clientActs'
import { databaseActs, importActs, restoredActs } from '@gatehouse/contract/acts/databaseActs'
import { defenceActs } from '@gatehouse/contract/acts/defenceActs'
import { deploymentActs } from '@gatehouse/contract/acts/deploymentActs'
import { figureActs } from '@gatehouse/contract/acts/figureActs'
import { supportCodeActs } from '@gatehouse/contract/acts/supportCodeActs'
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
  [supportActs, async () => (await import('./support/supportActs.ts')).supportPerformers],
  [
    supportCodeActs,
    async () => (await import('./support/supportCodeActs.ts')).supportCodePerformers,
  ],
  [playerActs, async () => (await import('./players/playerActs.ts')).playerPerformers],
  [securityActs, async () => (await import('./players/playerSecurityActs.ts')).securityPerformers],
  [importActs, async () => (await import('./imports/importActs.ts')).importPerformers],
  [defenceActs, async () => (await import('./operation/defenceActs.ts')).defencePerformers],
  [catalogueActs, async () => (await import('./content/catalogueActs.ts')).cataloguePerformers],
  [mailingActs, async () => (await import('./content/mailingActs.ts')).mailingPerformers],
  [figureActs, async () => (await import('./figures/figureActs.ts')).figurePerformers],
  [clientActs, async () => (await import('./clients/clientActs.ts')).clientPerformers],
  [operationActs, async () => (await import('./operation/operationActs.ts')).operationPerformers],
  [
    deploymentActs,
    async () => (await import('./operation/deploymentActs.ts')).deploymentPerformers,
  ],
  [versionActs, async () => (await import('./content/versionActs.ts')).versionPerformers],
  [databaseActs, async () => (await import('./operation/databaseActs.ts')).databasePerformers],
  [restoredActs, async () => (await import('./operation/restoredActs.ts')).restoredPerformers],
  [staffActs, async () => (await import('./people/staffActs.ts')).staffPerformers],
  [approvalActs, async () => (await import('./people/approvalActs.ts')).approvalPerformers],
]

/** An act with its performer. */
export async function loadAct(name: ActName): Promise<Act> {
  const [, load] = performers.find(([rows]) => rows[name] === everyAct[name]) ?? []
  const act = (await load?.())?.find((each) => each.name === name)
  if (!act) throw new Error(`No file performs ${name}.`)
  return act
}
