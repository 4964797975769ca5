import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import type { Connect } from '@gatehouse/contract/entities'
import { paths, type Path } from '@gatehouse/contract/routes'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { shownConnects } from '../../../session/connects.ts'
import { mediaUrl } from '../../../session/siteUrls.ts'
import { dateIn, listOf } from '../../../i18n/formats.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { readSecurityOnce } from '../../../session/securityOverview.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import styles from './Information.module.css'
import { Isolated } from '../../../ui/Isolated.tsx'
import { useState, type ReactNode, useId } from 'react'
import { localStore } from '../../../storage/localStore.ts'
import { Button } from '@gatehouse/ui/Button'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { Link } from '../../../router/Link.tsx'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'
import { PlayerCard } from './PlayerCard.tsx'

// Of new players alone.
const FirstStepsCard = lazyOptional(
  async () => (await import('../../../forms/first-steps/FirstSteps.tsx')).FirstStepsCard,
)

/** More about this player, in cards. A card without content is left out. */
export function Overview() {
  const { t } = useLingui()
  const { rules } = useSettings()
  const { user, connects } = useSession()
  const shown = rules.hasConnectionsSection ? shownConnects(connects, rules) : []
  const linked = shown.filter(({ IsLinked }) => IsLinked)
  const blocked = user?.Blocks?.length ?? 0
  return (
    <aside className={styles.overview} aria-label={t`Overview`}>
      <SecurityAdvice />
      {rules.goesBeyondSpecification && <FirstStepsCard className={styles.card} />}
      <ToDo connects={shown} />
      {linked.length > 0 && (
        <LinkedAccounts linked={linked} isAll={linked.length === shown.length} />
      )}
      {rules.goesBeyondSpecification && (
        <Card title={t`Your player card`}>
          <PlayerCard />
        </Card>
      )}
      {rules.hasSecuritySection && <LastLogIn />}
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

/** The player's next steps: a link that has broken, or the first one. */
function ToDo({ connects }: { readonly connects: readonly Connect[] }) {
  const { t } = useLingui()
  const broken = connects.filter(({ IsGone }) => IsGone)
  const { goesBeyondSpecification } = useSettings().rules
  const isFirst =
    !goesBeyondSpecification &&
    connects.some(isLinkable) &&
    !connects.some(({ IsLinked }) => IsLinked)
  if (broken.length === 0 && !isFirst) return null
  return (
    <Card
      title={t`To do`}
      to={paths.linkAccount}
      way={isFirst ? <Trans>Link an account</Trans> : <Trans>Fix it</Trans>}
    >
      {isFirst && <p>{t`Link the accounts you play with to get their rewards.`}</p>}
      {broken.map(({ CanonicalName, Name }) => (
        <p key={CanonicalName}>{t`${Name} no longer knows the account you linked.`}</p>
      ))}
    </Card>
  )
}

interface LinkedProps {
  readonly linked: readonly Connect[]
  /** There is no other account to link. */
  readonly isAll: boolean
}

function LinkedAccounts({ linked, isAll }: LinkedProps) {
  const { t } = useLingui()
  const { MediasUrl } = useSettings().configuration
  return (
    <Card
      title={t`Linked accounts`}
      to={paths.linkAccount}
      way={isAll ? <Trans>Manage them</Trans> : <Trans>Link another one</Trans>}
    >
      <ul className={`stack near ${styles.faces}`}>
        {linked.map(({ CanonicalName, Name, ConnectName, Avatar: image }) => (
          <li key={CanonicalName} className="line near">
            <Avatar size="tiny" image={mediaUrl(image, MediasUrl)} name={ConnectName || Name} />
            <span>
              <strong>
                <Isolated of={ConnectName || Name} />
              </strong>{' '}
              <small className="hint">{Name}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Keeps the place of a line that is on its way: nothing moves when it comes. */
const coming = '\u00A0'

/** The log-in before this visit, so that a player notices another person's. */
function LastLogIn() {
  const { t, i18n } = useLingui()
  const { rules } = useSettings()
  const { session } = usePortal()
  const { user } = useSession()
  const { value: last, hasFailed } = useLoaded(() => session.api('readLastLogIn', {}))
  const at = last?.LastLogInAt
  if (user === null || hasFailed || at === null) return null
  const canChange = rules.resetPassword === 'open' && !isPartnerAccount(user, rules)
  return (
    <Card
      title={t`Last time you logged in`}
      {...(canChange && { to: paths.resetPassword, way: <Trans>Not you? New password</Trans> })}
    >
      <p>
        {at === undefined
          ? coming
          : dateIn(i18n.locale, at, { dateStyle: 'long', timeStyle: 'short' })}
      </p>
    </Card>
  )
}

function Newsletters() {
  const { t, i18n } = useLingui()
  const { api } = usePortal().session
  // Without its list there is no card: the section gives the reason.
  const { value: lists, hasFailed } = useLoaded(
    async () => (await api('listNewsletters', {})).OptInList,
  )
  const chosen = lists?.filter(({ IsOptIn }) => IsOptIn)
  if (hasFailed || chosen?.length === 0) return null
  return (
    <Card title={t`Newsletters`} to={paths.newsletter} way={<Trans>Choose</Trans>}>
      <p>
        {chosen === undefined ? (
          coming
        ) : (
          <Trans>
            You get{' '}
            {listOf(
              i18n.locale,
              chosen.map(({ ListName }) => isolate(ListName)),
            )}
            .
          </Trans>
        )}
      </p>
    </Card>
  )
}

/**
 * Advises a player without a passkey and an app to add one, where the deployment encourages it.
 * After 'Not now' it stays away for thirty days in this browser.
 */
function SecurityAdvice() {
  const { rules } = useSettings()
  const { user } = useSession()
  const [isLater, later] = useState(
    () => user !== null && localStore.read(adviceKey) === idOf(user),
  )
  if (user === null || isLater) return null
  if (!rules.encouragesStrongSignIn || !rules.hasSecuritySection) return null
  if (isPartnerAccount(user, rules)) return null
  return (
    <Advice
      onLater={() => {
        localStore.write(adviceKey, idOf(user))
        later(true)
        focusHeading()
      }}
    />
  )
}

const adviceKey = 'advised'

/** Browsers are shared: the answer is one player's. */
const idOf = ({ Id }: { readonly Id: number }) => String(Id)

function Advice({ onLater }: { readonly onLater: () => void }) {
  const { t } = useLingui()
  const { session } = usePortal()
  const { value: overview } = useLoaded(() => readSecurityOnce(session.api))
  if (overview === null || overview.Passkeys.length > 0 || overview.Apps.length > 0) return null
  return (
    <Card title={t`Protect your account`} to={paths.security} way={<Trans>Set it up</Trans>}>
      <p>
        <Trans>
          A password can be stolen. With a passkey or an authenticator app, it is not enough to get
          in.
        </Trans>
      </p>
      <Button look="quiet" onClick={onLater}>{t`Not now`}</Button>
    </Card>
  )
}

interface CardProps {
  readonly title: string
  readonly to?: Path
  /** The text of its link. */
  readonly way?: ReactNode
  readonly children: ReactNode
}

/** Something that is true of the player, with the way to where it is changed. */
function Card({ title, to, way, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {to !== undefined && (
        <Link to={to} aria-describedby={id}>
          {way}
        </Link>
      )}
    </section>
  )
}
