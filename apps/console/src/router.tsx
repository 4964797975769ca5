import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  type RouteComponent,
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

/** A screen that has these parameters in its address. */
function screen<Path extends string, Name extends string>(
  path: Path,
  component: RouteComponent,
  ...names: readonly Name[]
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: texts(...names),
  })
}

const screens = [
  screen('/', Start, 'q'),
  createRoute({ getParentRoute: () => root, path: '/sessions', component: MySessions }),
  createRoute({ getParentRoute: () => root, path: '/$place', component: PlaceScreen }),
  screen('/$place/players', Players, 'q', 'group', 'after', 'selected'),
  screen('/$place/players/$id', Player, 'tab', 'before', 'from'),
  screen('/$place/audit', Audit, 'subject', 'who', 'since', 'before', 'entry', 'selected'),
  screen('/$place/support', SupportCode, 'code'),
  screen('/$place/brand', Brand, 'draft', 'step'),
  screen('/$place/mailings', Mailings, 'mailing'),
  createRoute({ getParentRoute: () => root, path: '/$place/reasons', component: Reasons }),
  screen('/$place/access-keys', AccessKeys, 'batch', 'after', 'span', 'selected'),
  screen('/$place/figures', Figures, 'span'),
  screen('/$place/texts', Texts, 'of', 'after', 'selected'),
  screen('/$place/suppressions', Suppressions, 'after', 'selected'),
  createRoute({ getParentRoute: () => root, path: '/$place/health', component: Health }),
  screen('/$place/launch', Launch, 'span', 'wall'),
  screen('/$place/sites', Sites, 'client', 'selected'),
  screen('/$place/deliveries', Deliveries, 'client', 'selected'),
  screen('/$place/outbox', Outbox, 'selected'),
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
