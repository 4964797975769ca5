import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { devicePath, paths } from '@gatehouse/contract/routes'
import type { DevicePageProps } from '@gatehouse/contract/serverPages'
import type { ReactNode } from 'react'
import fieldStyles from '../../forms/fields/Field.module.css'
import formStyles from '../../forms/submit/Form.module.css'
import { agoIn, nowIn } from '../../i18n/formats.ts'
import { Button } from '@gatehouse/ui/Button'
import { Isolated } from '../../ui/Isolated.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Scopes } from './Scopes.tsx'
import type { PageContext, ServerPage } from './serverPage.ts'

/** Lets a device without a browser in: by its code, then by the number that it shows. */
export const devicePage: ServerPage<'device'> = {
  title: () => msg`Log in on a device`,
  content: (props, context) => <Device {...props} {...context} />,
}

type Step<Name extends DevicePageProps['step']> = Extract<DevicePageProps, { step: Name }>

function Device(props: DevicePageProps & PageContext) {
  return (
    <div className="stack device">
      <h1>{props.title}</h1>
      {props.step === 'code' && <Code {...props} />}
      {props.step === 'number' && <Numbers {...props} />}
      {props.step === 'done' && <Done {...props} />}
    </div>
  )
}

function Code({ username: name, code, refusal }: Step<'code'>) {
  const { t } = useLingui()
  const username = <Isolated of={name} />
  return (
    <>
      <p>
        <Trans>Enter the code that your device shows. It logs in as you, {username}.</Trans>
      </p>
      <form method="get" action={devicePath} className="stack">
        <div className={`stack ${fieldStyles.field}`}>
          <label htmlFor="code">{t`Code`}</label>
          <div className={fieldStyles.control}>
            <input
              id="code"
              className="code"
              name="user_code"
              dir="ltr"
              defaultValue={code}
              placeholder="BCDF-GHJK"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              required
              aria-invalid={refusal !== null || undefined}
              aria-describedby="refusal"
            />
          </div>
          <p id="refusal" className="refusal bad" role="alert">
            {refusal === 'unknown' && (
              <Trans>
                No device shows this code now. Check it, or let the device show a new one.
              </Trans>
            )}
            {refusal === 'over' && (
              <Trans>
                This code has expired or was used already. Let the device show a new one, and enter
                that.
              </Trans>
            )}
            {refusal === 'too-many' && (
              <Trans>These were too many wrong codes. Please try again in ten minutes.</Trans>
            )}
          </p>
        </div>
        <div className={`acts ${formStyles.actions}`}>
          <Button type="submit">{t`Continue`}</Button>
        </div>
      </form>
    </>
  )
}

function Numbers(props: Step<'number'>) {
  const { t, i18n } = useLingui()
  const { code, player, numbers, scopes, minutesAgo, network, system } = props
  const clientName = <Isolated of={props.clientName} />
  const username = <Isolated of={props.username} />
  // Without a script the player's time zone is unknown.
  const asked =
    minutesAgo === 0
      ? nowIn(i18n.locale)
      : agoIn(i18n.locale, { count: minutesAgo, unit: 'minute' })
  const elsewhere = <Isolated dir="ltr" of={network ?? ''} />
  return (
    <>
      <p>
        <Trans>
          A device asks to log in to {clientName} as you, {username}.
        </Trans>
      </p>
      <dl className="asked">
        <Row name={t`Code`}>
          <Isolated dir="ltr" of={code} />
        </Row>
        <Row name={t`Asked`}>{asked}</Row>
        <Row name={t`Network`}>
          {network === null ? <Trans>Your own</Trans> : <Trans>Not yours: {elsewhere}</Trans>}
        </Row>
        {system !== '' && (
          <Row name={t`Device`}>
            <Isolated of={system} />
          </Row>
        )}
      </dl>
      {scopes !== null && (
        <>
          <p>
            <Trans>{clientName} will be able to:</Trans>
          </p>
          <Scopes scopes={scopes} />
        </>
      )}
      <p className="quiet">
        <Trans>
          Only go on if the device is in front of you. If somebody sent you this code, they may want
          your account.
        </Trans>
      </p>
      <form method="post" action={devicePath}>
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="player" value={player} />
        <h2 id="question">{t`Which number does the device show?`}</h2>
        <div className="numbers" role="group" aria-labelledby="question">
          {numbers.map((number) => (
            <Button key={number} type="submit" look="secondary" name="number" value={number}>
              {number}
            </Button>
          ))}
        </div>
        <div className={`acts ${formStyles.actions}`}>
          <Button type="submit" look="secondary" name="number" value="">
            <Trans>None of these: refuse</Trans>
          </Button>
        </div>
      </form>
    </>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Done({ clientName: name, outcome }: Step<'done'>) {
  const clientName = <Isolated of={name} />
  return (
    <>
      <p>
        {outcome === 'allowed' && (
          <Trans>The device is logged in to {clientName}. Go on there.</Trans>
        )}
        {outcome === 'refused' && <Trans>The device was not logged in to {clientName}.</Trans>}
        {outcome === 'wrong-number' && (
          <Trans>
            The device shows another number, so it was not logged in. Let it show a new code.
          </Trans>
        )}
      </p>
      <div className={`acts ${formStyles.actions}`}>
        <LinkButton href={outcome === 'wrong-number' ? devicePath : paths.account} look="secondary">
          {outcome === 'wrong-number' ? <Trans>Enter a code</Trans> : <Trans>My account</Trans>}
        </LinkButton>
      </div>
    </>
  )
}
