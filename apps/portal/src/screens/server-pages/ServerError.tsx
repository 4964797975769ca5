import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import formStyles from '../../forms/submit/Form.module.css'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { PageContext, ServerPage } from './serverPage.ts'

/** The meaning of a status for a player; programs have the status and the body. */
export const serverErrorPage: ServerPage<'error'> = {
  title: () => msg`Ooops, something went wrong.`,
  content: (props, context) => <ServerError {...props} {...context} />,
}

const reasons: ReadonlyMap<number, MessageDescriptor> = new Map([
  [400, msg`This address makes no sense to us. Was it cut off?`],
  [404, msg`There is nothing at this address.`],
  [421, msg`There is no portal at this address. Please check how it is spelled.`],
  [
    431,
    msg`Your browser has too many cookies for this site, or very long ones; other sites of the same domain may have set them. Delete the cookies of this site and of its domain in the settings of your browser. Then try again, and log in again.`,
  ],
  [429, msg`A lot came from your network just now. Give it a minute and try again.`],
  [503, msg`We cannot answer right now. Please try again in a moment.`],
])
const ours = msg`The fault is ours. Please try again in a moment.`
const theirs = msg`We cannot answer this request.`

type Props = ServerPageProps['error'] & PageContext

/** The screen of the portal that says the same, with a script. */
function screenOf(status: number): string {
  if (status === 404) return paths.notFound
  return status < 500 ? paths.badRequest : paths.internalError
}

function ServerError({ title, studio, status, mayRetry, supportNote }: Props) {
  const { i18n, t } = useLingui()
  const hasHome = studio !== null
  return (
    <>
      <h1>{title}</h1>
      <p>{i18n._(reasons.get(status) ?? (status < 500 ? theirs : ours))}</p>
      {(mayRetry || hasHome) && (
        <div className={`acts ${formStyles.actions}`}>
          {mayRetry && (
            // Nothing that was asked for becomes a link: this one leads to the same address.
            <LinkButton href="">{t`Try again`}</LinkButton>
          )}
          {hasHome && (
            <LinkButton href={paths.home} look={mayRetry ? 'secondary' : 'primary'}>
              <Trans>Return to Home</Trans>
            </LinkButton>
          )}
        </div>
      )}
      {supportNote !== '' && (
        <p>
          <a href={`${screenOf(status)}#${supportNote}`}>
            <Trans>Get a support code</Trans>
          </a>
        </p>
      )}
    </>
  )
}
