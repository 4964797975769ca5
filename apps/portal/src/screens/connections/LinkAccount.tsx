import { Trans, useLingui } from '@lingui/react/macro'
import { isLinkable } from '@gatehouse/contract/identityProviderRow'
import type { Connect } from '@gatehouse/contract/entities'
import { useId, useState, useEffect } from 'react'
import { iconUrl, mediaUrl } from '../../session/siteUrls.ts'
import { throwFormError } from '../../forms/submit/FormError.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import { beginLinking } from './beginLinking.ts'
import { identityProviders } from './identityProviders.ts'
import { useLoading } from '../../context/loading.ts'
import { usePortal, useSession, useSettings } from '../../context/portal.ts'
import { Place } from '../../context/Place.tsx'
import { shownConnects } from '../../session/connects.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../ui/DialogWithMessages.tsx'
import { Icon } from '@gatehouse/ui/Icon'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import rowStyles from '../../ui/Row.module.css'
import styles from './LinkAccount.module.css'
import { Mark } from '../../forms/services/Mark.tsx'
import { Isolated } from '../../ui/Isolated.tsx'
import { ageOf } from '@gatehouse/contract/dates'
import { agoIn } from '../../i18n/formats.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'

// After a linking alone.
const FirstStepsCard = lazyOptional(
  async () => (await import('../../forms/first-steps/FirstSteps.tsx')).FirstStepsCard,
)

// Few links are anybody else's.
const OfferedMove = lazyOptional(
  async () => (await import('../../forms/link-moves/LinkMove.tsx')).OfferedMove,
  'services',
)
const WaitingMove = lazyOptional(
  async () => (await import('../../forms/link-moves/LinkMove.tsx')).WaitingMove,
  'services',
)

/** The gaming accounts that a player can link, and those that are. */
export function LinkAccount() {
  const { t } = useLingui()
  const { rules } = useSettings()
  const { connects } = useSession()
  const { hasLinked } = usePortal().page
  return (
    <>
      <h1>{t`Connections`}</h1>
      <p>{t`Link the accounts you play and stream with. We never see their passwords.`}</p>
      <ul>
        {shownConnects(connects, rules).map((connect) => (
          <Connection key={connect.CanonicalName} connect={connect} />
        ))}
      </ul>
      {hasLinked && rules.goesBeyondSpecification && (
        <FirstStepsCard isNext className={`plate stack near ${styles.next}`} />
      )}
    </>
  )
}

/** One service. Its work and its refusals are its own: the other ones stay usable meanwhile. */
function Connection({ connect }: { readonly connect: Connect }) {
  const portal = usePortal()
  const { isBusy, errorsOf, act } = useActions<'link'>()
  const [isAsked, ask] = useState(false)
  const id = useId()
  const { CanonicalName, Name, Icon: icon, IsLinked, Move: move } = connect
  const isLoading = useLoading(`linking-${CanonicalName}`, `refreshing-${CanonicalName}`)
  const canLink = isLinkable(connect)
  const provider = identityProviders[CanonicalName]

  async function link() {
    const { session, returnTo } = portal
    const Token = session.read().token?.Value ?? ''
    const { Success } = await session.api('validateProfile', { body: { Token } })
    if (!Success) throwFormError('ERROR_NOT_ALLOWED')
    // An earlier linking for a site has nothing to do with this press.
    returnTo.forgetLink()
    await beginLinking(portal, provider, { keepsPage: true })
  }

  function press() {
    // The return from the service, on another screen, is not to be overtaken by a second linking.
    if (isLoading) return
    if (IsLinked) ask(true)
    else act('link', link)
  }

  function unlink() {
    portal.returnTo.forgetLink()
    portal.page.agreeTo(provider.unlink)
    portal.go(provider.unlink)
  }

  return (
    <li className={`${rowStyles.row} ${styles.connection}`} aria-labelledby={id}>
      <Mark
        of={CanonicalName}
        image={iconUrl(icon, portal.configuration.MediasUrl)}
        isLinked={IsLinked}
      />
      <div className="stack near">
        <h2 id={id}>{Name}</h2>
        {IsLinked && <Account connect={connect} />}
        {!IsLinked && (
          <p className="quiet">
            {canLink ? (
              <Trans>Not linked</Trans>
            ) : (
              <Trans>Not linked: it cannot be linked here yet.</Trans>
            )}
          </p>
        )}
      </div>
      {canLink && (
        <Button
          look={IsLinked ? 'secondary' : 'primary'}
          isBusy={isBusy('link') || isLoading}
          {...(portal.rules.goesBeyondSpecification ? { of: id } : { 'aria-describedby': id })}
          onClick={press}
        >
          {IsLinked ? <Trans>Unlink</Trans> : <Trans>Link</Trans>}
        </Button>
      )}
      <Place name={CanonicalName}>
        <ActionErrors errors={errorsOf('link')} />
        {portal.rules.offersServiceSignIn && <OfferedMove service={CanonicalName} />}
        {move && <WaitingMove service={CanonicalName} move={move} />}
      </Place>
      {isAsked && (
        <UnlinkQuestion connect={connect} onConfirm={unlink} onCancel={() => ask(false)} />
      )}
    </li>
  )
}

interface QuestionProps {
  readonly connect: Connect
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before a link ends, and names what goes with it. */
function UnlinkQuestion({ connect, onConfirm, onCancel }: QuestionProps) {
  const { t } = useLingui()
  const { Name, ConnectName, Id_Account } = connect
  const account = <Isolated of={ConnectName || Id_Account || Name} />
  return (
    <DialogWithMessages title={<Trans>Unlink your {Name} account?</Trans>} onCancel={onCancel}>
      <p>{t`You lose, until you link it again:`}</p>
      <ul className={styles.losses}>
        <li>
          <Trans>
            the link with <strong>{account}</strong>, its name and its picture
          </Trans>
        </li>
        <li>{t`the rewards our games and sites give you for it`}</li>
      </ul>
      <p>{t`Your ${Name} account itself stays as it is.`}</p>
      <div className="acts">
        <Button look="danger" onClick={onConfirm}>{t`Unlink`}</Button>
        <CancelButton look="secondary" onClick={onCancel} />
      </div>
    </DialogWithMessages>
  )
}

/** The account that is linked there. */
function Account({ connect }: { readonly connect: Connect }) {
  const { MediasUrl } = useSettings().configuration
  const { Name, ConnectName, Avatar: image, Id_Account, LastCheck, IsGone = false } = connect
  const name = ConnectName || Id_Account || Name
  return (
    <>
      <div className={`line ${styles.account}`}>
        <Avatar size="tiny" image={mediaUrl(image, MediasUrl)} name={name} />
        <div>
          <p>
            <b>
              <Isolated of={name} />
            </b>
          </p>
          <p className="quiet">
            <SyncAge at={LastCheck} />
          </p>
        </div>
      </div>
      {IsGone && (
        <p className="marked quiet bad">
          <Icon name="warning" />
          <Trans>{Name} no longer knows this account. Unlink it, then link the one you use.</Trans>
        </p>
      )}
    </>
  )
}

/** How long ago a linked account was last looked at; nothing when it never was. */
function SyncAge({ at }: { readonly at: string | null }) {
  const { i18n, t } = useLingui()
  const { rules } = useSettings()
  const age = ageOf(at, useNow())
  if (age === null) return null
  // The specification counts the seconds.
  const isNow = rules.goesBeyondSpecification && age.unit === 'second'
  const ago = agoIn(i18n.locale, age)
  return (
    // A page that was rendered ahead is a second old.
    <time dateTime={at ?? ''} suppressHydrationWarning>
      {isNow ? t`Synced just now` : t`Synced ${ago}`}
    </time>
  )
}

/** The present moment, a second at a time. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(clock)
  }, [])
  return now
}
