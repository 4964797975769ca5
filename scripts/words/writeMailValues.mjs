// Part of `npm run messages --workspace portal`.
import { writeFileSync } from 'node:fs'
import { mailValues, mailValuesFile } from './mailValues.mjs'

writeFileSync(mailValuesFile, mailValues())
