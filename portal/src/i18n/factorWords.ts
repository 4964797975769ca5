import { type Catalogue, addWords } from './words.ts'

// With what few players open before they add a second factor.
await addWords(import.meta.glob<Catalogue>('./po/factors/*.po'))
