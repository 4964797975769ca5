import type { Configuration } from '@gatehouse/contract/configuration'
import type { Rules } from '@gatehouse/contract/environments'
import { isOpenToTags } from '@gatehouse/contract/paths'
import { consentCookies } from './consentCookies.ts'
import type { Consent } from './createConsent.ts'

/** What analytics learns of a visit: that it happened, never who it was. */
export type TagEvent = 'login_success' | 'first_sign_up' | 'partner_register_confirm'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** The scripts of others on our pages: the tag manager, and a consent tool. */
export interface Tags {
  /** Tells the tag manager of an event, if the visitor allows analytics at this moment. */
  report(event: TagEvent): void
  /** A screen is shown: starts what this visitor and this path allow. */
  arrive(path: string): void
  /** Whether scripts of others run on this page. They stay as long as it does. */
  areRunning(): boolean
  openConsentTool(): void
}

export function createTags(configuration: Configuration, rules: Rules, consent: Consent): Tags {
  const { TagManagerId, ConsentToolUrl } = configuration
  const hasTagManager = /^GTM-[A-Z0-9]{1,12}$/.test(TagManagerId)
  const hasToolScript = rules.leavesCookiesToConsentTool && ConsentToolUrl !== ''
  let path = ''
  let isTagManagerRunning = false
  let isToolRunning = false

  async function tellTagManager(isFirst: boolean) {
    const { startTagManager, updateConsent } = await import('./tagManager.ts')
    if (isFirst) startTagManager(TagManagerId, consentCookies.choice())
    else updateConsent(consentCookies.choice())
  }

  function look() {
    const isOpen = isOpenToTags(path)
    if (hasToolScript && isOpen && !isToolRunning) {
      isToolRunning = true
      void import('./consentTool.ts').then(({ loadConsentTool }) =>
        loadConsentTool(configuration, consent.look),
      )
    }
    if (isTagManagerRunning) {
      void tellTagManager(false)
    } else if (hasTagManager && isOpen && consentCookies.choice().analytics) {
      isTagManagerRunning = true
      void tellTagManager(true)
    }
  }

  consent.subscribe(look)
  return {
    report(event) {
      if (consentCookies.choice().analytics) (window.dataLayer ??= []).push({ event })
    },
    arrive(next) {
      path = next
      consent.look()
    },
    areRunning: () => isTagManagerRunning || isToolRunning,
    openConsentTool() {
      void import('./consentTool.ts').then(({ openConsentTool }) => openConsentTool(configuration))
    },
  }
}
