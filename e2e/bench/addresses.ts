import type { Environment } from '@gatehouse/contract/environments'
import { ports } from './ports.ts'

const { portal, standIns } = await ports()

/** The sample deployments, and the bench's own. */
export type Deployed = Environment | 'INVITED' | 'GUARDED' | 'BRANDED'

/** Where the running product serves a deployment, as a browser reaches it. */
export function portalOf(environment: Deployed): string {
  return `http://${hostOf(environment)}`
}

/** The same, for programs: not every resolver knows the names under localhost. */
export function hostOf(environment: Deployed): string {
  return `${environment === 'LOCAL' ? '' : `${environment.toLowerCase()}.`}localhost:${portal}`
}

export const loopback = `http://127.0.0.1:${portal}`
export const standInAddress = `http://localhost:${standIns}`
/** Two sites for the same account, on two hosts. */
export const communityAddress = `${standInAddress}/community`
export const forumAddress = `http://127.0.0.1:${standIns}/forum`

export const mailboxAddress = `${standInAddress}/mailbox`

/** The account API that the stubs answer for. */
export const stubbedApi = `${portalOf('LOCAL')}/api`
