import { type Html, html } from '../platform/page.ts'

/** A page of the studio that owns the accounts. */
interface StudioPage {
  readonly title: string
  readonly content: Html
}

const paragraphs = (...texts: readonly string[]) =>
  html`${texts.map((text) => html`<p>${text}</p>`)}`

/** The pages that the sample deployments link, by their paths below the site's. */
export const studioPages: Readonly<Record<string, StudioPage>> = {
  privacy: {
    title: 'Privacy policy',
    content: paragraphs(
      'This studio exists on this machine alone, and so does everything that it knows of you.',
      'A real one says here what it keeps, why, for how long, and whom to ask.',
    ),
  },
  terms: {
    title: 'Terms and conditions',
    content: paragraphs(
      'An account here is for trying the portal. It lasts as long as the database does.',
    ),
  },
  'code-of-conduct': {
    title: 'Code of conduct',
    content: paragraphs('Play to win, and leave your opponent wanting another match.'),
  },
  imprint: {
    title: 'Imprint',
    content: paragraphs('Lantern Hall, 1 Sample Street, Localhost. No telephone, no register.'),
  },
  support: {
    title: 'Support',
    content: paragraphs('A real studio answers players here. This one has no staff.'),
  },
  status: {
    title: 'Status',
    content: paragraphs('The stand-ins answer, since you read this page.'),
  },
}
