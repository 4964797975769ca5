import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { RefusalNotice } from './lists/states.tsx'
import { AccessKeys } from './screens/AccessKeys.tsx'
import { Approval, Approvals } from './screens/Approvals.tsx'
import { Audit } from './screens/Audit.tsx'
import { Brand } from './screens/Brand.tsx'
import { Deliveries } from './screens/Deliveries.tsx'
import { Figures } from './screens/Figures.tsx'
import { Health } from './screens/Health.tsx'
import { Launch } from './screens/Launch.tsx'
import { Look } from './screens/Look.tsx'
import { Mailings } from './screens/Mailings.tsx'
import { MySessions } from './screens/MySessions.tsx'
import { NotFound } from './screens/missing.tsx'
import { Outbox } from './screens/Outbox.tsx'
import { PlaceScreen } from './screens/PlaceScreen.tsx'
import { Player } from './screens/Player.tsx'
import { Players } from './screens/Players.tsx'
import { Reasons } from './screens/Reasons.tsx'
import { Sites } from './screens/Sites.tsx'
import { Start } from './screens/Start.tsx'
import { Steal } from './screens/Steal.tsx'
import { SupportCode } from './screens/SupportCode.tsx'
import { Suppressions } from './screens/Suppressions.tsx'
import { Texts } from './screens/Texts.tsx'
import { Shell } from './shell/Shell.tsx'

/* The addresses of the console. All that a screen shows is in its address: a link opens it again. */

type Search<Name extends string> = { readonly [Key in Name]?: string }

/** Takes these parameters, as texts, and no others. */
function texts<Name extends string>(...names: readonly Name[]) {
  return (given: Readonly<Record<string, unknown>>): Search<Name> =>
    Object.fromEntries(
      names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
    ) as Search<Name>
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const screens = [
  createRoute({ getParentRoute: () => root, path: '/', component: Start }),
  createRoute({ getParentRoute: () => root, path: '/sessions', component: MySessions }),
  createRoute({ getParentRoute: () => root, path: '/$place', component: PlaceScreen }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/players',
    component: Players,
    validateSearch: texts('q', 'group', 'after', 'selected'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/players/$id',
    component: Player,
    validateSearch: texts('tab', 'before', 'from'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/audit',
    component: Audit,
    validateSearch: texts('subject', 'who', 'act', 'since', 'before', 'entry', 'selected'),
  }),
  createRoute({ getParentRoute: () => root, path: '/$place/support', component: SupportCode }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/brand',
    component: Brand,
    validateSearch: texts('draft', 'step'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/mailings',
    component: Mailings,
    validateSearch: texts('mailing'),
  }),
  createRoute({ getParentRoute: () => root, path: '/$place/reasons', component: Reasons }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/access-keys',
    component: AccessKeys,
    validateSearch: texts('batch', 'after', 'span', 'selected'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/figures',
    component: Figures,
    validateSearch: texts('span'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/texts',
    component: Texts,
    validateSearch: texts('of', 'after', 'selected'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/suppressions',
    component: Suppressions,
    validateSearch: texts('after', 'selected'),
  }),
  createRoute({ getParentRoute: () => root, path: '/$place/health', component: Health }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/launch',
    component: Launch,
    validateSearch: texts('span', 'wall'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/sites',
    component: Sites,
    validateSearch: texts('client', 'selected'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/deliveries',
    component: Deliveries,
    validateSearch: texts('client', 'selected'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/outbox',
    component: Outbox,
    validateSearch: texts('selected'),
  }),
  createRoute({ getParentRoute: () => root, path: '/$place/steal', component: Steal }),
  createRoute({ getParentRoute: () => root, path: '/$place/approvals', component: Approvals }),
  createRoute({ getParentRoute: () => root, path: '/$place/approvals/$id', component: Approval }),
  createRoute({
    getParentRoute: () => root,
    path: '/$place/look/$',
    component: Look,
    validateSearch: (given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(given).filter(
          (each): each is [string, string] => typeof each[1] === 'string',
        ),
      ),
  }),
] as const

function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return (
    <div className="screen">
      <h1>This screen failed</h1>
      <RefusalNotice error={error} onTryAgain={reset} />
    </div>
  )
}

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren(screens),
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: false,
    // As people write them: `q=12` is a text.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch(search) {
      const said = Object.entries(search).filter((each): each is [string, string] =>
        Boolean(each[1]),
      )
      const text = new URLSearchParams(said).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
