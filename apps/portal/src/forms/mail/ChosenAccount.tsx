import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { useState } from 'react'
import { isolate } from '../../i18n/isolate.ts'
import { Button } from '@gatehouse/ui/Button'
import { focusOnce } from '../../ui/focusHeading.ts'
import { Isolated } from '../../ui/Isolated.tsx'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { refusedItems } from '../submit/FormError.ts'
import { useActions } from '../submit/useActions.ts'

const shared: ErrorCode = 'ERROR_EMAIL_SHARED'

/**
 * The account of a mail's link, where several wait for the same address. `look` takes its name from a
 * refusal and answers whether there is one: then the page asks, and a press confirms this account.
 */
export function useChosenAccount() {
  const [username, setUsername] = useState('')
  return {
    username,
    look(error: unknown): boolean {
      const item = refusedItems(error)?.find(({ ErrorMessage }) => ErrorMessage === shared)
      setUsername(item?.Account?.Username ?? '')
      return item?.Account !== undefined
    },
  }
}

interface Props {
  readonly username: string
  readonly onConfirm: () => Promise<void>
}

/** Names the account, so that the reader of a mailbox knows which one is confirmed. */
export function ChosenAccount({ username, onConfirm }: Props) {
  const { t } = useLingui()
  const { isBusy, errorsOf, act } = useActions<'account'>()
  const name = isolate(username)
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnce}>{t`Confirm the account ${name}?`}</h1>
      <p>
        <Trans>
          This address waits for another account under another name, too. Only one of them can have
          it: confirm this one only if you chose the name <Isolated of={username} />.
        </Trans>
      </p>
      <div>
        <Button isBusy={isBusy('account')} onClick={() => act('account', onConfirm)}>
          <Trans>Confirm this account</Trans>
        </Button>
      </div>
      <ActionErrors errors={errorsOf('account')} />
    </>
  )
}
