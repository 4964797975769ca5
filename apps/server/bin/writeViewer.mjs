// npm run build: writes the script that shows the API documentation to apps/server/dist, for installations
// without the package that it comes from.
import { mkdirSync, writeFileSync } from 'node:fs'
import { builtViewer, readPackagedViewer } from '../src/http/readViewer.ts'

mkdirSync(new URL('.', builtViewer), { recursive: true })
writeFileSync(builtViewer, await readPackagedViewer())
