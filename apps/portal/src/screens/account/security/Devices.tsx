import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { type ReactNode, useId } from 'react'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal } from '../../../context/portal.ts'
import { dateIn } from '../../../i18n/formats.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { type ActionError, ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { readAgain } from '../../../ui/readAgain.ts'
import rowStyles from '../../../ui/Row.module.css'
import { Loaded } from './Loaded.tsx'
import type { Overview, OverviewProps } from './overview.ts'
import { browserWords, signInWords } from '../../../forms/activity/activityLabels.ts'
import { DeviceIcon } from './DeviceIcon.tsx'
import { Section } from './Section.tsx'
import { Whence } from '../../../forms/activity/Whence.tsx'
import styles from './Security.module.css'
import type { Loadable } from '../../../ui/useLoaded.ts'

type Device = AnswerOf<'listDevices'>['Devices'][number]
type Trusted = Overview['Trusted'][number]

interface Props extends Pick<OverviewProps, 'change' | 'reload'> {
  /** The browsers that skip the second step. */
  readonly trusted: readonly Trusted[]
  readonly part: Loadable<Device[]>
}

/** Where the player is logged in, which browsers skip the second step, and the way to end either. */
export function Devices(props: Props) {
  const { trusted, part } = props
  const { t } = useLingui()
  const { isBusy, errorsOf, end, endOthers, forget } = useDevices(props)

  const trustLine = (one: Trusted | undefined, row: string) =>
    one && (
      <Trust
        trusted={one}
        row={row}
        isBusy={isBusy(placeOf(one.Id))}
        refused={errorsOf(placeOf(one.Id))}
        onForget={() => forget(one)}
      />
    )

  if (part.isAbsent) return null
  return (
    <Section title={<Trans>Devices</Trans>}>
      <Loaded part={part}>
        {(devices) => (
          <>
            <ul>
              {devices.map((device) => (
                <DeviceRow
                  key={device.Id}
                  device={device}
                  isBusy={isBusy(device.Id)}
                  refused={errorsOf(device.Id)}
                  onEnd={() => end(device)}
                  trust={(id) => {
                    const trust = trusted.find((one) => one.Id === device.Trust)
                    return trustLine(trust, id)
                  }}
                />
              ))}
              {trusted
                .filter((one) => !devices.some((device) => device.Trust === one.Id))
                .map((one) => (
                  <TrustRow key={one.Id} trusted={one} trust={(id) => trustLine(one, id)} />
                ))}
            </ul>
            {devices.length > 1 ? (
              <Button look="secondary" isBusy={isBusy(others)} onClick={endOthers}>
                <Trans>End all other sessions</Trans>
              </Button>
            ) : (
              <p>{t`You are logged in nowhere else.`}</p>
            )}
            <ActionErrors errors={errorsOf(others)} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** The devices, and what becomes of them. */
function useDevices({ trusted, part, change, reload }: Props) {
  const { t } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const { isBusy, errorsOf, act } = useActions<string>()

  function tell(words: () => string) {
    notify(words)
    focusHeading()
  }
  const ended = (count: number) =>
    t`${plural(count, { one: 'Ended # session.', other: 'Ended # sessions.' })}`

  return {
    isBusy,
    errorsOf,
    end: ({ Id, Trust: trust }: Device) =>
      act(Id, async () => {
        await session.api('endDevice', { body: { Id } })
        part.change((all) => all.filter((device) => device.Id !== Id))
        change(({ Trusted: all }) => ({ Trusted: all.filter((one) => one.Id !== trust) }))
        const wasTrusted = trusted.some((one) => one.Id === trust)
        tell(() =>
          wasTrusted
            ? t`That device is logged out, and needs the second step next time.`
            : ended(1),
        )
      }),
    endOthers: () =>
      act(others, async () => {
        const { Ended } = await session.api('endOtherDevices', { body: {} })
        part.change((all) => all.filter(({ IsThis }) => IsThis))
        // The trust in the others has ended with them.
        const { Trust: own } = part.value?.find(({ IsThis }) => IsThis) ?? {}
        change(({ Trusted: all }) => ({ Trusted: all.filter(({ Id }) => Id === own) }))
        if (trusted.length > 0) void readAgain(reload)
        tell(() => ended(Ended))
      }),
    forget: ({ Id }: Trusted) =>
      act(placeOf(Id), async () => {
        await session.api('forgetBrowser', { body: { Id } })
        change(({ Trusted: all }) => ({ Trusted: all.filter((one) => one.Id !== Id) }))
        tell(() => t`This browser is asked for the second step again.`)
      }),
  }
}

/** No device has this id. */
const others = 'others'

/** No device has such an id either. */
const placeOf = (trust: number) => `trust ${trust}`

interface RowProps {
  readonly device: Device
  readonly isBusy: boolean
  readonly refused: readonly ActionError[]
  readonly onEnd: () => void
  /** The line about the trust in its browser; takes the id of the row's name. */
  readonly trust: (id: string) => ReactNode
}

function DeviceRow({ device, isBusy, refused, onEnd, trust }: RowProps) {
  const { i18n, t } = useLingui()
  const id = useId()
  const browser = browserWords(i18n, device)
  const seenAt = dateIn(i18n.locale, device.SeenAt, { dateStyle: 'long', timeStyle: 'short' })
  // A server before this one does not know it.
  const since = device.Since ? dateIn(i18n.locale, device.Since, { dateStyle: 'long' }) : null
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <DeviceIcon system={device.System} />
      <div>
        <h3>
          <span id={id}>{browser === '' ? t`Unknown browser` : browser}</span>
          {device.IsThis && <span className={styles.tag}>{t`This device`}</span>}
        </h3>
        <p>{i18n._(signInWords(device.Methods))}</p>
        <p>{t`Last seen ${seenAt}`}</p>
        {since !== null && <p>{t`Logged in since ${since}`}</p>}
        {[device.Place, device.Network].some(Boolean) && (
          <p>
            <Whence {...device} />
          </p>
        )}
        {trust(id)}
      </div>
      {!device.IsThis && (
        <Button of={id} look="secondary" isBusy={isBusy} onClick={onEnd}>
          <Trans>End session</Trans>
        </Button>
      )}
      <ActionErrors errors={refused} />
    </li>
  )
}

/** A browser that skips the second step and has no session of its own now. */
function TrustRow({ trusted, trust }: { readonly trusted: Trusted } & Pick<RowProps, 'trust'>) {
  const { i18n, t } = useLingui()
  const id = useId()
  const browser = browserWords(i18n, trusted)
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <DeviceIcon system={trusted.System} />
      <div>
        <h3>
          <span id={id}>{browser === '' ? t`Unknown browser` : browser}</span>
        </h3>
        {trust(id)}
      </div>
    </li>
  )
}

interface TrustProps {
  readonly trusted: Trusted
  /** The name of the row, by its id. */
  readonly row: string
  readonly isBusy: boolean
  readonly refused: readonly ActionError[]
  readonly onForget: () => void
}

function Trust({ trusted, row, isBusy, refused, onForget }: TrustProps) {
  const { i18n, t } = useLingui()
  const until = dateIn(i18n.locale, trusted.Until, { dateStyle: 'long' })
  return (
    <div className={`line acts ${styles.trust}`}>
      <p>{t`Trusted until ${until}`}</p>
      <Button of={row} look="quiet" isBusy={isBusy} onClick={onForget}>
        <Trans context="a trusted browser">Stop trusting</Trans>
      </Button>
      <ActionErrors errors={refused} />
    </div>
  )
}
