import { Suspense, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../routing/ErrorBoundary.tsx'
import type { Router, Shown } from '../routing/createRouter.ts'
import { Progress } from '../ui/Progress.tsx'
import { Breakdown } from './Breakdown.tsx'
import { BrokenFrame } from './BrokenFrame.tsx'
import { FirstLoad } from './FirstLoad.tsx'
import { frames } from './frames.ts'
import { Root } from './Root.tsx'
import type { ScreenRoute } from './screenRoute.ts'

interface Props {
  readonly router: Router<ScreenRoute>
}

/** What the address leads to, in its frame. Whatever breaks leaves what is around it as it is. */
export function CurrentScreen({ router }: Props) {
  const shown = useSyncExternalStore(router.subscribe, router.read, router.read)
  if (shown === null) return null
  const Frame = frames[shown.screen.frame]
  return (
    <ErrorBoundary cause={shown} fallback={BrokenFrame}>
      <Root title={shown.screen.title} place={shown.state === 'pending' ? null : shown.screen.path}>
        <ErrorBoundary key={shown.screen.frame} cause={shown} fallback={BrokenFrame}>
          <Suspense fallback={<FirstLoad />}>
            <Frame>
              <Content key={shown.screen.path} shown={shown} />
            </Frame>
          </Suspense>
        </ErrorBoundary>
      </Root>
    </ErrorBoundary>
  )
}

function Content({ shown }: { readonly shown: Shown<ScreenRoute> }) {
  if (shown.state === 'pending') return <Progress />
  if (shown.state === 'broken') return <Breakdown error={shown.error} />
  const Screen = shown.screen.component
  return (
    <ErrorBoundary cause={shown} fallback={Breakdown}>
      <Screen />
    </ErrorBoundary>
  )
}
