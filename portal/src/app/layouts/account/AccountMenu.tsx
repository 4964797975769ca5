import { routeAt } from '@gatehouse/contract/routes'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { usePath } from '../../../router/router.ts'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { useWording } from '../../../context/wording.ts'
import { Link } from '../../../router/Link.tsx'
import { screenRoutes } from '../../../routes/routes.ts'
import styles from './AccountMenu.module.css'

/** The sections that this deployment lists. One that has no page of its own opens the consent tool. */
export function AccountMenu() {
  const { rules } = useSettings()
  const { tags } = usePortal()
  const { t } = useLingui()
  const word = useWording()
  const menu = useRef<HTMLElement>(null)
  const path = usePath()
  const section = routeAt(path)?.section
  // On a small screen the entries are a strip that may hide where the player is.
  useEffect(() => {
    const links = [...(menu.current?.querySelectorAll('a') ?? [])]
    const shown = section ?? path
    const current = links.find(({ pathname }) => pathname === shown)
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path, section])
  return (
    <nav ref={menu} className={styles.menu} aria-label={t`Account`}>
      <ul>
        {screenRoutes.map(({ path, menuLabel, title }) => {
          const entry = routeAt(path).menu?.(rules) ?? null
          const label = menuLabel ?? title
          if (entry === null || label === null) return null
          return (
            <li key={path}>
              {entry === 'consent-tool' ? (
                <button type="button" onClick={tags.openConsentTool}>
                  {word(label)}
                </button>
              ) : (
                <Link to={path} isWithin={section === path}>
                  {word(label)}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
