import type { Rolldown } from 'vite'

/** What a visit may begin with besides the entry, by the file of what it shares with other screens. */
const firstViews = {
  forms: ['/screens/register/Register.tsx'],
  account: [
    '/screens/account/information/Information.tsx',
    '/app/layouts/account/AccountLayout.tsx',
  ],
  // Held ready by every page, for a network that has gone.
  failure: ['/app/errors/ScreenErrorFallback.tsx', '/screens/errors/FailurePage.tsx'],
} as const

const names = Object.keys(firstViews) as readonly (keyof typeof firstViews)[]

/**
 * The files of what screens share. By default each set of screens has its own, and a page asks for
 * twelve. One for all would make each first view wait for the parts of the others.
 */
export const sharedFiles: readonly Rolldown.CodeSplittingGroup[] = [
  // First: a group takes along what its modules import.
  { name: (...of) => (viewsAbove(...of).length > 1 ? 'dates' : null), minShareCount: 3 },
  { name: fileOf, minShareCount: 3 },
]

function fileOf(...[id, graph]: Parameters<typeof viewsAbove>): string | null {
  // Few deployments log in with services: the others load nothing of it. Every account begins with what it
  // has consented to, and shows none of the parts of other screens.
  const isApart = /\/(services|link-moves|consent)\//.test(id)
  const [view] = viewsAbove(id, graph)
  return view ?? (isApart ? null : 'shared')
}

/** The first views that a module is a part of. */
function viewsAbove(id: string, graph: Rolldown.ChunkingContext) {
  const above = new Set([id])
  for (const each of above) {
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) above.add(importer)
  }
  const isAbove = (view: string) => [...above].some((each) => each.endsWith(view))
  return names.filter((name) => firstViews[name].some(isAbove))
}
