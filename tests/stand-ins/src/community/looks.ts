import type { Brand } from './brands.ts'

const base = `
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto;
  background: var(--ground); color: var(--ink); font: 1rem/1.6 var(--text) }
header, main, footer { width: min(60rem, 100%); margin: 0 auto; padding: 1rem clamp(1rem, 5vw, 2rem) }
header, nav { display: flex; flex-wrap: wrap; gap: .6rem 1.4rem; align-items: center }
header { justify-content: space-between }
.brand { font: 700 1.3rem/1.2 var(--display); color: inherit; text-decoration: none }
a { color: var(--accent) }
h1 { font: 700 clamp(1.9rem, 6vw, 3.2rem)/1.1 var(--display); margin: 1.5rem 0 .6rem; overflow-wrap: anywhere }
h2 { font: 700 1.1rem/1.3 var(--display); margin: 0 0 .6rem }
.lead { font-size: 1.15rem; max-width: 40rem }
section { margin: 1.5rem 0; padding: 1.2rem 1.4rem; background: var(--sheet); border-radius: var(--round);
  border: 1px solid var(--line) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1.2rem; margin: 0 0 1rem }
dt, time, footer { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
li { overflow-wrap: anywhere }
.events time { font-size: .85rem }
.button, button { display: inline-block; font: 600 1rem/1.2 var(--text); padding: .6rem 1.1rem; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: var(--round); text-decoration: none }
form { margin: 0 }
.who { font-weight: 700; overflow-wrap: anywhere }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`

/** The look of each site: a hall at night, a sheet of paper, an account book. */
export const looks: Readonly<Record<Brand['slug'], string>> = {
  community: `:root { color-scheme: dark; --ground: radial-gradient(80rem 40rem at 50% -10rem, #4a2c12, #17110d);
  --sheet: #261b14d9; --line: #59402b; --ink: #f6eadb; --quiet: #cbb49b; --accent: #ffb454; --on-accent: #2a1503;
  --round: .9rem; --display: 'Iowan Old Style', Palatino, Georgia, serif; --text: system-ui, sans-serif }${base}`,
  forum: `:root { color-scheme: light; --ground: #eef1ea; --sheet: #fff; --line: #b9c4b4; --ink: #1c2a22;
  --quiet: #51614f; --accent: #14603f; --on-accent: #fff; --round: .15rem;
  --display: ui-monospace, 'DejaVu Sans Mono', monospace; --text: Georgia, 'DejaVu Serif', serif }
header { border-bottom: 3px double var(--line) }${base}`,
  guild: `:root { color-scheme: light; --ground: #f4efe6; --sheet: #fffaf0; --line: #d3c3a4; --ink: #2b2118;
  --quiet: #665845; --accent: #7a2f1d; --on-accent: #fff; --round: 0;
  --display: Georgia, 'DejaVu Serif', serif; --text: system-ui, sans-serif }
header { border-bottom: 1px solid var(--ink) }${base}`,
}
