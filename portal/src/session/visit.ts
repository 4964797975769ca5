import { routeAt } from '@gatehouse/contract/routes'
import { readEntry } from '../router/readEntry.ts'
import { isKept, type Kept, keptOf, localStore } from '../storage/localStore.ts'
import { tabStore } from '../storage/tabStore.ts'
import { trackingOf } from './tracking.ts'

const names = ['redirectUrl', 'linkRedirectUrl', 'clientId', 'state', 'tracking'] as const

type VisitName = (typeof names)[number]
type Values = { readonly [Name in VisitName]?: string | undefined }
type Entries = Partial<Readonly<Record<VisitName, Kept>>>

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
  const kept = (tabStore.read(place) ?? {}) as Readonly<Record<string, unknown>>
  // In memory, too: where the browser keeps nothing, the page has still its address.
  let own = entriesOf((name) => kept[name])
  let last = entriesOf(localStore.find)

  function find(name: VisitName): Kept | null {
    const ofTab = own[name]
    if (isKept(name, ofTab)) return ofTab
    if (namesSite(own)) return null
    const ofBrowser = last[name] ?? null
    // It is used once, by the tab that comes first.
    return isSame(ofBrowser, localStore.find(name)) ? ofBrowser : null
  }

  function write(entries: Entries) {
    own = entries
    tabStore.keep(place, own)
  }

  /** For a new tab, which reads the values of one site and never those of two. */
  function share(shared: readonly VisitName[]) {
    for (const name of shared) {
      const entry = own[name]
      if (entry === undefined) localStore.forget(name)
      else localStore.put(name, entry)
    }
  }

  return {
    read: (name) => find(name)?.value ?? '',

    arrive(values) {
      const given = entriesOf((name) => {
        const value = values[name]
        return value === undefined ? null : keptOf(name, value)
      })
      write({ ...own, ...given })
      if (!namesSite(given)) return share(names.filter((name) => given[name] !== undefined))
      last = {}
      share(names)
    },

    headFor(redirectUrl) {
      write({ ...entriesOf(find), redirectUrl: keptOf('redirectUrl', redirectUrl) })
      last = {}
      share(names)
    },

    spend(name) {
      if (isSame(find(name), localStore.find(name))) localStore.forget(name)
      const { [name]: _, ...others } = own
      write(others)
      last = {}
    },

    leaveLast() {
      last = {}
    },

    forget() {
      own = {}
      last = {}
      tabStore.forget(place)
      for (const name of names) localStore.forget(name)
    },
  }
}

/** Of each value what may be kept under its name. */
function entriesOf(entryOf: (name: VisitName) => unknown): Entries {
  const entries = names.map((name) => [name, entryOf(name)] as const)
  return Object.fromEntries(entries.filter(([name, entry]) => isKept(name, entry)))
}

/** True of values by which a site says who it is, or where it waits for its player. */
function namesSite({ redirectUrl, clientId }: Entries): boolean {
  return isKept('redirectUrl', redirectUrl) || isKept('clientId', clientId)
}

function isSame(one: Kept | null, other: Kept | null): boolean {
  return one?.value === other?.value && one?.until === other?.until
}
