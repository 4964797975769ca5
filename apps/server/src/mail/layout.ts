import { directionOf } from '@gatehouse/contract/direction'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { inHtml, inSubject, inText, isolate } from './fillIn.ts'
import type { Block, Run } from './markdown.ts'
import type { MailContext } from './mailContext.ts'
import type { MailColours } from './themes.ts'

/** The content of a mail, in both of its parts. */
export interface MailContent {
  /** Which mail it is, for support; of a mail of no kind without one. */
  readonly kind?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The studio, as the display name of the sender. */
  readonly sender?: string
  /** A PNG in base64, which the HTML shows as `cid:` and {@link logoId}. */
  readonly logo?: string
  /**
   * The theme whose scene the HTML shows as `cid:` and {@link sceneId}: a mail that waits carries
   * no image of it.
   */
  readonly scene?: string
  /** Only mails of a list have one: the end of the subscription with one click. */
  readonly subscription?: { readonly list: string; readonly unsubscribeUrl: string }
}

/** The content id of the logo. */
export const logoId = 'logo@gatehouse'

/** The content id of the scene. */
export const sceneId = 'scene@gatehouse'

interface Link {
  readonly label: string
  readonly url: string
}

export interface MailParts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** A text that staff wrote, below the paragraphs. */
  readonly blocks?: readonly Block[]
  readonly action?: Link
  /** The button undoes what its reader most likely did: the closing comes before it, and it is quiet. */
  readonly isUndo?: boolean
  /** Words about the page of that link, below it; '' without any. */
  readonly aside?: string
  readonly closing: string
  /** A quiet link below everything else. */
  readonly footer?: Link
}

/** The one shape of every mail; all values except the theme are text and are escaped here. */
export function layout(letterhead: MailContext, parts: MailParts): MailContent {
  const { language, words, studioName, theme } = letterhead
  const { paragraphs, blocks = [], action, isUndo = false, aside = '', closing, footer } = parts
  const subject = inSubject(parts.subject)
  const linked = (link: Link) => linkInText(link, words)
  const text = [
    ...paragraphs,
    ...blocks.map((block) => textOfBlock(block, letterhead)),
    ...(isUndo ? [closing] : []),
    ...(action ? [linked(action)] : []),
    ...(aside === '' ? [] : [aside]),
    ...(isUndo ? [] : [closing]),
    studioName,
    ...(footer ? [linked(footer)] : []),
  ].join('\n\n')
  const { logo, scene } = theme
  return {
    subject,
    text: `${inText(text, language)}\n`,
    html: htmlOf(letterhead, parts),
    sender: studioName,
    ...(logo === null ? {} : { logo }),
    ...(scene === null ? {} : { scene }),
  }
}

/*
 * Mail programs support tables and inline styles, and many support nothing else. The light scheme
 * stands inline, the dark one in a style sheet. Outlook on Windows ignores widths and padding, so
 * comments and `mso-` properties repeat them for it.
 */
function htmlOf(letterhead: MailContext, parts: MailParts): string {
  const { theme, studioName } = letterhead
  const { paragraphs, blocks = [], action, isUndo = false, aside = '', closing, footer } = parts
  const title = escapeHtml(inSubject(parts.subject))
  const { light, dark, font, display, cardRadius, isNameInCapitals, stripe, lineHeight } = theme
  const capitals = isNameInCapitals ? 'text-transform:uppercase;letter-spacing:0.1em;' : ''
  const { attributes, table, start, end } = runOf(letterhead)
  const paragraph = `class="text" style="margin:0 0 16px;color:${light.text}"`
  const small = `font-size:13px;line-height:${lineHeight};color:${light.quiet}`
  // Without a text: the name stands beside it.
  const sign = `<img src="cid:${logoId}" width="28" height="28" alt="" border="0" style="vertical-align:middle;margin-${end}:10px">`
  // Decoration, without a text.
  const strip = `<tr><td bgcolor="${light.bar}" style="font-size:0;line-height:0"><img src="cid:${sceneId}" width="560" alt="" border="0" style="display:block;width:100%;height:auto"></td></tr>
`
  const band = stripe.map(
    (colour) =>
      `<td bgcolor="${colour}" height="5" style="height:5px;font-size:0;line-height:0;background:${colour}">&nbsp;</td>`,
  )
  return `<!doctype html>
<html ${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkSheet(dark)}}</style>
<style>${outlookSheet(dark)}</style></head>
<body class="ground" style="margin:0;padding:0;background:${light.ground};word-break:${theme.wordBreak}">
<div role="article" aria-roledescription="email" aria-label="${title}" ${attributes}>
${preheader([...paragraphs, ...blocks.map((block) => saidIn(block))], light.ground)}
<table ${table} width="100%" class="ground" bgcolor="${light.ground}" style="background:${light.ground}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${table} width="560"><tr><td><![endif]-->
<table ${table} width="100%" class="card" bgcolor="${light.surface}" style="max-width:560px;border-collapse:separate;border:1px solid ${light.line};border-radius:${cardRadius}px;overflow:hidden;background:${light.surface};font-family:${font};font-size:16px;line-height:${lineHeight};text-align:${start}">
<tr><td class="bar" bgcolor="${light.bar}" style="padding:18px 28px;background:${light.bar};color:${light.onBar};font-family:${display};font-size:18px;font-weight:700;line-height:1.2;${capitals}">${theme.logo === null ? '' : sign}${escapeHtml(studioName)}</td></tr>
<tr><td><table ${table} width="100%"><tr>${band.join('')}</tr></table></td></tr>
${theme.scene === null ? '' : strip}<tr><td style="padding:28px">
<h1 class="text" style="margin:0 0 20px;font-family:${display};font-size:24px;font-weight:700;line-height:1.25;color:${light.text}${theme.headingBreak}">${inHtml(parts.subject)}</h1>
${paragraphs.map((said) => `<p ${paragraph}>${inHtml(said)}</p>`).join('\n')}
${blocks.map((block) => htmlOfBlock(block, letterhead)).join('\n')}
${isUndo ? `<p ${paragraph}>${inHtml(closing)}</p>` : ''}
${action ? button(action, letterhead, isUndo) : ''}
${aside === '' ? '' : `<p ${paragraph}>${inHtml(aside)}</p>`}
${isUndo ? '' : `<p class="quiet" style="margin:0;${small}">${inHtml(closing)}</p>`}
${footer ? `<p class="quiet" style="margin:16px 0 0;${small}"><a class="quiet" href="${escapeHtml(footer.url)}" style="color:${light.quiet};text-decoration:underline">${escapeHtml(footer.label)}</a></p>` : ''}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body></html>`
}

function linkInText({ label, url }: Link, { textLink }: MailContext['words']): string {
  return `${textLink.replace('{label}', () => label)}\n${url}`
}

/** The runs of a block, as text of its own direction. */
function ownRuns(runs: readonly Run[], { language }: MailContext): readonly Run[] {
  const whole = runs.map(({ text }) => text).join('')
  const apart = isolate(whole, language)
  const plain = runs.map((run) => ({ ...run, text: withoutIsolates(isolate(run.text, language)) }))
  if (apart === withoutIsolates(apart)) return plain
  return [{ text: apart.slice(0, 1) }, ...plain, { text: apart.slice(-1) }]
}

const withoutIsolates = inSubject

/** A block of the text part: addresses have their own lines, below the words that lead there. */
function textOfBlock(block: Block, letterhead: MailContext): string {
  if (block.kind === 'list') {
    const { from, items } = block
    const lines = items.map((item, at) => {
      const mark = from === null ? '-' : `${from + at}.`
      const inner = item.map((each) => textOfBlock(each, letterhead)).join('\n')
      return `${mark} ${inner.replaceAll('\n', '\n  ')}`
    })
    return lines.join('\n')
  }
  const line = ownRuns(block.runs, letterhead)
    .map(({ text }) => text)
    .join('')
  const links = linksOf(block.runs).map(({ label, url }) =>
    label === url
      ? url
      : linkInText({ label: isolate(label, letterhead.language), url }, letterhead.words),
  )
  return [...(links[0] === line.trim() ? [] : [line]), ...links].join('\n')
}

/** The links of a line, each once with all of its words. */
function linksOf(runs: readonly Run[]): readonly Link[] {
  const links: Link[] = []
  for (const { text, url } of runs) {
    const last = links.at(-1)
    if (url !== undefined && last?.url === url)
      links[links.length - 1] = { url, label: last.label + text }
    else if (url !== undefined) links.push({ label: text, url })
  }
  return links
}

function saidIn(block: Block): string {
  if (block.kind === 'list') return block.items.flat().map(saidIn).join(' ')
  return block.runs.map(({ text }) => text).join('')
}

function htmlOfBlock(block: Block, letterhead: MailContext): string {
  const { light, display } = letterhead.theme
  const { start } = runOf(letterhead)
  const inColour = `color:${light.text}`
  if (block.kind === 'list') {
    const { from, items } = block
    const tag = from === null ? 'ul' : `ol start="${from}"`
    const said = items.map(
      (item) => `<li style="margin:0 0 8px">${itemHtml(item, letterhead)}</li>`,
    )
    return `<${tag} class="text" style="margin:0 0 16px;padding:0;padding-${start}:24px;${inColour}">${said.join('')}</${tag.slice(0, 2)}>`
  }
  const said = ownRuns(block.runs, letterhead)
    .map((run) => htmlOfRun(run, light.text))
    .join('')
  return block.kind === 'heading'
    ? `<h2 class="text" style="margin:24px 0 12px;font-family:${display};font-size:19px;font-weight:700;line-height:1.3;${inColour}">${said}</h2>`
    : `<p class="text" style="margin:0 0 16px;${inColour}">${said}</p>`
}

/** An item of one paragraph has no space of a paragraph. */
function itemHtml(item: readonly Block[], letterhead: MailContext): string {
  const [only, ...more] = item
  if (only?.kind !== 'paragraph' || more.some(({ kind }) => kind !== 'list')) {
    return item.map((each) => htmlOfBlock(each, letterhead)).join('')
  }
  const said = ownRuns(only.runs, letterhead).map((run) =>
    htmlOfRun(run, letterhead.theme.light.text),
  )
  return said.join('') + more.map((each) => htmlOfBlock(each, letterhead)).join('')
}

/** In the colour of the text: that one is readable on every ground. */
function htmlOfRun({ text, isStrong, isEmphasised, url }: Run, colour: string): string {
  const plain = inHtml(text)
  const strong = isStrong ? `<strong>${plain}</strong>` : plain
  const said = isEmphasised ? `<em>${strong}</em>` : strong
  if (url === undefined) return said
  return `<a class="text" href="${escapeHtml(url)}" style="color:${colour};text-decoration:underline">${said}</a>`
}

/** Web mail drops the root with its direction, so every table repeats it; not in English. */
function runOf({ language }: MailContext) {
  const direction = directionOf(language)
  const dir = language === 'en' ? '' : ` dir="${direction}"`
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  return {
    attributes: `lang="${language}"${dir}`,
    table: `role="presentation" cellpadding="0" cellspacing="0" border="0"${dir}`,
    ofAddress: direction === 'rtl' ? ' dir="ltr"' : '',
    start,
    end,
  }
}

/** A cell in the button's colour, so that Outlook shows a button as well; its address is below. A quiet one has a rim. */
function button({ label, url }: Link, letterhead: MailContext, isQuiet: boolean) {
  const { theme, words } = letterhead
  const { light, buttonRadius, lineHeight } = theme
  const { font, weight, spacing } = theme.button
  const { table, ofAddress } = runOf(letterhead)
  const [look, fill, ink] = isQuiet
    ? ['outline', light.surface, light.text]
    : ['button', light.accent, light.onAccent]
  const rim = isQuiet ? `border:2px solid ${light.accent};` : ''
  const shape = `background:${fill};border-radius:${buttonRadius}px`
  return `<table ${table} style="margin:28px 0;border-collapse:separate"><tr><td class="${look}" align="center" bgcolor="${fill}" style="${rim}${shape};mso-padding-alt:14px 26px"><a class="${look}" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 26px;mso-padding-alt:0;${shape};color:${ink};font-family:${font};font-size:17px;font-weight:${weight};letter-spacing:${spacing}em;line-height:1.2;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:${lineHeight};color:${light.quiet}">${escapeHtml(words.buttonless)}<br><span${ofAddress} style="word-break:break-all">${escapeHtml(url)}</span></p>`
}

/** The text beside the subject in a list of mails; the filler keeps the mail's first words out. */
function preheader([greeting = '', ...rest]: readonly string[], ground: string): string {
  const said = rest.length === 0 ? greeting : rest.join(' ')
  // No single way to hide it works everywhere.
  const hidden = `display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:${ground};mso-hide:all`
  return `<div style="${hidden}">${inHtml(said)}${'&#847;&nbsp;'.repeat(40)}</div>`
}

/**
 * Outlook on the web and on phones makes its own dark scheme. It marks the elements that it
 * recoloured, and these marks restore our colours. This is its own sheet: mail programs that
 * do not support the selectors drop the whole sheet.
 */
function outlookSheet({ text, quiet, accent, surface, ground, onAccent, onBar, bar }: MailColours) {
  return [
    `[data-ogsc] .text{color:${text}!important}`,
    `[data-ogsc] .quiet{color:${quiet}!important}`,
    `[data-ogsc] .bar{color:${onBar}!important}`,
    `[data-ogsc] .button{color:${onAccent}!important}`,
    `[data-ogsb] .ground{background:${ground}!important}`,
    `[data-ogsb] .card{background:${surface}!important}`,
    `[data-ogsb] .bar{background:${bar}!important}`,
    `[data-ogsb] .button{background:${accent}!important}`,
    `[data-ogsc] .outline{color:${text}!important}`,
    `[data-ogsb] .outline{background:${surface}!important}`,
  ].join('')
}

function darkSheet({ ground, surface, line, text, quiet, accent, ...on }: MailColours): string {
  return [
    `.ground{background:${ground}!important}`,
    `.card{background:${surface}!important;border-color:${line}!important}`,
    `.bar{background:${on.bar}!important;color:${on.onBar}!important}`,
    `.text{color:${text}!important}`,
    `.quiet{color:${quiet}!important}`,
    `.button{background:${accent}!important;color:${on.onAccent}!important}`,
    `.outline{background:${surface}!important;border-color:${accent}!important;color:${text}!important}`,
  ].join('')
}
