import type { Configuration } from './configuration.ts'

/*
 * What the server asks of the portal's prerender bundle, which it loads from the built portal: the
 * HTML of pages in the portal's own look. The server never imports the portal's source.
 */

/** A deployment, as far as its pages show it. */
export interface PageDeployment {
  readonly configuration: Configuration
  readonly theme: {
    readonly name: string
    /** In place of the theme's icon. */
    readonly icon?: string | undefined
    /** What the deployment changes of its theme, as a sheet. */
    readonly sheet: { readonly text: string; readonly address: string } | null
  }
}

/** HTML with the texts of its own styles and scripts, for which its policy has digests. */
export interface RenderedHtml {
  readonly html: string
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

export interface DocumentRequest {
  readonly deployment: PageDeployment
  readonly path: string
  /** The content of each `<meta>` by its name. */
  readonly metas: Readonly<Record<string, string>>
  /** Null: the page comes without its screen. */
  readonly screen: { readonly isConsentGiven: boolean } | null
}

/** What the server shows by itself, by the name of the page. */
export interface ServerPageProps {
  readonly consent: {
    readonly clientName: string
    readonly host: string
    readonly username: string
    readonly scopes: readonly string[]
    /** Where the form posts `answer`. */
    readonly action: string
  }
  readonly 'log-out': {
    /** Null when no client is known to have asked. */
    readonly clientName: string | null
    /** Where the form posts `logout`, and the secret by which it is known to come from here. */
    readonly action: string
    readonly xsrf: string
    /** The player needs not be asked: a script presses the button. */
    readonly isAutomatic: boolean
  }
  readonly 'connected-clients': {
    readonly username: string
    readonly clients: readonly {
      readonly clientId: string
      readonly name: string
      readonly scopes: readonly string[]
      readonly givenAt: Date
    }[]
  }
  readonly error: {
    readonly status: number
    /** The same request once more may succeed. */
    readonly mayRetry: boolean
  }
}

export type ServerPageName = keyof ServerPageProps

export interface PageRenderer {
  /** The portal's page at a path. Rejects when its screen cannot be rendered. */
  readonly renderDocument: (request: DocumentRequest) => Promise<RenderedHtml>
  /** A page of the server's own; plain where no deployment is known. */
  readonly renderPage: <Name extends ServerPageName>(
    name: Name,
    props: ServerPageProps[Name],
    deployment: PageDeployment | null,
  ) => RenderedHtml
}

/** What the bundle exports. */
export interface RendererModule {
  /** `root` is the folder of the built portal. */
  readonly createRenderer: (root: string) => Promise<PageRenderer>
}
