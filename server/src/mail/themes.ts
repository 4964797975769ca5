import type { Deployment } from '../tenants/deployments.ts'
import { type Themed, themeNameOf } from '../tenants/themeNameOf.ts'
import { withTokens } from './withTokens.ts'

/** The portal's tokens of the same names, as the sRGB that every mail program understands. */
export interface MailColours {
  readonly ground: string
  readonly surface: string
  readonly line: string
  readonly text: string
  readonly quiet: string
  readonly accent: string
  readonly onAccent: string
  readonly bar: string
  readonly onBar: string
}

/** A theme as far as a mail can show it: without images, and with fonts that are there already. */
export interface MailTheme {
  readonly light: MailColours
  readonly dark: MailColours
  readonly font: string
  /** For the studio's name, the heading and the button. */
  readonly display: string
  readonly isNameInCapitals: boolean
  /** Colours side by side below the bar, in both schemes. */
  readonly stripe: readonly string[]
  /** Pixels. */
  readonly cardRadius: number
  readonly buttonRadius: number
}

const platform: MailTheme = {
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  display: "'Trebuchet MS', 'Segoe UI', Verdana, sans-serif",
  isNameInCapitals: true,
  stripe: ['#4a3ba2', '#f6b84d'],
  cardRadius: 4,
  buttonRadius: 4,
  light: {
    ground: '#faf6ee',
    surface: '#ffffff',
    line: '#dad4c6',
    text: '#1d1e39',
    quiet: '#53566e',
    accent: '#4a3ba2',
    onAccent: '#fffbf4',
    bar: '#ffffff',
    onBar: '#1d1e39',
  },
  dark: {
    ground: '#101223',
    surface: '#191c32',
    line: '#373a57',
    text: '#f3eee3',
    quiet: '#acb0c5',
    accent: '#f6b84d',
    onAccent: '#2e1200',
    bar: '#191c32',
    onBar: '#f3eee3',
  },
}

/** By the name of the theme's folder in the portal. */
export const mailThemes: ReadonlyMap<string, MailTheme> = new Map([
  ['platform', platform],
  [
    'avalanche',
    {
      font: "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      display: "'Arial Black', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
      isNameInCapitals: false,
      stripe: ['#0068a7', '#63e6be'],
      cardRadius: 16,
      buttonRadius: 10,
      light: {
        ground: '#f6fbfd',
        surface: '#ffffff',
        line: '#cbdae2',
        text: '#0d2034',
        quiet: '#455b6d',
        accent: '#0068a7',
        onAccent: '#fbfeff',
        bar: '#f6fbfd',
        onBar: '#0d2034',
      },
      dark: {
        ground: '#081527',
        surface: '#102034',
        line: '#2b4259',
        text: '#edf5f8',
        quiet: '#a6bbc8',
        accent: '#63e6be',
        onAccent: '#002220',
        bar: '#081527',
        onBar: '#edf5f8',
      },
    },
  ],
  [
    'creative-assembly',
    {
      font: "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
      display: "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
      isNameInCapitals: false,
      stripe: ['#cd9c34'],
      cardRadius: 2,
      buttonRadius: 2,
      light: {
        ground: '#faf5ea',
        surface: '#fefcf6',
        line: '#dac9a6',
        text: '#39191a',
        quiet: '#6c4c46',
        accent: '#941424',
        onAccent: '#fdfaf1',
        bar: '#86101f',
        onBar: '#fef5df',
      },
      dark: {
        ground: '#22101e',
        surface: '#2d1829',
        line: '#5f3a4f',
        text: '#f5eee0',
        quiet: '#cab7a8',
        accent: '#e8c270',
        onAccent: '#310c0f',
        bar: '#4c0f1a',
        onBar: '#f7e6c3',
      },
    },
  ],
  [
    'focus',
    {
      font: "'Avenir Next', Avenir, Candara, 'Gill Sans', 'Segoe UI', sans-serif",
      display: "'Avenir Next', Avenir, Candara, 'Gill Sans', 'Segoe UI', sans-serif",
      isNameInCapitals: true,
      stripe: ['#c69e58'],
      cardRadius: 24,
      buttonRadius: 32,
      light: {
        ground: '#e7f8f6',
        surface: '#f6fefd',
        line: '#add3d2',
        text: '#002935',
        quiet: '#2f5a64',
        accent: '#005f69',
        onAccent: '#f5fefd',
        bar: '#004751',
        onBar: '#eafdfb',
      },
      dark: {
        ground: '#021922',
        surface: '#06242f',
        line: '#204955',
        text: '#e1f3ef',
        quiet: '#9ebfbe',
        accent: '#fbb86d',
        onAccent: '#2b1401',
        bar: '#001019',
        onBar: '#f6e6cb',
      },
    },
  ],
  [
    'relic',
    {
      font: "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      display: "'Arial Narrow', 'Roboto Condensed', 'Helvetica Neue', Arial, sans-serif",
      isNameInCapitals: true,
      stripe: ['#a37734', '#ca9c4e', '#a37734'],
      cardRadius: 0,
      buttonRadius: 0,
      light: {
        ground: '#f6efe3',
        surface: '#fdfaf3',
        line: '#d4c2a4',
        text: '#2d1d14',
        quiet: '#624e40',
        accent: '#9f2b1b',
        onAccent: '#fdfaf3',
        bar: '#372419',
        onBar: '#f4e6ca',
      },
      dark: {
        ground: '#150f0b',
        surface: '#1f1812',
        line: '#4c3d2b',
        text: '#f1eadc',
        quiet: '#beb39f',
        accent: '#e5b562',
        onAccent: '#221205',
        bar: '#0a0704',
        onBar: '#e8c586',
      },
    },
  ],
  [
    'sandbox',
    {
      font: "'Trebuchet MS', Verdana, sans-serif",
      display: "'Courier New', Courier, monospace",
      isNameInCapitals: false,
      stripe: ['#f2545b', '#ffb300', '#2f8ded', '#39b86a'],
      cardRadius: 4,
      buttonRadius: 4,
      light: {
        ground: '#fffae8',
        surface: '#ffffff',
        line: '#e3cb99',
        text: '#221c3c',
        quiet: '#524d72',
        accent: '#464ace',
        onAccent: '#fefcf4',
        bar: '#fdd343',
        onBar: '#221c3c',
      },
      dark: {
        ground: '#1d1036',
        surface: '#281946',
        line: '#543f7c',
        text: '#f9f5e6',
        quiet: '#c2b7da',
        accent: '#f9d544',
        onAccent: '#1b1338',
        bar: '#301c64',
        onBar: '#fbf5df',
      },
    },
  ],
  [
    'two-point-studios',
    {
      font: "Nunito, 'Segoe UI', 'Trebuchet MS', Verdana, sans-serif",
      display: "'Arial Rounded MT Bold', Nunito, 'Trebuchet MS', Verdana, sans-serif",
      isNameInCapitals: false,
      stripe: ['#006d67', '#ffa9cb'],
      cardRadius: 28,
      buttonRadius: 24,
      light: {
        ground: '#fefdf5',
        surface: '#ffffff',
        line: '#c5e2df',
        text: '#0c2e47',
        quiet: '#385d73',
        accent: '#006d67',
        onAccent: '#fafffd',
        bar: '#ffffff',
        onBar: '#0c2e47',
      },
      dark: {
        ground: '#181834',
        surface: '#222145',
        line: '#434171',
        text: '#f7f5ec',
        quiet: '#bebeda',
        accent: '#ffa9cb',
        onAccent: '#361033',
        bar: '#222145',
        onBar: '#f7f5ec',
      },
    },
  ],
])

/** What says how a deployment's mails look. */
interface MailThemed extends Themed {
  readonly theme: Pick<Deployment['theme'], 'name' | 'tokens'>
}

/**
 * The theme of a deployment's mails, with the colours that the deployment changes; the platform's
 * where its own has none here.
 */
export function mailThemeOf(deployment: MailThemed): MailTheme {
  const theme = mailThemes.get(themeNameOf(deployment)) ?? platform
  return withTokens(theme, deployment.theme.tokens)
}
