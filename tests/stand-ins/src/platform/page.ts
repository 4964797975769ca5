/** HTML text, which needs no escaping. */
export interface Html {
  readonly html: string
}

type Value = Html | readonly Html[] | string | number

/** Fills values into HTML, and escapes every value but HTML. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(written)) }
}

/** A whole page; `heading` is its title and its first heading. */
export function page(heading: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${heading} · Gatehouse stand-ins</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a href="/">Gatehouse <span>stand-ins</span></a>
        </header>
        <main>
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`.html
}

function written(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return 'html' in value ? value.html : value.map((one) => one.html).join('')
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f2, #16171b);
  --sheet: light-dark(#fff, #1f2127);
  --line: light-dark(#dedbd3, #34363f);
  --ink: light-dark(#1c1d22, #eceae5);
  --quiet: light-dark(#5d5e66, #a6a7b0);
  --accent: light-dark(#6a3d0c, #f0b46a);
  font: 16px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink) }
header, main { max-width: 56rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 2rem) }
header a { color: inherit; font-weight: 700; text-decoration: none }
header span { color: var(--quiet); font-weight: 400 }
h1 { font-size: clamp(1.4rem, 4vw, 2rem); line-height: 1.2; overflow-wrap: anywhere }
a { color: var(--accent) }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.list { list-style: none; margin: 0; padding: 0; background: var(--sheet);
  border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
.list li + li { border-top: 1px solid var(--line) }
.list > li > a { display: block; padding: .9rem 1.1rem; color: inherit; text-decoration: none }
.list > li > a:hover { background: var(--ground) }
.list strong { display: block; overflow-wrap: anywhere }
.quiet { color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; margin: 0 0 1.5rem }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
section { margin: 0 0 1.5rem; padding: 1rem; background: var(--sheet);
  border: 1px solid var(--line); border-radius: .75rem }
section h2 { margin: 0 0 .5rem; font-size: 1rem }
section ul { margin: 0; padding-left: 1.2rem }
section li { overflow-wrap: anywhere }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
iframe { display: block; width: 100%; height: 40rem; border: 0 }
iframe:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--line);
  border-radius: .5rem; padding: .4rem .9rem; cursor: pointer }
.picker { border-top: .3rem solid var(--accent); padding-top: .5rem }
.accounts { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .6rem;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)) }
.accounts li > * { display: flex; gap: .8rem; align-items: center; width: 100%; height: 100%;
  padding: .6rem .8rem; text-align: left; background: var(--sheet);
  border: 1px solid var(--line); border-radius: .75rem }
.accounts button:hover { border-color: var(--accent) }
.accounts img { flex: none; border-radius: .5rem }
.accounts span { min-width: 0; overflow-wrap: anywhere }
.accounts strong { display: block }
.mail { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem }
.mail strong { grid-column: 1 / -1 }
.search { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: 0 0 1.5rem }
.search label { display: grid; gap: .2rem; flex: 0 1 20rem }
.search input { font: inherit; width: 100%; padding: .4rem .6rem; color: inherit;
  background: var(--sheet); border: 1px solid var(--quiet); border-radius: .5rem }
.search button { background: var(--sheet); border-color: var(--quiet) }
.search a { padding: .4rem }
.switches { display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1rem }
.switch { display: flex; border: 1px solid var(--line); border-radius: .5rem; overflow: clip;
  overflow-clip-margin: 6px }
.switch a { padding: .35rem .9rem; color: inherit; text-decoration: none }
.switch a:hover { background: var(--ground) }
.switch a[aria-current] { background: var(--accent); color: var(--sheet); font-weight: 600 }
.screen { border: 1px solid var(--line); border-radius: .5rem; overflow: clip }
.screen.phone { width: min(392px, 100%); margin: 0 auto }
.screen.phone iframe { height: 44rem }
.screen.light { background: #fff }
.screen.dark { background: #111; color-scheme: dark }
.fields { display: grid; gap: .8rem; justify-items: start }
.fields > label:not(:has([type=checkbox])) { display: grid; gap: .2rem; width: min(24rem, 100%) }
.fields input:not([type=checkbox]) { font: inherit; width: 100%; padding: .4rem .6rem;
  color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem }
.fields p { margin: 0 }
.choices { display: flex; flex-wrap: wrap; gap: .6rem }
`
