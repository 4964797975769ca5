import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { useId, useState } from 'react'
import '../../../i18n/moreWords.ts'
import { usePortal, useSession } from '../../../context/portal.ts'
import type { NewCredential } from '../../../forms/passkeys/ceremony.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { FormError } from '../../../forms/submit/FormError.ts'
import { useRefusable } from '../../../forms/submit/useRefusable.ts'
import { isPartnerAccount } from '../../../partner-login/isPartnerAccount.ts'
import { Button } from '../../../ui/Button.tsx'
import { Refused } from '../../../ui/feedback/Refused.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import styles from './Passkeys.module.css'
import { PasskeyName } from './PasskeyName.tsx'
import { RemovePasskey } from './RemovePasskey.tsx'

type Passkey = AnswerOf<'listPasskeys'>['Passkeys'][number]

/** What is open over the list. */
type Open =
  | { readonly what: 'naming'; readonly credential: NewCredential; readonly name: string }
  | { readonly what: 'renaming' | 'removing'; readonly passkey: Passkey }

/** The section of the player's passkeys: what they are, one more, other names, their end. */
export function Passkeys() {
  const { rules } = usePortal()
  const { user } = useSession()
  if (!rules.offersStrongSignIn || user === null || isPartnerAccount(user, rules)) return null
  return <OwnPasskeys />
}

const ceremony = () => import('../../../forms/passkeys/ceremony.ts')

function OwnPasskeys() {
  const id = useId()
  const { t } = useLingui()
  const { session, fail, say } = usePortal()
  const { withReauthentication, dialog } = useReauthentication()
  const { isBusy, wordsAt, act } = useRefusable<'add'>()
  const [open, setOpen] = useState<Open | null>(null)
  const [answer, change] = useLoaded(
    () => session.api('listPasskeys', {}),
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  const setPasskeys = (next: (all: Passkey[]) => Passkey[]) =>
    change((before) => ({ ...before, Passkeys: next(before.Passkeys) }))
  const close = () => setOpen(null)

  function add() {
    if (isBusy('add')) return
    act('add', async () => {
      const { Options } = await withReauthentication(() =>
        session.api('passkeyOptions', { body: {} }),
      )
      const { makePasskey, PasskeyNotMadeError } = await ceremony()
      const made = await makePasskey(Options).catch((error: unknown) => {
        if (!(error instanceof PasskeyNotMadeError)) throw error
        const words = {
          exists: 'ERROR_PASSKEY_EXIST',
          'no-lock': t`This device cannot confirm that it is you. Use another one.`,
          failed: 'ERROR_PASSKEY_REFUSED',
        }[error.reason]
        throw new FormError({ Property: '', ErrorMessage: words })
      })
      if (made !== null) setOpen({ what: 'naming', ...made })
    })
  }

  async function keep(Credential: NewCredential, Name: string) {
    const { tellDevice } = await ceremony()
    const { Passkey, Signal } = await withReauthentication(() =>
      session.api('addPasskey', { body: { Credential, Name } }),
    )
    tellDevice(Signal)
    setPasskeys((all) => [...all, Passkey])
    close()
    say(t`The passkey “${Name}” is added.`)
  }

  /** The device made a passkey that the account does not get: it is to forget it. */
  async function drop({ id: credentialId }: NewCredential) {
    const { forgetOnDevice } = await ceremony()
    forgetOnDevice(answer?.Signal?.RpId ?? location.hostname, credentialId)
    close()
  }

  async function rename({ Id }: Passkey, Name: string) {
    await session.api('renamePasskey', { body: { Id, Name } })
    setPasskeys((all) => all.map((each) => (each.Id === Id ? { ...each, Name } : each)))
    close()
  }

  async function remove({ Id, Name }: Passkey) {
    const { tellDevice } = await ceremony()
    const { Signal } = await withReauthentication(() =>
      session.api('removePasskey', { body: { Id } }),
    )
    tellDevice(Signal)
    setPasskeys((all) => all.filter((each) => each.Id !== Id))
    close()
    say(t`The passkey “${Name}” is removed.`)
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        <Trans>Passkeys</Trans>
      </h2>
      <p>
        <Trans>
          Sign in with your fingerprint, face or screen lock. Nobody can guess or phish it.
        </Trans>
      </p>
      {answer === null ? (
        <Skeleton />
      ) : answer.Passkeys.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>No passkey yet.</Trans>
        </p>
      ) : (
        <ul>
          {answer.Passkeys.map((passkey) => (
            <Row
              key={passkey.Id}
              passkey={passkey}
              onRename={() => setOpen({ what: 'renaming', passkey })}
              onRemove={() => setOpen({ what: 'removing', passkey })}
            />
          ))}
        </ul>
      )}
      <Button look="secondary" isBusy={isBusy('add')} onClick={add}>
        <Trans>Add a passkey</Trans>
      </Button>
      <Refused words={wordsAt('add')} />
      {open?.what === 'naming' && (
        <PasskeyName
          title={<Trans>Name your passkey</Trans>}
          name={open.name}
          onName={(name) => keep(open.credential, name)}
          onCancel={() => void drop(open.credential)}
        />
      )}
      {open?.what === 'renaming' && (
        <PasskeyName
          title={<Trans>Rename your passkey</Trans>}
          name={open.passkey.Name}
          onName={(name) => rename(open.passkey, name)}
          onCancel={close}
        />
      )}
      {open?.what === 'removing' && (
        <RemovePasskey
          name={open.passkey.Name}
          onRemove={() => remove(open.passkey)}
          onCancel={close}
        />
      )}
      {dialog}
    </section>
  )
}

interface RowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { i18n } = useLingui()
  const id = useId()
  const { Name, AddedAt, LastUsedAt, IsSynced } = passkey
  const added = i18n.date(AddedAt, { dateStyle: 'long' })
  const used = LastUsedAt === null ? null : i18n.date(LastUsedAt, { dateStyle: 'long' })
  return (
    <li className={styles.row} aria-labelledby={id}>
      <h3 id={id}>
        <bdi>{Name}</bdi>
      </h3>
      <p>
        <Trans>Added {added}</Trans>
        {' · '}
        {used === null ? <Trans>Never used</Trans> : <Trans>Last used {used}</Trans>}
        {' · '}
        {IsSynced ? <Trans>Synced</Trans> : <Trans>On one device only</Trans>}
      </p>
      <div className={styles.buttons}>
        <Button look="quiet" aria-describedby={id} onClick={onRename}>
          <Trans>Rename</Trans>
        </Button>
        <Button look="quiet" aria-describedby={id} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}
