// Part of `npm run messages --workspace apps/portal`.
import { writeFileSync } from 'node:fs'
import { mailValues, mailValuesFile } from './mailValues.mjs'
import { refusals, refusalsFile } from './refusals.mjs'

writeFileSync(mailValuesFile, mailValues())
writeFileSync(refusalsFile, refusals())
