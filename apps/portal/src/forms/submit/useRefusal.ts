import { useLingui } from '@lingui/react/macro'
import { isBuildOld, isMissingFile, loadAnew } from '@gatehouse/ui/oldBuild'
import { leavePage } from '../../context/pageHandover.ts'
import { usePortal } from '../../context/portal.ts'
import { CallError } from '@gatehouse/client/client'
import { isNetworkError } from '../../session/createApi.ts'
import { CookiesRefusedError } from '../../session/session.ts'
import { type FormItem, itemOf, refusedItems } from './FormError.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'

/** A failure that is shown where its work was begun. */
interface Refusal {
  readonly items: readonly FormItem[]
  readonly wordsFor: (codeOrText: string) => string
  /** The sealed note of the server; empty or absent without one. */
  readonly note?: string | undefined
  /** Seconds after which the server asks to come again; null or absent without any. */
  readonly retryAfter?: number | null | undefined
}

/**
 * Reads a failure; null for one that goes to an error page, which none does that `stays`. `offline` has the
 * words for a lost network.
 */
export function useRefusal(): (
  error: unknown,
  stays?: boolean,
  offline?: () => string,
) => Promise<Refusal | null> {
  const { t } = useLingui()
  const portal = usePortal()
  const uncookied = () => t`Your browser blocks cookies. Allow them for this site to log in.`
  const away = () => t`We could not reach our servers. Please try again in a moment.`
  return async (error, stays = false, offline = () => t`You seem to be offline.`) => {
    if (isMissingFile(error) && (await isBuildOld())) {
      leavePage(portal, location.pathname)
      await loadAnew()
    }
    const isLate = isMissingFile(error) || (error instanceof CallError && error.isLate)
    // The specification has an error page for it.
    const isAway = isUnanswered(error) && (stays || portal.rules.goesBeyondSpecification)
    if (isLate || isAway || (isNetworkError(error) && !navigator.onLine)) {
      return inWords('offline', isLate || navigator.onLine ? away : offline)
    }
    if (error instanceof CookiesRefusedError) return inWords('no-cookies', uncookied)
    const refused = refusedItems(error)
    if (refused === null && !stays) return null
    const items = refused ?? [itemOf('', 'ERROR_REGISTER_NO_SUCCESS')]
    const { supportNote: note, retryAfter } = error as Partial<CallError>
    return {
      items,
      note,
      retryAfter,
      wordsFor: await wordsOfErrors(),
    }
  }
}

/** What the portal itself finds. */
function inWords(ErrorMessage: string, words: () => string): Refusal {
  return { items: [{ Property: '', ErrorMessage, words }], wordsFor: words }
}

/** True where no server of ours has answered: none was reached, or a proxy says so in its place. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof CallError && error.body === null && /^(0|50[234])$/.test(`${error.status}`)
  )
}

/** The sentences of a refusal, in the language of the page. */
export function sentencesOf({ items, wordsFor }: Refusal): readonly (() => string)[] {
  return items.map(({ words, ErrorMessage }) => words ?? (() => wordsFor(ErrorMessage)))
}
