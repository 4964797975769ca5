import { useLingui } from '@lingui/react/macro'
import type { Language } from '@gatehouse/contract/languages'
import type {
  PageDeployment,
  ServerPageName,
  ServerPageProps,
} from '@gatehouse/contract/serverPages'
import { schemeScript } from '@gatehouse/contract/theme/scheme'
import { connectedClientsPage } from '../../screens/server-pages/ConnectedClientsPage.tsx'
import { consentPage } from '../../screens/server-pages/Consent.tsx'
import { devicePage } from '../../screens/server-pages/Device.tsx'
import { interruptedPage } from '../../screens/server-pages/Interrupted.tsx'
import { loggedOutPage } from '../../screens/server-pages/LoggedOut.tsx'
import { logOutPage } from '../../screens/server-pages/ClientLogOut.tsx'
import { serverErrorPage } from '../../screens/server-pages/ServerError.tsx'
import type { ServerPage } from '../../screens/server-pages/serverPage.ts'
import { StudioLinks } from '../layouts/StudioLinks.tsx'
import { VisitorLayout } from '../layouts/VisitorLayout.tsx'
import { type BuiltAssets, iconOf } from './builtAssets.ts'
import { Sheets, sideOf } from './Document.tsx'

const pages: { readonly [Name in ServerPageName]: ServerPage<Name> } = {
  consent: consentPage,
  'log-out': logOutPage,
  'logged-out': loggedOutPage,
  interrupted: interruptedPage,
  'connected-clients': connectedClientsPage,
  device: devicePage,
  error: serverErrorPage,
}

interface Props<Name extends ServerPageName> {
  readonly name: Name
  readonly props: ServerPageProps[Name]
  readonly assets: BuiltAssets
  /** Without one the page is plain. */
  readonly deployment: PageDeployment | null
  readonly language: Language
  readonly style: string
  readonly script: string | null
}

/** A page of the server's own, in the layout of visitors and the deployment's theme. */
export function ServerDocument<Name extends ServerPageName>(document: Props<Name>) {
  const { name, props, assets, deployment, language, style, script } = document
  const { i18n } = useLingui()
  const page: ServerPage<Name> = pages[name]
  const studio = deployment?.configuration.RegisterStudioName ?? null
  const title = i18n._(page.title(props))
  const content = page.content(props, { title, studio })
  const footer = (
    <footer>
      {page.Footer && <page.Footer />}
      {deployment !== null && <StudioLinks configuration={deployment.configuration} />}
    </footer>
  )
  return (
    <html lang={language} dir={sideOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{studio === null ? title : `${title} | ${studio}`}</title>
        {deployment !== null && (
          <>
            <link rel="icon" href={iconOf(assets, deployment)} />
            <Sheets assets={assets} deployment={deployment} />
          </>
        )}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <script dangerouslySetInnerHTML={{ __html: schemeScript }} />
      </head>
      <body>
        {deployment === null ? (
          <div className="page">
            <main>{content}</main>
            {footer}
          </div>
        ) : (
          <VisitorLayout footer={footer}>{content}</VisitorLayout>
        )}
        {script !== null && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  )
}
