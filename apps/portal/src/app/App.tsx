import type { I18n } from '@lingui/core'
import type { Router, Shown } from '../router/createRouter.ts'
import { type Portal, PortalContext } from '../context/portal.ts'
import type { ScreenRoute } from '../routes/routes.ts'
import { I18nProvider } from '@lingui/react'
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { RouterContext } from '../router/router.ts'
import { ConsentContext } from '../consent/useConsent.ts'
import { ScreenScope } from '../context/ScreenScope.tsx'
import { ErrorBoundary } from './errors/ErrorBoundary.tsx'
import { Progress } from '../ui/feedback/Progress.tsx'
import { lazyOptional } from '../ui/feedback/lazyOptional.tsx'
import { layouts } from './layouts.ts'
import { Root } from './Root.tsx'

interface AppProps {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: Router<ScreenRoute>
  /** Called once the first screen is there, and can be used. */
  readonly onShown?: (() => void) | undefined
}

export function App({ onShown, ...props }: AppProps) {
  return (
    <AppProviders {...props}>
      <CurrentScreen router={props.router} onShown={onShown} />
    </AppProviders>
  )
}

interface ProvidersProps extends Omit<AppProps, 'router' | 'onShown'> {
  readonly router: Router<unknown>
  readonly children: ReactNode
}

/** The services and contexts of every part of the portal. */
export function AppProviders({ i18n, portal, router, children }: ProvidersProps) {
  return (
    <I18nProvider i18n={i18n}>
      <PortalContext value={portal}>
        <ConsentContext value={portal.consent}>
          <RouterContext value={router}>{children}</RouterContext>
        </ConsentContext>
      </PortalContext>
    </I18nProvider>
  )
}

// Fetched ahead: without a network it could not be.
const errors = () => import('./errors/ScreenErrorFallback.tsx')
const ScreenErrorFallback = lazyOptional(async () => (await errors()).ScreenErrorFallback)
const LayoutErrorFallback = lazyOptional(async () => (await errors()).LayoutErrorFallback)

/**
 * The screen of the address, in its layout. A part that breaks leaves the parts around it intact.
 */
function CurrentScreen({ router, onShown }: Pick<AppProps, 'router' | 'onShown'>) {
  const shown = useSyncExternalStore(router.subscribe, router.read, router.read)
  if (shown === null) return null
  const Layout = layouts[shown.screen.layout]
  return (
    <>
      <ErrorBoundary cause={shown} fallback={LayoutErrorFallback}>
        <Root
          title={shown.screen.title}
          place={shown.state === 'pending' ? null : shown.screen.path}
        >
          <ErrorBoundary key={shown.screen.layout} cause={shown} fallback={LayoutErrorFallback}>
            <Layout>
              <Content key={shown.screen.path} shown={shown} />
            </Layout>
          </ErrorBoundary>
        </Root>
      </ErrorBoundary>
      {/* Outside of what a change of layout makes anew. */}
      <WhenShown act={onShown} />
    </>
  )
}

/** Acts once for the page, when the preceding elements are in it. */
function WhenShown({ act }: { readonly act: (() => void) | undefined }) {
  const acting = useEffectEvent(() => act?.())
  useEffect(() => acting(), [])
  return null
}

function Content({ shown }: { readonly shown: Shown<ScreenRoute> }) {
  if (shown.state === 'pending') return <Progress />
  if (shown.state === 'broken') return <ScreenErrorFallback error={shown.error} />
  const Screen = shown.screen.screen
  return (
    <ErrorBoundary cause={shown} fallback={ScreenErrorFallback}>
      <ScreenScope>
        <Screen />
      </ScreenScope>
    </ErrorBoundary>
  )
}
