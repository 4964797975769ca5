import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { Link } from '../../ui/Link.tsx'

const ofTheKey: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_ACCESS_KEY_NON_EXISTANT',
  'ERROR_ACCESS_KEY_ALREADY_USED',
])

/** What a registration shows in its own way: a key that opens nothing gets the way to another one. */
export function RegisterErrorNotice({ error }: { readonly error: FieldError }) {
  if (!ofTheKey.has(error.code)) return error.words
  return (
    <>
      {error.words}
      <br />
      <Link to={paths.accessKey}>
        <Trans>Use another key</Trans>
      </Link>
    </>
  )
}
