import { routeAt } from '@gatehouse/contract/routes'
import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePath } from '../../../router/router.ts'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { useWording } from '../../../context/useWording.ts'
import { Link } from '../../../router/Link.tsx'
import { screenRoutes } from '../../../routes/routes.ts'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'
import { WayIcon } from '@gatehouse/ui/WayIcon'
import styles from './AccountMenu.module.css'

// On a small screen alone, and after a press.
const AllSections = lazyOptional(async () => (await import('./AllSections.tsx')).AllSections)

/** The sections that this deployment lists. One that has no page of its own opens the consent tool. */
export function AccountMenu() {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [isOpen, open] = useState(false)
  const path = usePath()
  const section = routeAt(path)?.section
  // On a small screen the entries are a strip that may hide where the player is.
  useEffect(() => {
    const links = [...(strip.current?.querySelectorAll('a') ?? [])]
    const shown = new Set<string | undefined>([path, section])
    // The section itself is no entry on a page that is not the section.
    const current = links.find(({ pathname }) => shown.has(pathname))
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path, section])
  useFades(strip)
  useFocusInView(strip)
  return (
    <>
      <nav className={`picks ${styles.menu}`} aria-label={t`Account`}>
        <div ref={strip} className={styles.strip}>
          <ul>
            <Entries />
          </ul>
        </div>
        <button
          type="button"
          className={`line near ${styles.all}`}
          aria-haspopup="dialog"
          onClick={() => open(true)}
        >
          <WayIcon name="list" />
          <Trans>All sections</Trans>
        </button>
      </nav>
      {isOpen && (
        <AllSections onClose={() => open(false)}>
          <Entries onPress={() => open(false)} />
        </AllSections>
      )}
    </>
  )
}

interface EntriesProps {
  readonly onPress?: () => void
}

function Entries({ onPress }: EntriesProps) {
  const { rules } = useSettings()
  const { tags } = usePortal()
  const word = useWording()
  const section = routeAt(usePath())?.section
  return screenRoutes.map(({ path, menuLabel, title }) => {
    const entry = routeAt(path).menu?.(rules) ?? null
    const label = menuLabel ?? title
    if (entry === null || label === null) return null
    return (
      <li key={path}>
        {entry === 'consent-tool' ? (
          <button
            type="button"
            className={styles.entry}
            onClick={() => {
              onPress?.()
              tags.openConsentTool()
            }}
          >
            {word(label)}
          </button>
        ) : (
          <Link
            to={path}
            className={styles.entry}
            isWithin={section === path}
            {...(onPress && { onClick: onPress })}
          >
            {word(label)}
          </Link>
        )}
      </li>
    )
  })
}

/** Marks the ends of the strip behind which there is more; the sheet lets them fade. */
function useFades(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = strip.current
    if (shown === null) return undefined
    const mark = () => {
      // From the end of the reading direction it counts down below zero.
      const passed = Math.abs(shown.scrollLeft)
      shown.toggleAttribute('data-more-before', passed > 1)
      const rest = shown.scrollWidth - shown.clientWidth - passed
      shown.toggleAttribute('data-more-after', rest > 1)
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(shown)
    shown.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      shown.removeEventListener('scroll', mark)
    }
  }, [strip])
}

/** Browsers leave a link at the edge of the strip where it is when the keyboard comes to it. */
function useFocusInView(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = strip.current
    const bring = ({ target }: FocusEvent) => {
      // A press must find the link where it was.
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return
      target.scrollIntoView({ block: 'nearest', inline: 'center' })
    }
    shown?.addEventListener('focusin', bring)
    return () => shown?.removeEventListener('focusin', bring)
  }, [strip])
}
