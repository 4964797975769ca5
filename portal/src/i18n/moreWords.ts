import { type Catalogue, addWords } from './words.ts'

// With the screens that few players open.
await addWords(import.meta.glob<Catalogue>('./po/more/*.po'))
