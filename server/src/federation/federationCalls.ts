import { connectionHandlers } from './connections/connectionHandlers.ts'
import { listConnections } from './connections/listConnections.ts'
import { validateProfile } from './connections/validateProfile.ts'
import { partnerCalls } from './partners/partnerCalls.ts'

export const federationCalls = {
  ...partnerCalls,
  ...connectionHandlers,
  listConnections,
  validateProfile,
}
