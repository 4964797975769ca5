import { devicePath, sitesPath } from '@gatehouse/contract/routes'
import type { RenderedHtml, ServerPageName, ServerPageProps } from '@gatehouse/contract/serverPages'
import { escapeHtml } from '../platform/escapeHtml.ts'

interface Form {
  readonly action: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly buttons: readonly { readonly name: string; readonly value: string }[]
}

const formsOf: {
  readonly [Name in ServerPageName]: (props: ServerPageProps[Name]) => readonly Form[]
} = {
  consent: ({ action }) => [
    { action, buttons: ['allow', 'refuse'].map((value) => ({ name: 'answer', value })) },
  ],
  'log-out': ({ action, xsrf }) => [
    { action, hidden: { xsrf }, buttons: ['yes', ''].map((value) => ({ name: 'logout', value })) },
  ],
  'logged-out': () => [],
  interrupted: () => [],
  'connected-clients': ({ clients, player }) =>
    clients.map(({ clientId }) => ({
      action: sitesPath,
      hidden: { player },
      buttons: [{ name: 'site', value: clientId }],
    })),
  device: deviceForms,
  error: () => [],
}

/** A GET form without buttons is not written: the code stands in the address. */
function deviceForms(props: ServerPageProps['device']): readonly Form[] {
  if (props.step !== 'number') return []
  const { code, player, numbers } = props
  const buttons = [...numbers, ''].map((value) => ({ name: 'number', value }))
  return [{ action: devicePath, hidden: { code, player }, buttons }]
}

/** A page of a server without a portal: its subject and its forms, without words for players. */
export function renderPlainPage<Name extends ServerPageName>(
  name: Name,
  props: ServerPageProps[Name],
): RenderedHtml {
  const rows = Object.entries(props).map(
    ([key, value]) => `<dt>${key}<dd>${escapeHtml(JSON.stringify(value))}`,
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head>
<body><h1>${name}</h1><dl>${rows.join('')}</dl>${formsOf[name](props).map(htmlOf).join('')}</body></html>
`
  return { html, styles: [], scripts: [] }
}

function htmlOf({ action, hidden = {}, buttons }: Form): string {
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const choices = buttons.map(({ name, value }) => {
    const text = escapeHtml(value)
    return `<button name="${name}" value="${text}">${name}: ${text}</button>`
  })
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}${choices.join('')}</form>`
}
