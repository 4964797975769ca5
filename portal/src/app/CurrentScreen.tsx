import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { ScreenScope } from '../context/ScreenScope.tsx'
import { ErrorBoundary } from './errors/ErrorBoundary.tsx'
import type { Router, Shown } from '../router/createRouter.ts'
import { Progress } from '../ui/feedback/Progress.tsx'
import { lazyOptional } from '../ui/feedback/lazyOptional.tsx'
import { layouts } from './layouts.ts'
import { Root } from './Root.tsx'
import type { ScreenRoute } from '../routes/routes.ts'

// Fetched ahead: without a network it could not be.
const errors = () => import('./errors/ScreenErrorFallback.tsx')
const ScreenErrorFallback = lazyOptional(async () => (await errors()).ScreenErrorFallback)
const LayoutErrorFallback = lazyOptional(async () => (await errors()).LayoutErrorFallback)

interface Props {
  readonly router: Router<ScreenRoute>
  readonly onShown?: (() => void) | undefined
}

/**
 * The screen of the address, in its layout. A part that breaks leaves the parts around it intact.
 */
export function CurrentScreen({ router, onShown }: Props) {
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
