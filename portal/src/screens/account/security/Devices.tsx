import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useId } from 'react'
import { usePortal } from '../../../context/portal.ts'
import { useRefusable } from '../../../forms/submit/useRefusable.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { Refused } from '../../../ui/feedback/Refused.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { browserWords, signInWords } from './sayings.ts'
import { Section } from './Section.tsx'
import styles from './Security.module.css'

type Device = AnswerOf<'listDevices'>['Devices'][number]

/** Where the player is logged in, and the way to end it elsewhere. */
export function Devices() {
  const { t } = useLingui()
  const { session, fail, say } = usePortal()
  const [devices, setDevices] = useLoaded(
    async () => (await session.api('listDevices', {})).Devices,
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  const { isBusy, wordsAt, act } = useRefusable<string>()

  function tell(count: number) {
    say(t`${plural(count, { one: 'Ended # session.', other: 'Ended # sessions.' })}`)
    focusHeading()
  }

  function end({ Id }: Device) {
    if (isBusy(Id)) return
    act(Id, async () => {
      const { Ended } = await session.api('endDevice', { body: { Id } })
      setDevices((all) => all.filter((device) => device.Id !== Id))
      tell(Ended)
    })
  }

  function endOthers() {
    if (isBusy(others)) return
    act(others, async () => {
      const { Ended } = await session.api('endOtherDevices', { body: {} })
      setDevices((all) => all.filter(({ IsThis }) => IsThis))
      tell(Ended)
    })
  }

  return (
    <Section title={<Trans>Devices</Trans>}>
      {devices === null ? (
        <Skeleton />
      ) : (
        <>
          <ul>
            {devices.map((device) => (
              <DeviceRow
                key={device.Id}
                device={device}
                isBusy={isBusy(device.Id)}
                refused={wordsAt(device.Id)}
                onEnd={() => end(device)}
              />
            ))}
          </ul>
          {devices.length > 1 ? (
            <Button look="secondary" isBusy={isBusy(others)} onClick={endOthers}>
              <Trans>End all other sessions</Trans>
            </Button>
          ) : (
            <p>
              <Trans>You are signed in nowhere else.</Trans>
            </p>
          )}
          <Refused words={wordsAt(others)} />
        </>
      )}
    </Section>
  )
}

/** No device has this id. */
const others = 'others'

interface RowProps {
  readonly device: Device
  readonly isBusy: boolean
  readonly refused: readonly string[]
  readonly onEnd: () => void
}

function DeviceRow({ device, isBusy, refused, onEnd }: RowProps) {
  const { i18n, t } = useLingui()
  const id = useId()
  const browser = browserWords(i18n, device)
  const seenAt = i18n.date(device.SeenAt, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <li className={styles.row} aria-labelledby={id}>
      <h3 id={id}>
        {browser === '' ? t`Unknown browser` : browser}
        {device.IsThis && (
          <span className={styles.tag}>
            <Trans>This device</Trans>
          </span>
        )}
      </h3>
      <p>{i18n._(signInWords(device.Methods))}</p>
      <p>
        <Trans>Last seen {seenAt}</Trans>
      </p>
      {!device.IsThis && (
        <Button look="secondary" isBusy={isBusy} aria-describedby={id} onClick={onEnd}>
          <Trans>End session</Trans>
        </Button>
      )}
      <Refused words={refused} />
    </li>
  )
}
