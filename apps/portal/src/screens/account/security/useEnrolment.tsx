import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { type ReactNode, useState } from 'react'
import { usePortal } from '../../../context/portal.ts'
import type { NewCredential } from '../../../forms/passkeys/ceremony.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { FormError } from '../../../forms/submit/FormError.ts'
import { AddApp } from './AddApp.tsx'
import type { Overview, OverviewProps } from './overview.ts'
import { PasskeyName } from './PasskeyDialogs.tsx'
import { type MadeCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import { usePasskeys } from './usePasskeys.ts'

/** The dialog over the screen. */
type Open =
  | { readonly what: 'naming'; readonly credential: NewCredential; readonly name: string }
  | { readonly what: 'app'; readonly begun: AnswerOf<'startAuthenticator'> }
  | { readonly what: 'codes'; readonly made: MadeCodes }

/** The ways to a second step. Each ends with recovery codes, from which on it is asked. */
export function useEnrolment(overview: Overview, change: OverviewProps['change']) {
  const { t } = useLingui()
  const { session, notify } = usePortal()
  const { withReauthentication, dialog } = useReauthentication()
  const passkeys = usePasskeys(overview, change)
  const [open, setOpen] = useState<Open | null>(null)

  /** The session opens everything from here on. */
  async function finish() {
    await session.load()
    notify(() => t`Two-step verification is on. We logged you out everywhere else.`)
  }

  /** Makes what there is the second step of log-ins; the first codes do that themselves. */
  async function switchOn() {
    if (overview.CodesLeft === null) {
      const { Codes: codes, Seal: seal } = await withReauthentication(() =>
        session.api('makeRecoveryCodes', { body: { CodesWait: true } }),
      )
      setOpen({ what: 'codes', made: { codes, seal } })
      return
    }
    await withReauthentication(() => session.api('setTwoStep', { body: { IsOn: true } }))
    await finish()
  }

  return {
    dialog: dialog ?? passkeys.dialog,
    over: open && (
      <Over open={open} onOpen={setOpen} passkeys={passkeys} onDone={() => void finish()} />
    ),
    switchOn,

    /** Mails the code, once more only where the player asks for it. */
    async send(Again: boolean) {
      await session.api('sendEnrolmentCode', { body: { Again } })
      if (Again) notify(() => t`We sent another code.`)
    },

    async addPasskey(code: string) {
      const made = await passkeys.make(code)
      // The player closed the device's dialog: the form stays as it was.
      if (made === null) throw new FormError()
      setOpen({ what: 'naming', ...made })
    },

    async addApp(EnrolmentCode: string) {
      const begun = await withReauthentication(() =>
        session.api('startAuthenticator', { body: { EnrolmentCode } }),
      )
      setOpen({ what: 'app', begun })
    },
  }
}

interface OverProps {
  readonly open: Open
  readonly onOpen: (next: Open | null) => void
  readonly passkeys: Pick<ReturnType<typeof usePasskeys>, 'save' | 'drop'>
  readonly onDone: () => void
}

function Over({ open, onOpen, passkeys: { save, drop }, onDone }: OverProps): ReactNode {
  const onClose = () => onOpen(null)
  switch (open.what) {
    case 'app':
      return (
        <AddApp begun={open.begun} onAdded={() => undefined} onKept={onDone} onClose={onClose} />
      )
    case 'codes':
      return <RecoveryCodes made={open.made} onDone={onDone} />
    case 'naming':
      break
  }
  return (
    <PasskeyName
      title={<Trans>Name your passkey</Trans>}
      of={open.credential.id}
      name={open.name}
      onName={async (name) => {
        const made = await save(open.credential, name)
        onOpen(made && { what: 'codes', made })
      }}
      onCancel={() => {
        void drop(open.credential)
        onClose()
      }}
    />
  )
}
