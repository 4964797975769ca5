import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import type { PageContext, ServerPage } from './serverPage.ts'

/** Stays for a moment, in which clients without a server forget their visitor. */
export const loggedOutPage: ServerPage<'logged-out'> = {
  title: () => msg`Log out`,
  content: (props, context) => <LoggedOut {...props} {...context} />,
}

function LoggedOut({ title, frames, next }: ServerPageProps['logged-out'] & PageContext) {
  return (
    <>
      <h1>{title}</h1>
      <p>
        <a href={next}>
          <Trans>Continue</Trans>
        </a>
      </p>
      {frames.map((address) => (
        <iframe
          key={address}
          src={address}
          hidden
          title={title}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- of another site, whose storage it clears
          sandbox="allow-scripts allow-same-origin"
        />
      ))}
    </>
  )
}
