/** What our pages have besides the portal's parts; it reads the theme's tokens as these do. */
export const styleOfPages = `@layer parts {
  .scopes { display: grid; gap: var(--space-2) }
  .scopes li { display: grid; grid-template-columns: 1.5rem 1fr; gap: var(--space-2) }
  .scopes li::before { content: ''; width: .45rem; height: .8rem; margin: .25rem auto 0;
    border: solid var(--good); border-width: 0 3px 3px 0; transform: rotate(45deg) }
  .quiet { color: var(--quiet); font-size: .9375rem }
  .sites { display: grid; gap: var(--space-4) }
  .sites li { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: center;
    padding-block-end: var(--space-4); border-block-end: 1px solid var(--line) }
  .sites li > div { flex: 1 1 12rem; min-width: 0 }
  .sites h2 { overflow-wrap: anywhere }
  main p, main h1 { overflow-wrap: anywhere }
  footer { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4);
    padding-block: var(--space-5); font-size: .875rem }
  footer a { display: inline-block; min-height: 1.75rem; color: var(--quiet) }
}
@media (forced-colors: active) { .scopes li::before { border-color: CanvasText } }
`

/** For pages without a deployment, or on a server without a portal: they load nothing at all. */
export const styleWithoutPortal = `
:root { color-scheme: light dark;
  --ground: light-dark(oklch(0.975 0.012 85), oklch(0.19 0.035 278));
  --surface: light-dark(oklch(1 0 0), oklch(0.235 0.042 278));
  --edge: light-dark(oklch(0.58 0.03 280), oklch(0.6 0.05 278));
  --text: light-dark(oklch(0.25 0.05 280), oklch(0.95 0.015 85));
  --accent: light-dark(oklch(0.43 0.16 284), oklch(0.82 0.14 78));
  --on-accent: light-dark(oklch(0.99 0.01 85), oklch(0.22 0.06 60)) }
:root[data-scheme='light'] { color-scheme: light }
:root[data-scheme='dark'] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
.page { min-height: 100dvh; display: grid; gap: 1.5rem; place-content: center; padding: 1.5rem;
  grid-template-columns: minmax(0, 30rem) }
header { font-weight: 700; letter-spacing: .04em; text-transform: uppercase }
header a { color: inherit; text-decoration: none }
main { background: var(--surface); border-top: 4px solid var(--accent); padding: 2rem }
h1 { margin: 0 0 1rem; font: 650 1.75rem/1.15 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--accent) }
footer { display: flex; gap: 1rem; font-size: .875rem }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
.actions > *, .sites button { font: 650 1rem/1.2 system-ui, sans-serif; padding: .75rem 1.25rem;
  cursor: pointer; border: 1px solid var(--edge); background: transparent; color: inherit;
  text-decoration: none }
.actions > [data-look='primary'] { background: var(--accent); border-color: var(--accent);
  color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`
