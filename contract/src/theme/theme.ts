import type { Tokens } from './tokenColours.ts'

/** The look of a theme's mails besides its colours, with fonts that mail programs have. */
export interface MailStyle {
  readonly body: string
  /** For the studio's name, the heading and the button. */
  readonly display: string
  /** Pixels. */
  readonly cardRadius: number
  readonly buttonRadius: number
  /** Colours of the stripe below the bar; without them the accents of both schemes. */
  readonly stripe?: readonly string[]
}

export interface Theme {
  readonly tokens: Tokens
  readonly mail: MailStyle & {
    /** The theme's icon as a PNG in base64, because mail programs show no SVG. */
    readonly logo: string
  }
}
