import { routeAt } from '@gatehouse/contract/routes'
import { readEntry } from '../router/readEntry.ts'
import { isStored, type Stored, storedOf, localStore } from '../storage/localStore.ts'
import { tabStore } from '../storage/tabStore.ts'
import { trackingOf } from './tracking.ts'

const names = ['redirectUrl', 'linkRedirectUrl', 'clientId', 'state', 'tracking'] as const

type VisitName = (typeof names)[number]
type Values = { readonly [Name in VisitName]?: string | undefined }
type Entries = Partial<Record<VisitName, Stored | null>>

/**
 * Where the player of this tab comes from and is heading. A tab that a site has sent has those of its own address alone, whatever other
 * tabs do. Any other tab has what the browser kept last before its page was loaded.
 */
export interface Visit {
  /** '' for what the visit does not have. */
  read(name: VisitName): string
  /** Takes over what an address says. */
  arrive(values: Values): void
  /** The same visit leads somewhere else. */
  headFor(redirectUrl: string): void
  /** The value has led where it leads. That of another tab stays. */
  spend(name: VisitName): void
  /** Another tab has logged in: what the browser kept last is not for this one. */
  leaveLast(): void
  /** When the player leaves for good. */
  forget(): void
}

const place = 'visit'

/** The visit of a page that was loaded at an address. */
export function openVisit(address: string): Visit {
  const visit = createVisit()
  const { pathname, query } = readEntry(address, { index: 0, step: '' })
  visit.arrive({
    [routeAt(pathname)?.isLinking ? 'linkRedirectUrl' : 'redirectUrl']:
      query['redirectUrl'] || undefined,
    clientId: query['clientId'] ?? query['client_id'],
    state: query['state'],
    tracking: trackingOf(new URLSearchParams(query)) || undefined,
  })
  return visit
}

export function createVisit(): Visit {
  // In memory, too: where the browser keeps nothing, the page has still its address.
  let ofTab = { ...(tabStore.read(place) as Entries | null) }
  let last = entriesOf(localStore.find)

  function find(name: VisitName): Stored | null {
    const stored = ofTab[name]
    if (isStored(name, stored)) return stored
    if (isStored('redirectUrl', ofTab.redirectUrl) || isStored('clientId', ofTab.clientId))
      return null
    const ofBrowser = last[name] ?? null
    // It is used once, by the tab that comes first.
    return isSame(ofBrowser, localStore.find(name)) ? ofBrowser : null
  }

  function arrive(values: Values) {
    const given = names.filter((name) => values[name] !== undefined)
    for (const name of given) ofTab[name] = storedOf(name, values[name] ?? '')
    tabStore.write(place, ofTab)
    const isOfSite = given.some((name) => name === 'redirectUrl' || name === 'clientId')
    if (isOfSite) last = {}
    // A new tab reads the values of one site, and never those of two.
    for (const name of isOfSite ? names : given) localStore.put(name, ofTab[name] ?? null)
  }

  return {
    read: (name) => find(name)?.value ?? '',
    arrive,

    headFor(redirectUrl) {
      ofTab = entriesOf(find)
      arrive({ redirectUrl })
    },

    spend(name) {
      if (isSame(find(name), localStore.find(name))) localStore.forget(name)
      ofTab[name] = null
      last = {}
      tabStore.write(place, ofTab)
    },

    leaveLast() {
      last = {}
    },

    forget() {
      ofTab = {}
      last = {}
      tabStore.forget(place)
      for (const name of names) localStore.forget(name)
    },
  }
}

function entriesOf(entryOf: (name: VisitName) => Stored | null): Entries {
  return Object.fromEntries(names.map((name) => [name, entryOf(name)]))
}

function isSame(one: Stored | null, other: Stored | null): boolean {
  return one?.value === other?.value && one?.until === other?.until
}
