import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readThemes, readTokenNames } from './readThemes.ts'

const folder = join(import.meta.dirname, '../../../packages/contract/src/theme')

// The server styles mails with the tokens of the themes, whether the portal is built or not.
writeFileSync(
  join(folder, 'ownThemes.ts'),
  `// Written by \`npm run themes --workspace apps/portal\` out of apps/portal/src/themes. Change nothing here.
import type { Theme } from './theme.ts'

export const ownThemes: Readonly<Record<string, Theme>> = ${JSON.stringify(readThemes(), null, 2)}
`,
)

writeFileSync(
  join(folder, 'tokenNames.ts'),
  `// Written by \`npm run themes --workspace apps/portal\` out of apps/portal/src/themes and the sheets of parts. Change nothing here.

export const tokenNames: readonly string[] = ${JSON.stringify(readTokenNames(), null, 2)}
`,
)
