import { useLingui } from '@lingui/react'
import { calls } from '@gatehouse/contract/calls'
import type { ConfigurationEnvelope } from '@gatehouse/contract/configuration'
import { directionOf } from '@gatehouse/contract/direction'
import type { Language } from '@gatehouse/contract/languages'
import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import { sessionAnswersId } from '@gatehouse/contract/sessionAnswers'
import { schemeScript } from '@gatehouse/contract/theme/scheme'
import { documentTitle } from '../documentTitle.ts'
import { type BuiltAssets, iconOf } from './builtAssets.ts'
import { envelopeId } from '../loadConfiguration.ts'
import { earlyInputScript } from './earlyInput.ts'
import { filesOfPage, screenOfPage } from './filesOfPage.ts'
import type { InlineStyles } from './inlineStyles.ts'
import { LateNotice, ScriptNotice } from './StartNotices.tsx'

interface Props extends Omit<DocumentRequest, 'screen'> {
  readonly assets: BuiltAssets
  /** The page with its screen, and what this needs; null: the screen comes later. */
  readonly prerendered: Prerendered | null
}

interface Prerendered {
  readonly screen: string
  readonly styles: InlineStyles
  /** The configuration of the screen, as the configuration call answers it. */
  readonly envelope: ConfigurationEnvelope
}

/** A page as a picture of itself: nothing in it runs, and it looks for nothing else. */
export function PictureDocument({ picture, assets, deployment, language, prerendered }: Props) {
  const { configuration } = deployment
  return (
    <html lang={language} dir={sideOf(language)} data-scheme={picture?.scheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={iconOf(assets, deployment)} />
        <title>{configuration.RegisterStudioName}</title>
        {prerendered !== null && (
          <Styles styles={prerendered.styles} environment={configuration.Environment} />
        )}
        <style dangerouslySetInnerHTML={{ __html: picture?.styles ?? '' }} />
      </head>
      <body>
        <div
          id="root"
          inert
          data-prerendered=""
          dangerouslySetInnerHTML={{ __html: prerendered?.screen ?? '' }}
        />
      </body>
    </html>
  )
}

/** The page of the portal, which a browser gets at any path. */
export function Document(props: Props) {
  const { assets, deployment, language, metas, prerendered, answers } = props
  const { i18n } = useLingui()
  const { configuration } = deployment
  const { Environment, RegisterStudioName } = configuration
  const { art } = deployment.theme
  const title = screenOfPage(props)?.title ?? null
  return (
    <html lang={language} dir={sideOf(language)} data-theme={art ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={iconOf(assets, deployment)} />
        <title>{documentTitle(title, configuration, i18n)}</title>
        <script dangerouslySetInnerHTML={{ __html: schemeScript }} />
        <script type="module" crossOrigin="" src={assets.script} />
        {prerendered === null ? (
          <Sheets assets={assets} deployment={deployment} />
        ) : (
          <Styles styles={prerendered.styles} environment={Environment} />
        )}
        <Files {...props} />
        {Object.entries(metas).map(([name, content]) => (
          <meta key={name} name={name} content={content} />
        ))}
      </head>
      <body>
        <ScriptNotice studio={RegisterStudioName} />
        {deployment.wordings !== undefined && (
          <script
            id="words"
            type="application/json"
            lang={language}
            dangerouslySetInnerHTML={{ __html: dataOf(deployment.wordings[language] ?? {}) }}
          />
        )}
        {prerendered === null ? (
          <div id="root" />
        ) : (
          <>
            {/* Without a script the screen cannot be used. */}
            <div
              id="root"
              inert
              data-prerendered=""
              data-player={answers && ''}
              dangerouslySetInnerHTML={{ __html: prerendered.screen }}
            />
            <script dangerouslySetInnerHTML={{ __html: earlyInputScript }} />
            <script
              id={envelopeId}
              type="application/json"
              dangerouslySetInnerHTML={{ __html: dataOf(prerendered.envelope) }}
            />
          </>
        )}
        <LateNotice studio={RegisterStudioName} />
        {answers && (
          <script
            id={sessionAnswersId}
            type="application/json"
            dangerouslySetInnerHTML={{ __html: dataOf(answers) }}
          />
        )}
      </body>
    </html>
  )
}

/**
 * Data for a script element, whose end no text may write. The separators of lines are no ends of
 * lines in JSON, but were in scripts.
 */
function dataOf(data: object): string {
  return JSON.stringify(data).replaceAll(
    /[<\u2028\u2029]/g,
    (letter) => String.raw`\u` + (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  )
}

/** The `dir` of a page. One that is read from left to right needs none. */
export function sideOf(language: Language): 'rtl' | undefined {
  return directionOf(language) === 'rtl' ? 'rtl' : undefined
}

/** The icon and the sheets of a deployment: the portal's, its theme's, its own. */
export function Sheets({ assets, deployment }: Pick<Props, 'assets' | 'deployment'>) {
  const { configuration, theme } = deployment
  const sheets = [assets.themeSheet(theme.name), theme.sheet?.address]
  const ofLanguage = assets.languageSheet(useLingui().i18n.locale)
  return (
    <>
      {assets.sheets.map((sheet) => (
        <link key={sheet} rel="stylesheet" crossOrigin="" href={sheet} />
      ))}
      {sheets.map(
        (sheet) =>
          sheet !== undefined && (
            // The portal reads whose they are: a configuration may come that names another
            // environment.
            <link
              key={sheet}
              rel="stylesheet"
              href={sheet}
              data-environment={configuration.Environment}
            />
          ),
      )}
      {ofLanguage !== undefined && <link rel="stylesheet" href={ofLanguage} data-languages="" />}
    </>
  )
}

/** React moves links to the front of the head, but not those of an item. */
const inPlace = { itemProp: '' }

interface StylesProps {
  readonly styles: InlineStyles
  readonly environment: string
}

/**
 * Vite's loader takes a sheet whose link is there for loaded, and a disabled one is not fetched:
 * but by browsers that look ahead. The portal makes a sheet of it when it comes.
 */
const notFetched = { disabled: true, rel: 'inlined', itemProp: '' }

function Styles({ styles, environment }: StylesProps) {
  return (
    <>
      {styles.sheets.map((sheet) => (
        <link key={sheet} {...notFetched} href={sheet} />
      ))}
      <style dangerouslySetInnerHTML={{ __html: styles.base }} />
      {styles.themed.map((text) => (
        <style
          key={text}
          data-environment={environment}
          dangerouslySetInnerHTML={{ __html: text }}
        />
      ))}
      {styles.language !== '' && (
        <style data-languages="" dangerouslySetInnerHTML={{ __html: styles.language }} />
      )}
    </>
  )
}

/** All that the portal's script asks for, the configuration first: the account API waits for it. */
function Files({ assets, prerendered, ...page }: FilesProps) {
  const { scripts, sheets } = filesOfPage(assets, page)
  return (
    <>
      <link
        {...inPlace}
        rel="preload"
        as="fetch"
        href={calls.runtimeConfiguration.path}
        crossOrigin=""
      />
      {[...assets.preloads, ...scripts].map((file) => (
        <link key={file} {...inPlace} rel="modulepreload" href={file} crossOrigin="" />
      ))}
      {sheets.map(
        (file) =>
          prerendered?.styles.sheets.includes(file) !== true && (
            <link key={file} {...inPlace} rel="preload" as="style" href={file} crossOrigin="" />
          ),
      )}
    </>
  )
}

type FilesProps = Pick<Props, 'assets' | 'path' | 'language' | 'answers' | 'prerendered'>
