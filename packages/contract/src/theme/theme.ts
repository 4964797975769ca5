import type { Tokens } from './tokenColours.ts'

/** The look of a theme's mails besides its colours, with fonts that mail programs have. */
export interface MailStyle {
  readonly body: string
  /** For the studio's name, the heading and the button. */
  readonly display: string
  /** Pixels. */
  readonly cardRadius: number
  readonly buttonRadius: number
  /** The place in the theme's art that mails show a strip of: its corner and its width. */
  readonly sceneAt: readonly [x: number, y: number, width: number]
  /** Colours of the stripe below the bar; without them the accents of both schemes. */
  readonly stripe?: readonly string[]
}

export interface Theme {
  readonly tokens: Tokens
  readonly mail: MailStyle & {
    /** The letters of the page's buttons, as far as mail programs have them. */
    readonly button: {
      readonly font: string
      readonly weight: number
      /** In the letters' own height. */
      readonly spacing: number
    }
  }
}
