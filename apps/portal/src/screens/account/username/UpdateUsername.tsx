import { Trans, useLingui } from '@lingui/react/macro'
import { usernameError } from '@gatehouse/contract/fields'
import { isolate } from '../../../i18n/isolate.ts'
import { paths } from '@gatehouse/contract/routes'
import { Form } from '../../../forms/submit/Form.tsx'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { TextField } from '../../../forms/fields/TextField.tsx'
import { requireFilled } from '../../../forms/submit/requireFilled.ts'
import { accountWordings } from '../../../context/accountWording.ts'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSession } from '../../../context/portal.ts'
import { useWording } from '../../../context/useWording.ts'
import { Link } from '../../../router/Link.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import { readAgain } from '../../../ui/readAgain.ts'

export function UpdateUsername() {
  const { session, go } = usePortal()
  const notify = useNotify()
  const { user } = useSession()
  const { t } = useLingui()
  const word = useWording()
  const { withReauthentication, dialog } = useReauthentication()
  if (user === null) return null
  const current = <Isolated of={user.Username} />
  return (
    <>
      <h1>{word(accountWordings.changeUsername)}</h1>
      <p>
        <Trans>Players know you as {current}. We keep your old name for you for 30 days.</Trans>
      </p>
      <Form
        name="update-username"
        submitLabel={<Trans>Confirm</Trans>}
        onSubmit={async ({ values, api }) => {
          requireFilled(values, 'Username')
          const body = { Username: values.text('Username') }
          await withReauthentication(() =>
            api('updateUsername', { path: { userId: user.Id }, body }),
          )
          session.showProfile({ Username: body.Username })
          void readAgain(() => session.load())
          const name = isolate(body.Username)
          notify(() => t`You are ${name} now.`)
          go(paths.account)
        }}
      >
        <TextField
          name="Username"
          kind="name"
          label={t`New username`}
          check={usernameError}
          hint={t`2 to 25 letters and digits. Other players see it.`}
          autoComplete="username"
          enterKeyHint="go"
        />
      </Form>
      {dialog}
      <p>
        <Link to={paths.account}>{t`Return to my account`}</Link>
      </p>
    </>
  )
}
