import { escaped } from '../escaped.ts'

/** What a mail says, in both of its parts. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Only mails of a list have one: how its subscription is ended with one click. */
  readonly subscription?: { readonly list: string; readonly unsubscribeUrl: string }
}

export interface MailParts {
  readonly studioName: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly closing: string
  /** A quiet link below everything else. */
  readonly footer?: { readonly label: string; readonly url: string }
}

/** The one shape that every mail has; all values are text and are escaped here. */
export function layout(parts: MailParts): MailContent {
  const { studioName, subject, paragraphs, action, closing, footer } = parts
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    closing,
    studioName,
    ...(footer ? [`${footer.label}:\n${footer.url}`] : []),
  ].join('\n\n')
  const button = action
    ? `<p style="margin:28px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1f3a8a;color:#ffffff;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6475;word-break:break-all">${escaped(action.url)}</p>`
    : ''
  const below = footer
    ? `\n<p style="margin:16px 0 0;font-size:13px"><a href="${escaped(footer.url)}" style="color:#5b6475">${escaped(footer.label)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5;color:#1a2030">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-weight:700">${escaped(studioName)}</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`).join('\n')}
${button}
<p style="margin:0;font-size:13px;color:#5b6475">${escaped(closing)}</p>${below}
</div></body></html>`
  return { subject, text: `${text}\n`, html }
}
