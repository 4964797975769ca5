import { Trans, useLingui } from '@lingui/react/macro'
import { signInTitleOf, identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { paths } from '@gatehouse/contract/routes'
import { useId } from 'react'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { useSwitches } from '../../../forms/submit/useSwitches.ts'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import rowStyles from '../../../ui/Row.module.css'
import { Switch } from '../../../ui/Switch.tsx'
import { type Overview, type OverviewProps, servicesOf } from './overview.ts'
import { Section } from './Section.tsx'

type Service = Overview['Services'][number]
type Props = Pick<OverviewProps, 'overview' | 'change'>

/** The linked services, and which of them log the player in. */
export function Services({ overview, change }: Props) {
  const { t } = useLingui()
  const { rules } = useSettings()
  const services = servicesOf(overview)
  if (services.length === 0 && !rules.offersServiceSignIn) return null
  return (
    <Section title={<Trans>Ways to log in</Trans>}>
      {services.length === 0 ? (
        <p>{t`Link an account that you play with, then log in with it.`}</p>
      ) : (
        <>
          <p>{t`Choose which of your linked accounts log you in.`}</p>
          <ul>
            {services.map((service) => (
              <Row
                key={service.CanonicalName}
                service={service}
                isLast={service.SignsIn && isLastWay(overview)}
                change={change}
              />
            ))}
          </ul>
        </>
      )}
      {services.length === 0 && rules.hasConnectionsSection && (
        <LinkButton to={paths.linkAccount} look="secondary">{t`Go to Connections`}</LinkButton>
      )}
    </Section>
  )
}

/** True where one service alone lets the player in. */
function isLastWay({ HasPassword, Passkeys, Services: services }: Overview): boolean {
  return !HasPassword && Passkeys.length === 0 && services.filter((one) => one.SignsIn).length === 1
}

interface RowProps extends Pick<OverviewProps, 'change'> {
  readonly service: Service
  readonly isLast: boolean
}

function Row({ service: { CanonicalName, AccountName, SignsIn }, isLast, change }: RowProps) {
  const { t } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const id = useId()
  const { wishOf, errorsOf, turn } = useSwitches()
  const { withReauthentication, dialog } = useReauthentication()
  const title = signInTitleOf(CanonicalName)
  const key = identityProviderOf(CanonicalName).id

  async function send(IsOn: boolean) {
    await withReauthentication(() =>
      session.api('setServiceSignIn', { body: { CanonicalName, IsOn } }),
    )
    change(({ Services: all }) => ({
      Services: all.map((one) =>
        one.CanonicalName === CanonicalName ? { ...one, SignsIn: IsOn } : one,
      ),
    }))
    notify(() => (IsOn ? t`${title} logs you in from now on.` : t`${title} no longer logs you in.`))
  }

  return (
    <li className={rowStyles.row}>
      <div>
        <h3 id={id}>{title}</h3>
        <p id={`${id}-more`}>
          {AccountName !== '' && <Isolated of={AccountName} />}
          {isLast && (
            <>
              {' · '}
              <Trans>Your only way in. Add a password or a passkey before you switch it off.</Trans>
            </>
          )}
        </p>
      </div>
      <Switch
        isOn={wishOf(key) ?? SignsIn}
        isBusy={wishOf(key) !== null}
        aria-labelledby={id}
        aria-describedby={`${id}-more`}
        onChange={() => void turn(key, SignsIn, send)}
      />
      <ActionErrors errors={errorsOf(key)} />
      {dialog}
    </li>
  )
}
