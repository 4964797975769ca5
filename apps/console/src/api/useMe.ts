import type { Allowed, Me, MyDeployment } from '@gatehouse/contract/console/me'
import { createContext, use } from 'react'

export const MeContext = createContext<Me | null>(null)

/** The person who is signed in; all screens stand below one. */
export function useMe(): Me {
  const me = use(MeContext)
  if (me === null) throw new Error('No person is signed in here.')
  return me
}

/** The address of what concerns all deployments. */
const house = 'house'

/** Where acts are ordered: a deployment, or the house. */
export interface Place extends Allowed {
  /** The first part of its addresses. */
  readonly path: string
  readonly title: string
  readonly deployment: MyDeployment | null
}

export function placesOf(me: Me): readonly Place[] {
  const own = me.deployments.map((deployment) => ({
    ...deployment,
    path: deployment.name,
    deployment,
  }))
  return me.house.acts.length === 0
    ? own
    : [...own, { ...me.house, path: house, title: 'All deployments', deployment: null }]
}

export function placeAt(me: Me, path: string | undefined): Place | undefined {
  return placesOf(me).find((place) => place.path === path)
}

/** How many requests of a place wait for this person's decision. */
export function decisionsIn({ waiting }: Me, { deployment }: Place): number {
  const own = waiting.filter((each) => each.deployment === (deployment?.name ?? null))
  return own.filter(({ mayDecide }) => mayDecide).length
}

export function may(place: Allowed | undefined, name: string): boolean {
  return place?.acts.some((act) => act === name) === true
}
