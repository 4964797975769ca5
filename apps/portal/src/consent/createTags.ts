import type { Configuration } from '@gatehouse/contract/configuration'
import type { Rules } from '@gatehouse/contract/environments'
import { isOpenToTags } from '@gatehouse/contract/routes'
import { tabStore } from '../storage/tabStore.ts'
import { consentCookies } from './consentCookies.ts'
import type * as ConsentTool from './consentTool.ts'
import type { Consent } from './createConsent.ts'

/** The events for analytics. They do not name the visitor. */
type TagEvent = 'login_success' | 'first_sign_up' | 'partner_register_confirm'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** The third-party scripts on our pages: the tag manager, and a consent tool. */
export type Tags = ReturnType<typeof createTags>

/** Events of a page that lets no tag manager in, until the page that does. */
const waitingEvents = 'tag-events'

/** `loadedPath` is where this page was loaded: its policy allows third-party scripts, or never. */
export function createTags(
  configuration: Configuration,
  rules: Rules,
  consent: Consent,
  loadedPath: string,
) {
  const { TagManagerId, ConsentToolUrl } = configuration
  const hasTagManager = /^GTM-[A-Z0-9]{1,12}$/.test(TagManagerId)
  const hasToolScript = rules.leavesCookiesToConsentTool && ConsentToolUrl !== ''
  // A page that is rendered ahead of its browser starts none.
  const letsScriptsIn = typeof document !== 'undefined' && isOpenToTags(loadedPath)
  let path = ''
  let isTagManagerRunning = false
  let isToolRunning = false
  let tool: typeof ConsentTool | undefined

  async function updateTagManager(isFirst: boolean) {
    const { startTagManager, updateConsent } = await import('./tagManager.ts')
    if (isFirst) startTagManager(TagManagerId, consentCookies.choice())
    else updateConsent(consentCookies.choice())
  }

  /**
   * Fetches how to speak to the tool, so that its button answers at once; where it may, the tool.
   */
  async function prepareTool(isOpen: boolean) {
    const shallRun = hasToolScript && isOpen
    if (shallRun) isToolRunning = true
    tool ??= await import('./consentTool.ts')
    if (shallRun) tool.loadConsentTool(configuration, consent.look)
    return tool
  }

  function areWanted() {
    return hasToolScript || (hasTagManager && consentCookies.choice().analytics)
  }

  function look() {
    const isOpen = letsScriptsIn && isOpenToTags(path)
    if (rules.leavesCookiesToConsentTool) void prepareTool(isOpen)
    if (isTagManagerRunning) {
      void updateTagManager(false)
    } else if (hasTagManager && isOpen && consentCookies.choice().analytics) {
      isTagManagerRunning = true
      void updateTagManager(true)
    }
  }

  if (letsScriptsIn) {
    if (consentCookies.choice().analytics) for (const event of waiting()) push(event)
    tabStore.forget(waitingEvents)
  }
  consent.subscribe(look)
  return {
    /** Sends an event to the tag manager, if the visitor allows analytics at this moment. */
    sendEvent(event: TagEvent) {
      if (!consentCookies.choice().analytics) return
      push(event)
      if (hasTagManager && !letsScriptsIn) tabStore.write(waitingEvents, [...waiting(), event])
    },
    /** A screen is shown: starts the scripts that this visitor and this path allow. */
    onScreenShown(next: string) {
      path = next
      consent.look()
    },
    /**
     * True if a path must begin as its own page: third-party scripts run on this one and must not
     * there, or should run there and this page was loaded where they may not start. The
     * step after a log-in never does: it must not cost a player a second load.
     */
    needNewPage(next: string): boolean {
      if (!isOpenToTags(next)) return isTagManagerRunning || isToolRunning
      return !letsScriptsIn && isOpenToTags(path) && areWanted()
    },
    openConsentTool() {
      if (tool !== undefined) {
        tool.openConsentTool(configuration)
        return
      }
      // The press came before the page's own arrival.
      const isOpen = letsScriptsIn && isOpenToTags(path === '' ? loadedPath : path)
      void prepareTool(isOpen).then(({ openConsentTool }) => openConsentTool(configuration))
    },
  }
}

function waiting(): string[] {
  const stored = tabStore.read(waitingEvents)
  return Array.isArray(stored) ? stored.map(String) : []
}

function push(event: string): void {
  window.dataLayer ??= []
  window.dataLayer.push({ event })
}
