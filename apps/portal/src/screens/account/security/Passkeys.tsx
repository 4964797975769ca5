import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useSettings } from '../../../context/portal.ts'
import { dateIn } from '../../../i18n/formats.ts'
import type { NewCredential } from '../../../forms/passkeys/ceremony.ts'
import { protectionOf } from '../../../session/protection.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import rowStyles from '../../../ui/Row.module.css'
import type { OverviewProps } from './overview.ts'
import { PasskeyName, RemovePasskey } from './PasskeyDialogs.tsx'
import { type MadeCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'
import { ProtectionState } from './ProtectionState.tsx'
import { type Passkey, usePasskeys } from './usePasskeys.ts'

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'naming'; readonly credential: NewCredential; readonly name: string }
  | { readonly what: 'renaming' | 'removing'; readonly passkey: Passkey }
  | { readonly what: 'codes'; readonly made: MadeCodes; readonly name: string }

/** The section of the player's passkeys: description, addition, names, removal. */
export function Passkeys({ overview, change }: OverviewProps) {
  const { t } = useLingui()
  const { rules } = useSettings()
  const { offersStrongSignIn: mayAdd } = rules
  const { Passkeys: passkeys } = overview
  const isNext = protectionOf(overview).next === 'way-in'
  const { dialog, make, ...acts } = usePasskeys(overview, change)
  const { isBusy, errorsOf, act } = useActions<'add'>()
  const [open, setOpen] = useState<Open | null>(null)

  function add() {
    act('add', async () => {
      const made = await make()
      if (made !== null) setOpen({ what: 'naming', ...made })
    })
  }

  if (!mayAdd && passkeys.length === 0) return null
  return (
    <Section
      title={<Trans>Passkeys</Trans>}
      state={
        passkeys.length > 0 ? <ProtectionState is="on" /> : isNext && <ProtectionState is="next" />
      }
      mark={isNext ? 'next' : undefined}
    >
      {passkeys.length === 0 ? (
        <>
          <p>
            <Trans>
              Log in with your fingerprint, face or screen lock. Nobody can guess it or trick you
              into giving it away.
            </Trans>
          </p>
          <p>{t`No passkey yet.`}</p>
        </>
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.Id}
              passkey={passkey}
              onRename={() => setOpen({ what: 'renaming', passkey })}
              onRemove={() => setOpen({ what: 'removing', passkey })}
            />
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button
          look={isNext ? 'primary' : 'secondary'}
          isBusy={isBusy('add')}
          onClick={add}
        >{t`Add a passkey`}</Button>
      )}
      <ActionErrors errors={errorsOf('add')} />
      {open !== null && <Over open={open} acts={acts} onOpen={setOpen} />}
      {dialog}
    </Section>
  )
}

interface OverProps {
  readonly open: Open
  readonly acts: Pick<
    ReturnType<typeof usePasskeys>,
    'save' | 'noteCodes' | 'drop' | 'rename' | 'remove'
  >
  /** Opens another one instead, or none. */
  readonly onOpen: (next: Open | null) => void
}

/** The dialog over the list. */
function Over({ open, acts, onOpen }: OverProps) {
  const onClose = () => onOpen(null)
  const { save, noteCodes, drop, rename, remove } = acts
  switch (open.what) {
    case 'naming':
      return (
        <PasskeyName
          title={<Trans>Name your passkey</Trans>}
          of={open.credential.id}
          name={open.name}
          onName={async (name) => {
            const made = await save(open.credential, name)
            onOpen(made && { what: 'codes', made, name })
          }}
          onCancel={() => {
            void drop(open.credential)
            onClose()
          }}
        />
      )
    case 'renaming':
      return (
        <PasskeyName
          title={<Trans>Rename your passkey</Trans>}
          of={open.passkey.Id}
          name={open.passkey.Name}
          onName={(name) => rename(open.passkey, name).then(onClose)}
          onCancel={onClose}
        />
      )
    case 'codes':
      return (
        <RecoveryCodes
          made={open.made}
          onDone={(count) => {
            noteCodes(count, open.name)
            onClose()
          }}
        />
      )
    case 'removing':
      break
  }
  return (
    <RemovePasskey
      name={open.passkey.Name}
      onRemove={() => remove(open.passkey).then(onClose)}
      onCancel={onClose}
    />
  )
}

interface RowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { i18n, t } = useLingui()
  const id = useId()
  const { Name, AddedAt, LastUsedAt, IsSynced } = passkey
  const added = dateIn(i18n.locale, AddedAt, { dateStyle: 'long' })
  const used = LastUsedAt === null ? null : dateIn(i18n.locale, LastUsedAt, { dateStyle: 'long' })
  return (
    <li className={rowStyles.row} aria-labelledby={id}>
      <div>
        <h3 id={id}>
          <bdi>{Name}</bdi>
        </h3>
        <p>
          <Trans>Added {added}</Trans>
          {' · '}
          {used === null ? <Trans>Not used yet</Trans> : <Trans>Last used {used}</Trans>}
          {' · '}
          {IsSynced ? <Trans>Synced</Trans> : <Trans>Only on one device</Trans>}
        </p>
      </div>
      <div className="acts near">
        <Button of={id} look="secondary" onClick={onRename}>{t`Rename`}</Button>
        <Button of={id} look="secondary" onClick={onRemove}>{t`Remove`}</Button>
      </div>
    </li>
  )
}
