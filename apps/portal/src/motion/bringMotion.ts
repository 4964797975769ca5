import type { Portal } from '../context/portal.ts'
import type { Router } from '../router/createRouter.ts'
import './Motion.module.css'
import { openGate } from './openGate.ts'

const sheets = import.meta.glob<string>('../themes/*/motion.css', {
  query: '?url',
  import: 'default',
  eager: true,
})
const leaves = import.meta.glob<string>('../themes/*/leaf.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

interface Layouts {
  readonly layout: string
}

/**
 * Brings the sheet by which the page's theme moves, and its gate after a log-in: once the page is usable,
 * and until `signal` ends it. A page without a named theme, because its art is the deployment's own,
 * has neither.
 */
export async function bringMotion(
  portal: Portal,
  router: Router<Layouts>,
  signal: AbortSignal,
): Promise<void> {
  const folder = `../themes/${document.documentElement.dataset['theme']}`
  const sheet = sheets[`${folder}/motion.css`]
  if (sheet === undefined || signal.aborted) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  document.head.append(link)
  // The gate is open before a file could come that is asked for when it opens.
  const isVisitor = portal.session.read().token === null
  if (isVisitor && !lessMotion.matches) new Image().src = leaves[`${folder}/leaf.svg`] ?? ''
  const stop = keepGate(portal, router)
  signal.addEventListener('abort', () => {
    stop()
    link.remove()
  })
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Watches for the step from a log-in to the account; returns how to stop it. */
function keepGate({ session, logIn }: Portal, router: Router<Layouts>): () => void {
  let place = router.read()?.entry.pathname
  let wasVisitor = session.read().token === null
  return router.subscribe(() => {
    const shown = router.read()
    if (shown === null || shown.entry.pathname === place) return
    place = shown.entry.pathname
    const isPlayer = session.read().token !== null
    const hasCome = wasVisitor && isPlayer && logIn.isDone
    wasVisitor = !isPlayer
    delete document.documentElement.dataset['gate']
    const mayOpen = 'startViewTransition' in document && !lessMotion.matches
    if (hasCome && mayOpen && shown.screen.layout === 'account') openGate()
  })
}
