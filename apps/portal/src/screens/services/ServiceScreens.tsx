/* The screens of log-ins with a service come as one file: a player sees one after the other. */

import { arrived } from '../../forms/services/serviceVisit.ts'

export { ServiceArrival } from './ServiceArrival.tsx'
export { ServiceCallback } from './ServiceCallback.tsx'
export { ServiceJoin } from './ServiceJoin.tsx'

/** True in a tab that a service has led here. */
export const hasArrival = () => arrived.read() !== null
