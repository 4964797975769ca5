import MarkdownIt, { type Token } from 'markdown-it'

/** A piece of a line, in one look. */
export interface Run {
  readonly text: string
  readonly isStrong?: true
  readonly isEmphasised?: true
  /** A link to it, over https or to a mail address. */
  readonly url?: string
}

/** A part of a text that staff wrote. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly runs: readonly Run[] }
  | {
      readonly kind: 'list'
      /** The number of the first item; null for a list without numbers. */
      readonly from: number | null
      readonly items: readonly (readonly Block[])[]
    }

/** A text as mails show it. */
export interface ReadText {
  readonly blocks: readonly Block[]
  /** Sentences about what its author may not have meant. */
  readonly warnings: readonly string[]
  /** Reasons why it cannot be sent. */
  readonly problems: readonly string[]
}

const reader = new MarkdownIt('zero', { html: false }).enable([
  'heading',
  'list',
  'emphasis',
  'link',
  'escape',
  'newline',
])
// Each link of the text is judged below, so that none is dropped without a word.
reader.validateLink = () => true

/** A host without the name of a person before it, which could be taken for the host. */
const allowedLinks = /^(?:https:\/\/[\p{L}\d.-]+(?::\d+)?(?:[/?#]|$)|mailto:[^\s@]+@)/iu
const dangerousLinks = /^(?!http:)[a-z][a-z\d+.-]*:/i

/**
 * Reads the Markdown of a mailing: paragraphs, headings, bold, italic, lists, and links over https or
 * to a mail address. All else is text, HTML too.
 */
export function readMarkdown(text: string): ReadText {
  const warnings: string[] = []
  const problems: string[] = []

  const link = (url: string, label: string): string | undefined => {
    if (allowedLinks.test(url) && URL.canParse(url)) {
      if (label.trim() === '') warnings.push(`The link to ${url} has no text.`)
      return url
    }
    if (dangerousLinks.test(url)) problems.push(`A link may not lead to ${url}.`)
    else warnings.push(`${url} is no link over https: its words stand there alone.`)
    return undefined
  }

  const blocks = blocksOf(reader.parse(text, {}), link)
  return { blocks, warnings, problems }
}

type Link = (url: string, label: string) => string | undefined

function blocksOf(tokens: readonly Token[], link: Link): readonly Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const end = endOf(tokens, at)
    if (token?.type === 'bullet_list_open' || token?.type === 'ordered_list_open') {
      const isOrdered = token.type === 'ordered_list_open'
      const items = itemsOf(tokens.slice(at + 1, end)).map((item) => blocksOf(item, link))
      blocks.push({
        kind: 'list',
        from: isOrdered ? Number(token.attrGet('start') ?? 1) : null,
        items,
      })
      at = end
    } else if (token?.type === 'inline') {
      const kind = tokens[at - 1]?.type === 'heading_open' ? 'heading' : 'paragraph'
      const runs = runsOf(token.children ?? [], link)
      if (runs.length > 0) blocks.push({ kind, runs })
    }
  }
  return blocks
}

/** The place of the token that closes this one, or its own. */
function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]?.nesting ?? 0
    if (depth === 0) return at
  }
  return from
}

/** The tokens in each item of a list. */
function itemsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: (readonly Token[])[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.type !== 'list_item_open') continue
    const end = endOf(tokens, at)
    items.push(tokens.slice(at + 1, end))
    at = end
  }
  return items
}

function runsOf(tokens: readonly Token[], link: Link): readonly Run[] {
  const runs: Run[] = []
  const look = { strong_open: 0, em_open: 0 }
  let url: string | undefined
  for (const [at, token] of tokens.entries()) {
    const { type } = token
    if (type === 'strong_open' || type === 'em_open') look[type] += 1
    else if (type === 'strong_close') look.strong_open -= 1
    else if (type === 'em_close') look.em_open -= 1
    else if (type === 'link_open') {
      const address = String(token.attrGet('href') ?? '')
      const label = labelFrom(tokens.slice(at + 1))
      url = link(address, label)
      // An address stands in for a missing text.
      if (label.trim() === '') runs.push({ text: address, ...(url !== undefined && { url }) })
    } else if (type === 'link_close') {
      url = undefined
    } else {
      const text = type === 'softbreak' || type === 'hardbreak' ? ' ' : token.content
      if (text === '') continue
      runs.push({
        text,
        ...(look.strong_open > 0 && { isStrong: true as const }),
        ...(look.em_open > 0 && { isEmphasised: true as const }),
        ...(url !== undefined && { url }),
      })
    }
  }
  return runs
}

/** The text of a link, which begins here. */
function labelFrom(tokens: readonly Token[]): string {
  const end = tokens.findIndex(({ type }) => type === 'link_close')
  return tokens
    .slice(0, end)
    .map(({ content }) => content)
    .join('')
}
