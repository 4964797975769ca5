import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { hrefOf } from '../../router/readEntry.ts'
import { useWholeQuery } from '../../router/router.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { usePortal } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'

/** The key that opens the register form. It is held in memory and used up by the registration. */
export function AccessKey() {
  const { registration, go } = usePortal()
  const { t } = useLingui()
  const query = useWholeQuery()
  return (
    <>
      <h1>{t`Your access key`}</h1>
      <p>{t`You need a key to join. It is in your invitation.`}</p>
      <Form
        name="access-key"
        submitLabel={<Trans>Next</Trans>}
        onSubmit={async ({ values, api }) => {
          const Value = values.text('Value')
          await api('validateAccessKey', { body: { Value } })
          registration.holdKey(Value)
          // The query came along from Register: a referrer's name goes back there.
          go(hrefOf(paths.register, query))
        }}
      >
        <TextField
          name="Value"
          kind="key"
          label={t`Key`}
          defaultValue={registration.accessKey}
          autoComplete="off"
          enterKeyHint="next"
        />
      </Form>
      <p>
        <Trans>Already have an account?</Trans> <Link to={paths.login}>{t`Log in`}</Link>
      </p>
    </>
  )
}
