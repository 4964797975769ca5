import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { hrefOf } from '../../routing/hrefOf.ts'
import { useQuery, useRouter } from '../../routing/router.ts'
import { Form } from '../../forms/Form.tsx'
import { TextField } from '../../forms/TextField.tsx'
import { usePortal } from '../../session/portal.ts'
import { Link } from '../../ui/Link.tsx'

/** The key that opens the register form. It is held in memory and used up by the registration. */
export function AccessKey() {
  const { session, visit } = usePortal()
  const { navigate } = useRouter()
  const { t } = useLingui()
  const query = useQuery()
  return (
    <>
      <h1>
        <Trans>Your access key</Trans>
      </h1>
      <p>
        <Trans>New accounts are opened with a key. You will find yours in your invitation.</Trans>
      </p>
      <Form
        name="access-key"
        submitLabel={<Trans>Next</Trans>}
        onSubmit={async ({ values }) => {
          const Value = values.text('Value').trim()
          await session.api('validateAccessKey', { body: { Value } })
          visit.note({ accessKey: Value })
          // The query came along from Register: a referrer's name goes back there.
          await navigate(hrefOf(paths.register, query))
        }}
      >
        <TextField
          name="Value"
          label={t`Key`}
          defaultValue={visit.notes.accessKey}
          autoComplete="off"
          enterKeyHint="next"
        />
      </Form>
      <p>
        <Trans>Already have an account?</Trans>{' '}
        <Link to={paths.login}>
          <Trans>Log in</Trans>
        </Link>
      </p>
    </>
  )
}
