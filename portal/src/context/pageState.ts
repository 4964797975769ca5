import type { Ban, SecondStep } from '@gatehouse/contract/errorItems'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { Ending } from '../session/session.ts'
import { tabStore } from '../storage/tabStore.ts'
import type { Label } from './wording.ts'

/**
 * The reason for a log-in, which says it: a section that was asked for, the end of a session, or an
 * act.
 */
export type LoginNote =
  | { readonly kind: 'wanted'; readonly title: Label }
  | {
      /** `confirmed-before`: the link of a registration's mail had done its work already. */
      readonly kind:
        | 'stopped-at-partner'
        | 'password-set'
        | 'opened'
        | 'confirmed'
        | 'confirmed-before'
    }
  | { readonly kind: 'ended'; readonly ending: Ending }

/** The values that the page learns while it is open. */
export interface PageValues {
  /** The landing rule was applied: it is once per page load. */
  readonly hasLanded: boolean
  /** A player has logged in on this page. */
  readonly hasLoggedIn: boolean
  /** The name with which the visitor began to log in. */
  readonly username: string
  /** How the log-in of that name goes on after its password; null while none waits. */
  readonly secondStep: SecondStep | null
  /** Said above the form of the log-in; null for nothing. */
  readonly loginNote: LoginNote | null
  /**
   * The change of address that a link has just made or undone; null when none did. Other servers
   * leave out whose address it is, masked.
   */
  readonly emailUpdate: {
    readonly isUndone: boolean
    readonly Email?: string
    readonly Username?: string
  } | null
  /** A gaming account has just been linked: the next first step stands on the page of connections. */
  readonly hasLinked: boolean
  /** The account was frozen here just now: where its mail went, masked; null before. */
  readonly frozen: { readonly Email: string } | null
  /** A validated key, until a registration consumes it; '' when none is held. */
  readonly accessKey: string
  /** A digest of the registration that was sent last, and the key under which it is sent again. */
  readonly registering: { readonly form: string; readonly key: string } | null
  /**
   * The registration that succeeded last: until it is confirmed, a form with its name corrects its
   * address.
   */
  readonly registered: {
    readonly username: string
    readonly email: string
    readonly key: string
    /** The key that it used up; '' for none. */
    readonly accessKey: string
  } | null
  /** The link of a registration's mail that did not work; '' when there is none. */
  readonly deadLink: string
  /** The screen that acts as soon as it is shown, and that the player chose here; '' before. */
  readonly agreedTo: Path | ''
  /** The address where another try begins of what led to an error page; '' when there is none. */
  readonly retry: string
  /** The error page came on top of that address: Back leads there. */
  readonly isRetryBehind: boolean
  /** Under which the server's log has what led to an error page; '' when it does not. */
  readonly requestId: string
  /** The sealed note of what led to an error page, and its screen; null without one. */
  readonly incident: { readonly note: string; readonly screen: string } | null
  /** The lock that led to an error page, as far as it is known; null for every other failure. */
  readonly lock: { readonly ban?: Ban; readonly retryAfter?: number } | null
}

/** The state that lives as long as the loaded page. */
export interface PageState {
  readonly loadedPath: string
  readonly current: PageValues
  update(news: Partial<PageValues>): void
  /** The input of forms that an error page interrupted, by the form's name. */
  readonly drafts: Map<string, FormData>
  /** No password outlives the way from its form to an error page and back. */
  forgetPasswords(): void
  /** Clears typed input and unfinished steps when the player logs out. */
  forgetPlayer(): void
}

const emailUpdateKey = 'email-update'

const frozenKey = 'frozen'

const registeredKey = 'registered'

/** A phone drops the tab while its player reads the mail. */
function keptRegistered(): PageValues['registered'] {
  const kept = (tabStore.read(registeredKey) ?? {}) as Readonly<Record<string, unknown>>
  const { username, email, key, accessKey } = kept
  const texts = [username, email, key, accessKey]
  if (!texts.every((text) => typeof text === 'string')) return null
  const [name = '', address = '', sentAs = '', used = ''] = texts
  return { username: name, email: address, key: sentAs, accessKey: used }
}

function keptFrozen(): PageValues['frozen'] {
  const { Email } = (tabStore.read(frozenKey) ?? {}) as { readonly Email?: unknown }
  return typeof Email === 'string' ? { Email } : null
}

function keptEmailUpdate(): PageValues['emailUpdate'] {
  const kept = tabStore.read(emailUpdateKey)
  if (typeof kept !== 'object' || kept === null) return null
  const { isUndone, Email, Username } = kept as Readonly<Record<string, unknown>>
  return {
    isUndone: isUndone === true,
    ...(typeof Email === 'string' && { Email }),
    ...(typeof Username === 'string' && { Username }),
  }
}

/** The state of a page that was loaded just now. */
export function createPageState(loadedPath: string): PageState {
  let current: PageValues = {
    hasLanded: false,
    hasLoggedIn: false,
    username: '',
    secondStep: null,
    loginNote: null,
    emailUpdate: null,
    hasLinked: false,
    frozen: null,
    accessKey: '',
    registering: null,
    registered: keptRegistered(),
    deadLink: '',
    agreedTo: '',
    retry: '',
    isRetryBehind: false,
    requestId: '',
    incident: null,
    lock: null,
  }
  if (loadedPath === paths.updateEmailSuccess) {
    current = { ...current, emailUpdate: keptEmailUpdate() }
  }
  if (loadedPath === paths.accountFrozen) current = { ...current, frozen: keptFrozen() }
  const drafts = new Map<string, FormData>()
  return {
    loadedPath,
    drafts,
    forgetPasswords() {
      for (const form of drafts.values()) {
        for (const name of Array.from(form.keys())) if (/password/i.test(name)) form.delete(name)
      }
    },
    forgetPlayer() {
      tabStore.clear()
      drafts.clear()
      // Back to the log-in finds no name, and back to the registration nothing of another player.
      current = {
        ...current,
        hasLoggedIn: false,
        hasLinked: false,
        username: '',
        registering: null,
        registered: null,
        accessKey: '',
      }
    },
    get current() {
      return current
    },
    update(news) {
      current = { ...current, ...news }
      // The mail link is single-use, so its outcome is kept for a reload.
      if (news.emailUpdate !== undefined) tabStore.keep(emailUpdateKey, news.emailUpdate)
      // The player has nothing else to read.
      if (news.frozen !== undefined) tabStore.keep(frozenKey, news.frozen)
      if (news.registered !== undefined) tabStore.keep(registeredKey, news.registered)
    },
  }
}

interface HasPageState {
  readonly pageState: PageState
}

/**
 * True if a screen that acts as soon as it is shown has to ask first. It need not after a press of
 * the player in the portal, or when the page was loaded from ourselves, from the address bar or
 * from a listed site. A mere redirect is no wish of the player's.
 */
export function needsConfirmation({ pageState }: HasPageState, path: Path): boolean {
  if (pageState.current.agreedTo === path) return false
  return pageState.loadedPath !== path || isForeign()
}

/** True if another site led to the page, as the file server found. */
function isForeign(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="arrival"]')?.content === 'foreign'
}

/** True if this deployment's mail links wait for a press of a button, as the page itself says. */
export function mailLinksNeedConfirmation(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="mail-links"]')?.content === 'button'
}
