import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { bounds } from '@gatehouse/contract/limits'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { dateIn } from '../../../i18n/formats.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { protectionOf } from '../../../session/protection.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Button, type Look } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'
import { type ActionError, ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import rowStyles from '../../../ui/Row.module.css'
import { readAgain } from '../../../ui/readAgain.ts'
import { Switch } from '../../../ui/Switch.tsx'
import type { AddApp } from './AddApp.tsx'
import { ConfirmRemoval } from './ConfirmRemoval.tsx'
import { type Overview, type OverviewProps, withoutFactor } from './overview.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'
import { ProtectionState } from './ProtectionState.tsx'

type App = Overview['Apps'][number]

/** At so few codes the player is asked to make new ones. */
const fewCodes = 2

/** The second step of a player's log-ins: apps, codes of recovery, and whether it is asked. */
export function TwoStep(props: OverviewProps) {
  const { t } = useLingui()
  const { rules } = useSettings()
  const { Apps, TwoStep: isOn, Passkeys, CodesLeft, HasPassword: hasPassword } = props.overview
  const isRequired = isOn && props.overview.IsRequired === true
  const { isBusy, remove, errorsOf, switchTo, add, makeCodes, shown, dialog, close } =
    useChanges(props)
  const [removed, setRemoved] = useState<App | null>(null)
  const [isReplacing, setReplacing] = useState(false)
  const id = useId()
  const hasFactor = Apps.length > 0 || Passkeys.length > 0
  // It is a step after a password.
  const canSwitch = hasPassword && hasFactor && CodesLeft !== null && !isRequired
  const canAdd = rules.offersStrongSignIn && Apps.length < bounds.authenticatorApps.max
  const { next } = protectionOf(props.overview)
  const isNext = next === 'second-factor' || next === 'recovery'
  const isInUse = isOn || Apps.length > 0 || CodesLeft !== null
  if (!rules.offersStrongSignIn && !isInUse) return null
  return (
    <Section
      title={<Trans>Two-step verification</Trans>}
      state={<ProtectionState is={next === 'second-factor' ? 'next' : isOn ? 'on' : 'off'} />}
      mark={isNext ? 'next' : undefined}
    >
      <Reason overview={props.overview} />
      {canSwitch && (
        <div className="line apart">
          <span id={id}>{t`Ask for a code after my password`}</span>
          <Switch isOn={isOn} isBusy={isBusy('switch')} aria-labelledby={id} onChange={switchTo} />
        </div>
      )}
      <ActionErrors errors={errorsOf('switch')} />
      <AppList apps={Apps} errorsOf={errorsOf} onRemove={setRemoved} />
      {canAdd && (
        <div className="acts">
          <Button
            look={isNext && !hasFactor ? 'primary' : 'secondary'}
            isBusy={isBusy('add')}
            onClick={add}
          >
            <Trans>Add an authenticator app</Trans>
          </Button>
        </div>
      )}
      <ActionErrors errors={errorsOf('add')} />
      {(CodesLeft !== null || hasFactor) && (
        <CodesRow
          left={CodesLeft ?? 0}
          look={isNext && hasFactor && !CodesLeft ? 'primary' : 'secondary'}
          isBusy={isBusy('codes')}
          onMake={() => (CodesLeft ? setReplacing(true) : makeCodes())}
        />
      )}
      <ActionErrors errors={errorsOf('codes')} />
      {removed && (
        <RemoveApp
          app={removed}
          hasPassword={hasPassword}
          onCancel={() => setRemoved(null)}
          onRemove={() => {
            setRemoved(null)
            remove(removed)
          }}
        />
      )}
      {isReplacing && (
        <ReplaceCodes
          onCancel={() => setReplacing(false)}
          onReplace={() => {
            setReplacing(false)
            makeCodes()
          }}
        />
      )}
      {shown?.(close)}
      {dialog}
    </Section>
  )
}

/** Why the second step is there, or would be. */
function Reason({ overview }: Pick<OverviewProps, 'overview'>) {
  const { t } = useLingui()
  const { TwoStep: isOn, IsRequired, HasPassword: hasPassword } = overview
  if (isOn) return IsRequired === true && <p>{t`Your account needs it.`}</p>
  return hasPassword && <p>{t`Even with your password, nobody gets in without your device.`}</p>
}

/**
 * Everything that changes a factor: each may ask for a proof first, and loads the section again.
 */
function useChanges({ overview, change, endOthers, reload }: OverviewProps) {
  const { session } = usePortal()
  const notify = useNotify()
  const { t } = useLingui()
  const { withReauthentication, dialog } = useReauthentication()
  const { isBusy, errorsOf, act } = useActions<string>()
  const [shown, setShown] = useState<((close: () => void) => ReactNode) | null>(null)

  const refresh = () => void readAgain(reload)
  function tellOn() {
    endOthers()
    notify(() => t`Two-step verification is on. We logged you out everywhere else.`)
  }
  // The first app switches the second step on.
  const switchesOn = overview.Apps.length === 0 && !overview.TwoStep

  function noteAdded(Id: number, Name: string) {
    const app = { Id, Name, AddedAt: new Date().toISOString(), LastUsedAt: null }
    change(({ Apps }) => ({ Apps: [...Apps, app] }))
    refresh()
  }

  /** It counts, and so do the codes that came with it; null where the player has codes already. */
  function noteKept(Name: string, codes: number | null) {
    change(({ TwoStep: isOn, CodesLeft }) => ({
      TwoStep: isOn || switchesOn,
      CodesLeft: codes ?? CodesLeft,
    }))
    refresh()
    if (switchesOn) tellOn()
    else notify(() => t`The app “${{ Name: isolate(Name) }}” is added.`)
  }

  return {
    isBusy,
    errorsOf,
    shown,
    dialog,
    close: () => setShown(null),
    switchTo: (IsOn: boolean) =>
      act('switch', async () => {
        await withReauthentication(() => session.api('setTwoStep', { body: { IsOn } }))
        // No browser skips a step that is not asked.
        change(() => ({ TwoStep: IsOn, ...(!IsOn && { Trusted: [] }) }))
        refresh()
        if (IsOn) tellOn()
        else notify(() => t`Two-step verification is off.`)
      }),
    remove: ({ Id, Name }: App) =>
      act(`app ${Id}`, async () => {
        await withReauthentication(() => session.api('removeAuthenticator', { body: { Id } }))
        change((before) =>
          withoutFactor(before, { Apps: before.Apps.filter((app) => app.Id !== Id) }),
        )
        refresh()
        notify(() => t`${{ Name: isolate(Name) }} was removed.`)
      }),
    add: () =>
      act('add', async () => {
        // Only here a QR code is drawn.
        const { AddApp } = await import('./AddApp.tsx')
        const begun = await withReauthentication(() =>
          session.api('startAuthenticator', { body: {} }),
        )
        setShown(() => dialogOf(AddApp, { begun, onAdded: noteAdded, onKept: noteKept }))
      }),
    makeCodes: () =>
      act('codes', async () => {
        const { Codes: codes, Seal: seal } = await withReauthentication(() =>
          session.api('makeRecoveryCodes', { body: { CodesWait: true } }),
        )
        const made = { codes, seal }
        setShown(() => (close: () => void) => (
          <RecoveryCodes
            made={made}
            onDone={(CodesLeft) => {
              change(() => ({ CodesLeft }))
              refresh()
              close()
            }}
          />
        ))
      }),
  }
}

function dialogOf(Dialog: typeof AddApp, props: Omit<ComponentProps<typeof AddApp>, 'onClose'>) {
  return (close: () => void) => <Dialog {...props} onClose={close} />
}

interface AppsProps {
  readonly apps: readonly App[]
  readonly errorsOf: (place: string) => readonly ActionError[]
  readonly onRemove: (app: App) => void
}

function AppList({ apps, errorsOf, onRemove }: AppsProps) {
  const { t } = useLingui()
  if (apps.length === 0) {
    return <p>{t`No authenticator app yet.`}</p>
  }
  return (
    <ul>
      {apps.map((app) => (
        <AppRow key={app.Id} app={app} refused={errorsOf(`app ${app.Id}`)} onRemove={onRemove} />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly app: App
  readonly refused: readonly ActionError[]
  readonly onRemove: (app: App) => void
}

function AppRow({ app, refused, onRemove }: RowProps) {
  const { i18n, t } = useLingui()
  const id = useId()
  const dayOf = (moment: string) => dateIn(i18n.locale, moment, { dateStyle: 'long' })
  const added = dayOf(app.AddedAt)
  const used = app.LastUsedAt === null ? null : dayOf(app.LastUsedAt)
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <div>
        <h3 id={id}>{app.Name}</h3>
        <p>
          {t`Added ${added}`}
          {' · '}
          {used === null ? <Trans>Not used yet</Trans> : <Trans>Last used {used}</Trans>}
        </p>
      </div>
      <Button of={id} look="secondary" onClick={() => onRemove(app)}>
        <Trans>Remove</Trans>
      </Button>
      <ActionErrors errors={refused} />
    </li>
  )
}

interface RemoveProps {
  readonly app: App
  readonly hasPassword: boolean
  readonly onRemove: () => void
  readonly onCancel: () => void
}

function RemoveApp({ app, hasPassword, onRemove, onCancel }: RemoveProps) {
  const Name = isolate(app.Name)
  return (
    <ConfirmRemoval
      title={<Trans>Remove {Name}?</Trans>}
      label={<Trans>Remove</Trans>}
      form="remove-app"
      onConfirm={() => {
        onRemove()
        return Promise.resolve()
      }}
      onCancel={onCancel}
    >
      <p>
        <Trans>Its codes will not work any more.</Trans>{' '}
        {hasPassword && (
          <Trans>Without another second step, your password alone gets you in.</Trans>
        )}
      </p>
    </ConfirmRemoval>
  )
}

interface ReplaceProps {
  readonly onReplace: () => void
  readonly onCancel: () => void
}

function ReplaceCodes({ onReplace, onCancel }: ReplaceProps) {
  const { t } = useLingui()
  return (
    <ConfirmRemoval
      title={<Trans>Recovery codes</Trans>}
      label={<Trans>Make new codes</Trans>}
      form="recovery-codes"
      onConfirm={() => {
        onReplace()
        return Promise.resolve()
      }}
      onCancel={onCancel}
    >
      <p>{t`New codes: the old ones stop working.`}</p>
    </ConfirmRemoval>
  )
}

interface CodesProps {
  readonly left: number
  readonly look: Look
  readonly isBusy: boolean
  readonly onMake: () => void
}

function CodesRow({ left: count, look, isBusy, onMake }: CodesProps) {
  const { t } = useLingui()
  const id = useId()
  const { max } = bounds.recoveryCodes
  return (
    <>
      {count <= fewCodes && (
        <Notice>
          <p>
            <Plural
              value={count}
              one="# recovery code is left."
              other="# recovery codes are left."
            />
          </p>
        </Notice>
      )}
      <div className={rowStyles.row} role="group" aria-labelledby={id}>
        <div>
          <h3 id={id}>{t`Recovery codes`}</h3>
          <p>
            <Trans>
              {count} of {max} left
            </Trans>
          </p>
        </div>
        <Button look={look} isBusy={isBusy} onClick={onMake}>{t`Make new codes`}</Button>
      </div>
    </>
  )
}
