import type { Configuration } from './configuration.ts'
import type { Language } from './languages.ts'
import type { SessionAnswers } from './sessionAnswers.ts'
import type { Scheme } from './theme/tokenColours.ts'

/*
 * The interface of the portal's prerender bundle, which the server loads from the built portal. It
 * returns HTML in the portal's look. The server never imports the portal's source.
 */

/** The parts of a deployment that its pages show. */
export interface PageDeployment {
  readonly configuration: Configuration
  readonly theme: {
    readonly name: string
    /** The theme whose art pages show; null beside a deployment's own. */
    readonly art: string | null
    /** Replaces the theme's icon. */
    readonly icon?: string | undefined
    /** The deployment's changes of its theme, as a style sheet. */
    readonly sheet: { readonly text: string; readonly address: string } | null
  }
  /** Its own words by language: messages as catalogues have them, by their ids. */
  readonly wordings?: PageWordings | undefined
}

export type PageWordings = Readonly<
  Partial<Record<Language, Readonly<Record<string, readonly unknown[]>>>>
>

/** HTML with the texts of its own styles and scripts; the policy has their digests. */
export interface RenderedHtml {
  readonly html: string
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

export interface RenderedDocument extends RenderedHtml {
  /** Its `Link` header: files that a browser asks for before it has read the page. */
  readonly links: string
}

export interface DocumentRequest {
  readonly deployment: PageDeployment
  readonly language: Language
  readonly path: string
  /** The content of each `<meta>` by its name. */
  readonly metas: Readonly<Record<string, string>>
  /** Null: the page comes without a prerendered screen. */
  readonly screen: { readonly isConsentGiven: boolean } | null
  /** The first answers of the requesting player's session; no other visitor may get the page. */
  readonly answers?: SessionAnswers | undefined
  /** The page is a picture of itself: without scripts, in one scheme, and with these styles. */
  readonly picture?: { readonly scheme: Scheme; readonly styles: string } | undefined
}

/** The pages of the server itself, by name. */
export interface ServerPageProps {
  readonly consent: {
    readonly clientName: string
    readonly host: string
    /** Players of a program on their machine are asked each time. */
    readonly isAskedAgain: boolean
    readonly username: string
    /** The account has its own password. */
    readonly hasPassword: boolean
    readonly scopes: readonly string[]
    /** The address to which the form posts `answer`. */
    readonly action: string
  }
  readonly 'log-out': {
    /** Null when the requesting client is unknown. */
    readonly clientName: string | null
    /** The address to which the form posts `logout`, with the secret against forged requests. */
    readonly action: string
    readonly xsrf: string
    /** The request does not hold: nothing of it is used but the wish. */
    readonly isRefused: boolean
    /** The player has nothing to confirm: a script presses the button. */
    readonly isAutomatic: boolean
  }
  readonly 'logged-out': {
    /** Log-out pages of clients, to load in hidden frames. */
    readonly frames: readonly string[]
    /** The visitor's next address. */
    readonly next: string
  }
  /** The request of a client that sent the player is gone. */
  readonly interrupted: {
    /** Null when the client is unknown. */
    readonly clientName: string | null
    /** The address of the studio's own client. */
    readonly site: string | null
    readonly isLoggedIn: boolean
  }
  readonly 'connected-clients': {
    readonly username: string
    /** The player that the page was made for: the list of another player is not changed by it. */
    readonly player: string
    readonly clients: readonly {
      readonly clientId: string
      readonly name: string
      readonly scopes: readonly string[]
      readonly givenAt: Date
    }[]
  }
  readonly device: DevicePageProps
  readonly error: {
    readonly status: number
    /** A second attempt at the same request may succeed. */
    readonly mayRetry: boolean
    /** The sealed note, of which the portal makes a support code; '' without one. */
    readonly supportNote: string
  }
}

/** The player compares the device's screen with this page. */
export type DevicePageProps =
  | {
      readonly step: 'code'
      readonly username: string
      /** The typed code; '' at first. */
      readonly code: string
      readonly refusal: 'unknown' | 'over' | 'too-many' | null
    }
  | {
      readonly step: 'number'
      readonly clientName: string
      readonly username: string
      /** As the device shows it, without the number. */
      readonly code: string
      /** The player that the page was made for: another player is asked again. */
      readonly player: string
      readonly numbers: readonly string[]
      readonly minutesAgo: number
      /** The device's network; null for the player's own. */
      readonly network: string | null
      /** The system or browser that the device names itself; '' for none. */
      readonly system: string
      /** The scopes that the client would get; null where the player need not be asked. */
      readonly scopes: readonly string[] | null
    }
  | {
      readonly step: 'done'
      readonly clientName: string
      readonly outcome: 'allowed' | 'refused' | 'wrong-number'
    }

export type ServerPageName = keyof ServerPageProps

export interface PageRenderer {
  /** Renders the portal's page at a path. Rejects when its screen cannot be rendered. */
  readonly renderDocument: (request: DocumentRequest) => Promise<RenderedDocument>
  /** Renders a page of the server itself; plain without a known deployment. */
  readonly renderPage: <Name extends ServerPageName>(
    name: Name,
    props: ServerPageProps[Name],
    deployment: PageDeployment | null,
    language: Language,
  ) => RenderedHtml
}

/** The exports of the bundle. */
export interface RendererModule {
  /** `root` is the folder of the built portal. */
  readonly createRenderer: (root: string) => Promise<PageRenderer>
}
