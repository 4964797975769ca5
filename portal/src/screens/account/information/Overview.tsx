import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Connect } from '@gatehouse/contract/entities'
import { type Path, paths } from '@gatehouse/contract/routes'
import { type ReactNode, useId } from 'react'
import { usePortal, useSession } from '../../../context/portal.ts'
import { shownConnects } from '../../../context/shownConnects.ts'
import { mediaUrl } from '../../../context/siteUrls.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Link } from '../../../ui/Link.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import styles from './Information.module.css'

/** What else is true of this player, in cards. A card without anything to say is left out. */
export function Overview() {
  const { t } = useLingui()
  const { rules } = usePortal()
  const { user, connects } = useSession()
  const shown = shownConnects(connects, rules)
  const blocked = user?.Blocks?.length ?? 0
  return (
    <aside className={styles.overview} aria-label={t`Overview`}>
      {rules.hasConnectionsSection && shown.length > 0 && <LinkedAccounts connects={shown} />}
      {rules.hasConnectionsSection && rules.hasNewsletterSection && <Newsletters />}
      {blocked > 0 && (
        <Card title={t`Blocked`} to={paths.blockedUsers} way={<Trans>See the list</Trans>}>
          <p>
            <Plural value={blocked} one="# player" other="# players" />
          </p>
        </Card>
      )}
    </aside>
  )
}

function LinkedAccounts({ connects }: { readonly connects: readonly Connect[] }) {
  const { t } = useLingui()
  const { MediasUrl } = usePortal().configuration
  const linked = connects.filter(({ IsLinked }) => IsLinked)
  const isAll = linked.length === connects.length
  return (
    <Card
      title={t`Linked accounts`}
      to={paths.linkAccount}
      way={isAll ? <Trans>Manage them</Trans> : <Trans>Link another one</Trans>}
    >
      {linked.length === 0 ? (
        <p>
          <Trans>Link the accounts you play with, and your rewards find you.</Trans>
        </p>
      ) : (
        <ul className={styles.faces}>
          {linked.map(({ CanonicalName, Name, ConnectName, Avatar: image }) => (
            <li key={CanonicalName}>
              <Avatar size="tiny" image={mediaUrl(image, MediasUrl)} name={ConnectName || Name} />
              <span>
                <strong>{ConnectName || Name}</strong> <small>{Name}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Newsletters() {
  const { t } = useLingui()
  const { api } = usePortal().session
  // The card goes without saying where its list cannot be had: the section tells the reason.
  const [lists] = useLoaded(
    async () => (await api('listNewsletters', {})).OptInList,
    () => {},
  )
  if (lists === null || lists.length === 0) return null
  const chosen = lists.filter(({ IsOptIn }) => IsOptIn)
  return (
    <Card title={t`Newsletters`} to={paths.newsletter} way={<Trans>Choose</Trans>}>
      <p>
        {chosen.length === 0 ? (
          <Trans>You get none.</Trans>
        ) : (
          <Trans>You get {chosen.map(({ ListName }) => ListName).join(', ')}.</Trans>
        )}
      </p>
    </Card>
  )
}

interface CardProps {
  readonly title: string
  readonly to: Path
  /** What its link says. */
  readonly way: ReactNode
  readonly children: ReactNode
}

function Card({ title, to, way, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <Link to={to} aria-describedby={id}>
        {way}
      </Link>
    </section>
  )
}
