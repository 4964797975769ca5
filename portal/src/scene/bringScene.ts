import type { Portal } from '../context/portal.ts'
import type { Router } from '../router/createRouter.ts'
import { subscribeToScheme } from '../themes/scheme.ts'
import { type Drawing, sceneOfPage, type ThemeScene } from './drawing.ts'
import { openGate } from './openGate.ts'
import { showScene, type ShownScene } from './showScene.ts'

interface Layouts {
  readonly screen: { readonly layout: string }
}

/**
 * Lets the scene of the page's theme live, and opens its gate after a log-in: once the page is
 * usable, and until `signal` ends it. Players who ask for less motion keep the picture.
 */
export async function bringScene(
  portal: Portal,
  router: Router<Layouts['screen']>,
  signal: AbortSignal,
): Promise<void> {
  const scene = await sceneOfPage()
  if (scene === null || signal.aborted) return
  await loadSheet(scene.sheet)
  keepScene(router, scene, signal)
  if (portal.session.read().token === null) fetchLeaf(scene.leaf)
  const stop = keepGate(portal, router, scene.drawing)
  signal.addEventListener('abort', stop)
}

async function loadSheet(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
}

/** The gate is open before a file could come that is asked for when it opens. */
function fetchLeaf(address: string): void {
  if (!lessMotion.matches) new Image().src = address
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
const dark = matchMedia('(prefers-color-scheme: dark)')

/** The art of a visitor's page. */
function artOfPage(): HTMLElement | null {
  return document.querySelector('[data-layout="visitor"] > div')
}

/** One scene at a time: on the art that the page has now, in its scheme. */
function keepScene(
  router: Router<Layouts['screen']>,
  scene: ThemeScene,
  signal: AbortSignal,
): void {
  let art: HTMLElement | null = null
  let shown: ShownScene | null = null
  let changes = 0
  const isSeen = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting === true
    pause()
  })
  let isInView = true
  const pause = () => shown?.pause(document.hidden || !isInView)

  async function renew() {
    const own = ++changes
    shown?.remove()
    shown = null
    isSeen.disconnect()
    art = artOfPage()
    if (art === null || lessMotion.matches || signal.aborted) return
    try {
      const next = await showScene(art, scene)
      // The page has gone on meanwhile.
      if (own !== changes) return next.remove()
      shown = next
      isSeen.observe(art)
    } catch {
      // Without its files the picture stays as it is.
    }
  }

  const follow = () => {
    if (artOfPage() !== art) void renew()
  }
  const again = () => void renew()
  document.addEventListener('visibilitychange', pause, { signal })
  for (const media of [lessMotion, dark]) media.addEventListener('change', again, { signal })
  const stops = [subscribeToScheme(again), router.subscribe(() => queueMicrotask(follow))]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    again()
  })
  again()
}

/** Watches for the step from a log-in to the account; returns how to stop it. */
function keepGate(
  { session, pageState }: Portal,
  router: Router<Layouts['screen']>,
  drawing: Drawing,
): () => void {
  let place = router.read()?.entry.pathname
  let wasVisitor = session.read().token === null
  return router.subscribe(() => {
    const shown = router.read()
    if (shown === null || shown.entry.pathname === place) return
    place = shown.entry.pathname
    const isPlayer = session.read().token !== null
    const hasCome = wasVisitor && isPlayer && pageState.current.hasLoggedIn
    wasVisitor = !isPlayer
    delete document.documentElement.dataset['gate']
    const mayOpen = 'startViewTransition' in document && !lessMotion.matches
    if (hasCome && mayOpen && shown.screen.layout === 'account') openGate(drawing, artOfPage())
  })
}
