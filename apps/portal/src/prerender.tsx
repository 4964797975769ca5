import plainStyle from './screens/server-pages/plainPage.css?inline'
import pageStyle from './screens/server-pages/serverPage.css?inline'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { calls } from '@gatehouse/contract/calls'
import { envelopeOf, readConfiguration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { type Language, languages } from '@gatehouse/contract/languages'
import { isPath, providerPath, routeAt } from '@gatehouse/contract/routes'
import type {
  DocumentRequest,
  PageDeployment,
  PageRenderer,
  RenderedDocument,
  RenderedHtml,
  ServerPageName,
  ServerPageProps,
} from '@gatehouse/contract/serverPages'
import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import { schemeScript } from '@gatehouse/contract/theme/scheme'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App, AppProviders } from './app/App.tsx'
import { createPortal } from './app/createPortal.ts'
import { type BuiltAssets, readBuiltAssets } from './app/document/builtAssets.ts'
import { Document, PictureDocument } from './app/document/Document.tsx'
import { earlyInputScript } from './app/document/earlyInput.ts'
import { filesOfPage } from './app/document/filesOfPage.ts'
import { configurationKeyMeta } from './app/loadConfiguration.ts'
import { inlineStyles } from './app/document/inlineStyles.ts'
import { movedStyles } from './app/document/movedStyles.ts'
import { ServerDocument } from './app/document/ServerDocument.tsx'
import type { Portal } from './context/portal.ts'
import type { Catalogue } from './i18n/catalogue.ts'
import { createMemoryHistory } from './router/createMemoryHistory.ts'
import { loggedOutScript } from './screens/server-pages/LoggedOut.tsx'
import { logOutScript } from './screens/server-pages/ClientLogOut.tsx'
import type { SessionState } from './session/session.ts'
import { moveFocus } from './screens/server-pages/moveFocus.ts'
import { sendOnce } from './screens/server-pages/sendOnce.ts'

const words = [
  import.meta.glob<Catalogue>('./i18n/po/visitor/*.po', { eager: true }),
  import.meta.glob<Catalogue>('./i18n/po/flows/*.po', { eager: true }),
  import.meta.glob<Catalogue>('./i18n/po/register/*.po', { eager: true }),
  import.meta.glob<Catalogue>('./i18n/po/account/*.po', { eager: true }),
  import.meta.glob<Catalogue>('./i18n/po/security/*.po', { eager: true }),
  import.meta.glob<Catalogue>('./i18n/po/services/*.po', { eager: true }),
  import.meta.glob<Catalogue>('./i18n/po/pages/*.po', { eager: true }),
]

/** The words of pages and of their screens. Several languages may be rendered at the same time. */
const spoken = Object.fromEntries(
  languages.map((language) => {
    const all = words.flatMap((files) =>
      Object.entries(files).filter(([file]) => file.endsWith(`/${language}.po`)),
    )
    const messages = Object.assign({}, ...all.map(([, file]) => file.messages)) as Messages
    return [language, setupI18n({ locale: language, messages: { [language]: messages } })]
  }),
) as Readonly<Record<Language, I18n>>

/** The words of a language, with those of the deployment in their places. */
function wordsOf(language: Language, deployment: PageDeployment | null): I18n {
  const custom = deployment?.wordings?.[language]
  const usual = spoken[language]
  if (custom === undefined) return usual
  const messages = { ...usual.messages, ...(custom as Messages) }
  return setupI18n({ locale: language, messages: { [language]: messages } })
}

/** Renders the pages of a built portal; the server loads this module from it. */
export async function createRenderer(root: string): Promise<PageRenderer> {
  return rendererOf(await readBuiltAssets(root))
}

export function rendererOf(assets: BuiltAssets): PageRenderer {
  return {
    renderDocument: (request) => renderDocument(assets, request),
    renderPage: (name, props, deployment, language) =>
      renderPage(assets, { name, props, deployment, language }),
  }
}

async function renderDocument(
  assets: BuiltAssets,
  { screen, ...request }: DocumentRequest,
): Promise<RenderedDocument> {
  const i18n = wordsOf(request.language, request.deployment)
  const rendered = screen && (await renderScreen(request, screen.isConsentGiven, i18n))
  const prerendered = rendered === null ? null : await prerenderedOf(assets, request, rendered)
  const Page = request.picture === undefined ? Document : PictureDocument
  const html = htmlOf(
    <I18nProvider i18n={i18n}>
      <Page {...request} assets={assets} prerendered={prerendered} />
    </I18nProvider>,
  )
  const { base = '', themed = [], language = '' } = prerendered?.styles ?? {}
  const { styles: ofPicture = '' } = request.picture ?? {}
  const styles = [base, ...themed, language, ofPicture].filter((text) => text !== '')
  const scripts = prerendered === null ? [schemeScript] : [schemeScript, earlyInputScript]
  return { html, styles, scripts, links: linksOf(assets, request) }
}

/**
 * The portal's script and the files that it waits for. As modules: a browser does not compile
 * classic scripts while they load.
 */
function linksOf(assets: BuiltAssets, request: Omit<DocumentRequest, 'screen'>): string {
  const scripts = [...assets.preloads, ...filesOfPage(assets, request).scripts]
  return [
    `<${assets.script}>; rel=modulepreload; crossorigin`,
    `<${calls.runtimeConfiguration.path}>; rel=preload; as=fetch; crossorigin`,
    ...scripts.map((file) => `<${file}>; rel=modulepreload; crossorigin`),
  ].join(', ')
}

/** A rendered screen with its styles and its configuration. */
async function prerenderedOf(
  assets: BuiltAssets,
  request: Omit<DocumentRequest, 'screen'>,
  rendered: string,
) {
  const { screen, sheet } = movedStyles(rendered)
  const styles = inlineStyles(assets, request)
  const key = request.metas[configurationKeyMeta] ?? null
  return {
    screen,
    styles: sheet === '' ? styles : { ...styles, themed: [...styles.themed, sheet] },
    envelope: await envelopeOf(request.deployment.configuration, key),
  }
}

/**
 * The page of a path for a visitor without a session, or for the player whose session begins with
 * some answers; null where they are sent elsewhere.
 */
async function renderScreen(
  { deployment, path, answers }: Pick<DocumentRequest, 'deployment' | 'path' | 'answers'>,
  isConsentGiven: boolean,
  i18n: I18n,
): Promise<string | null> {
  if (!isPath(path)) return null
  const configuration = readConfiguration(deployment.configuration)
  const rules = rulesOf(configuration)
  const route = routeAt(path)
  if (route.redirect?.(rules, false) || route.partnerPage?.(rules)) return null
  const state = answers && sessionOf(answers)
  const { portal, router } = createPortal(configuration, createMemoryHistory(path), { state })
  await router.load()
  const shown = router.read()
  if (shown?.state !== 'ready' || shown.entry.pathname !== path) return null
  return renderToString(
    <App i18n={i18n} portal={isConsentGiven ? withoutBanner(portal) : portal} router={router} />,
  )
}

function sessionOf({ Token, User, Connects }: SessionAnswers): SessionState {
  return { token: Token, user: User, connects: Connects }
}

function withoutBanner(portal: Portal): Portal {
  const state = { ...portal.consent.read(), isAsked: false }
  return { ...portal, consent: { ...portal.consent, read: () => state } }
}

interface PageRequest<Name extends ServerPageName> {
  readonly name: Name
  readonly props: ServerPageProps[Name]
  readonly deployment: PageDeployment | null
  readonly language: Language
}

function scriptOf(props: ServerPageProps[ServerPageName]): string | null {
  if ('isAutomatic' in props) return props.isAutomatic ? logOutScript : null
  if ('frames' in props) return loggedOutScript
  // Of all pages the one for devices may be read on a television.
  return 'step' in props ? `${moveFocus};${sendOnce}` : null
}

function renderPage<Name extends ServerPageName>(
  assets: BuiltAssets,
  request: PageRequest<Name>,
): RenderedHtml {
  const { props, deployment, language } = request
  const style = deployment === null ? plainStyle : pageStyle
  const script = scriptOf(props)
  const page = { ...request, assets, style, script }
  const html = htmlOf(
    <PageProviders deployment={deployment} i18n={wordsOf(language, deployment)}>
      <ServerDocument {...page} />
    </PageProviders>,
  )
  return { html, styles: [style], scripts: [schemeScript, ...(script === null ? [] : [script])] }
}

function htmlOf(document: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

interface PageProvidersProps {
  readonly i18n: I18n
  readonly deployment: PageDeployment | null
  readonly children: ReactNode
}

/** The services and contexts of the parts of a page, as in the portal. */
function PageProviders({ deployment, i18n, children }: PageProvidersProps) {
  if (deployment === null) return <I18nProvider i18n={i18n}>{children}</I18nProvider>
  const history = createMemoryHistory(providerPath)
  const { portal, router } = createPortal(readConfiguration(deployment.configuration), history)
  return (
    <AppProviders i18n={i18n} portal={portal} router={router}>
      {children}
    </AppProviders>
  )
}
