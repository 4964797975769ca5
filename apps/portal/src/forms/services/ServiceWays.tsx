import { Trans, useLingui } from '@lingui/react/macro'
import { signInServicesOf } from '@gatehouse/contract/identityProviderNames'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { Button } from '@gatehouse/ui/Button'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePortal, useSettings } from '../../context/portal.ts'
import { lastWay, wayOf } from './lastWay.ts'
import { logInAtService } from './logInAtService.ts'
import { useActions } from '../submit/useActions.ts'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { Isolated } from '../../ui/Isolated.tsx'
import { Sign } from './Sign.tsx'
import styles from './ServiceWays.module.css'

// What Log in shows comes as one file.
export { ServiceNote } from './ServiceNote.tsx'

/** The services that players log in with: the one that this browser took last, or the others. */
export function ServiceWays({ isFirst = false }) {
  const { configuration } = useSettings()
  const last = wayOf(useSyncExternalStore(lastWay.subscribe, lastWay.read, lastWay.read))
  const all = signInServicesOf(configuration)
  const known = last !== null && all.includes(last.service) ? last : null
  if (isFirst) return known && <Welcome service={known.service} username={known.username} />
  const others = all.filter((service) => service !== known?.service)
  return (
    <>
      <Hinted services={all} />
      {others.length > 0 && <Others services={others} isKnown={known !== null} />}
    </>
  )
}

/** Goes to the service that a site's own button has named: Back leads here, and not there again. */
function Hinted({ services }: { readonly services: readonly IdentityProviderName[] }) {
  const { errorsOf, press } = usePress()
  const [hinted] = useState(() => {
    const named = new URLSearchParams(location.search).get('idp_hint')
    return services.find((service) => service === named)
  })
  const isOver = useRef(false)
  useEffect(() => {
    if (hinted === undefined || isOver.current) return
    isOver.current = true
    const url = new URL(location.href)
    url.searchParams.delete('idp_hint')
    history.replaceState(history.state, '', url)
    press(hinted)
  }, [hinted, press])
  return hinted !== undefined && <ActionErrors errors={errorsOf(hinted)} />
}

function forget() {
  lastWay.forget()
  focusHeading()
}

interface WelcomeProps {
  readonly service: IdentityProviderName
  readonly username: string
}

function Welcome({ service, username }: WelcomeProps) {
  const { t } = useLingui()
  const { isBusy, errorsOf, press } = usePress()
  const name = (
    <strong>
      <Isolated of={username} />
    </strong>
  )

  return (
    <section className={`plate stack near ${styles.welcome}`} aria-label={t`Welcome back`}>
      <div className="acts near apart">
        <p>
          {username === '' ? <Trans>Welcome back.</Trans> : <Trans>Welcome back, {name}.</Trans>}
        </p>
        <button type="button" className="word" onClick={forget}>{t`Not you?`}</button>
      </div>
      <Button isBusy={isBusy(service)} onClick={() => press(service)}>
        <span className={styles.label}>
          <Sign of={service} />
          <span>{t`Continue with ${{ service: signInTitleOf(service) }}`}</span>
        </span>
      </Button>
      <ActionErrors errors={errorsOf(service)} />
    </section>
  )
}

interface OthersProps {
  readonly services: readonly IdentityProviderName[]
  /** One stands first, and is none of them. */
  readonly isKnown: boolean
}

function Others({ services, isKnown }: OthersProps) {
  const { t } = useLingui()
  const { isBusy, errorsOf, press } = usePress()
  return (
    <>
      <p className={`line quiet ${styles.or}`} aria-hidden="true">
        {isKnown ? <Trans>or take another way</Trans> : <Trans>or continue with</Trans>}
      </p>
      <ul className={styles.services} aria-label={t`Log in with a service`}>
        {services.map((service) => (
          <li key={service}>
            <Button
              look="secondary"
              isBusy={isBusy(service)}
              aria-label={t`Continue with ${{ service: signInTitleOf(service) }}`}
              onClick={() => press(service)}
            >
              <span className={styles.label}>
                <Sign of={service} />
                <span>{signInTitleOf(service)}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {services.map((service) => (
        <ActionErrors key={service} errors={errorsOf(service)} />
      ))}
    </>
  )
}

function usePress() {
  const portal = usePortal()
  const { isBusy, errorsOf, act } = useActions<IdentityProviderName>()
  return {
    isBusy,
    errorsOf,
    press: (service: IdentityProviderName) =>
      void act(service, () => logInAtService(portal, service)),
  }
}
