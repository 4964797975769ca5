/** Whether this deployment's mail links wait for a press of a button, as the page itself says. */
export function mailLinksAsk(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="mail-links"]')?.content === 'button'
}
