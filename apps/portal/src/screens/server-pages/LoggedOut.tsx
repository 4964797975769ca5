import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ServerPageProps } from '@gatehouse/contract/serverPages'
import formStyles from '../../forms/submit/Form.module.css'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { PageContext, ServerPage } from './serverPage.ts'

/** Stays for a moment, in which clients without a server forget their visitor. */
export const loggedOutPage: ServerPage<'logged-out'> = {
  title: () => msg`You are logged out`,
  content: (props, context) => <LoggedOut {...props} {...context} />,
}

/**
 * Goes on when all frames have loaded, in two seconds at the latest. The header of the answer does so
 * without a script, but browsers count its seconds from the last frame that has loaded.
 */
export const loggedOutScript = `(() => {
const go = () => location.replace(document.querySelector('main a').href)
addEventListener('load', go)
setTimeout(go, 2000)
})()`

function LoggedOut({ title, frames, next }: ServerPageProps['logged-out'] & PageContext) {
  const { t } = useLingui()
  return (
    <>
      <h1>{title}</h1>
      <div className={`acts ${formStyles.actions}`}>
        <LinkButton href={next} look="secondary">{t`Continue`}</LinkButton>
      </div>
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
