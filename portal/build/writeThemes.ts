import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readThemes } from './readThemes.ts'

const file = join(import.meta.dirname, '../../contract/src/theme/ownThemes.ts')

// The server styles mails with the tokens of the themes, whether the portal is built or not.
writeFileSync(
  file,
  `// Written by \`npm run themes --workspace portal\` out of portal/src/themes. Change nothing here.
import type { Theme } from './theme.ts'

export const ownThemes: Readonly<Record<string, Theme>> = ${JSON.stringify(readThemes(), null, 2)}
`,
)
