import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The names of the gallery's own pictures, by their files: a studio's file is named as it is called. */
const names: Readonly<Record<string, MessageDescriptor>> = {
  fox: msg`Fox`,
  owl: msg`Owl`,
  wolf: msg`Wolf`,
  dragon: msg`Dragon`,
  knight: msg`Knight`,
  ship: msg`Ship`,
  lantern: msg`Lantern`,
  mountain: msg`Mountain`,
  crown: msg`Crown`,
  comet: msg`Comet`,
  mushroom: msg`Mushroom`,
  cat: msg`Cat`,
}

const ownFile = /^gallery\/[^/]+\/(\w+)\.svg$/

/** `gallery/showcase/fox.svg` is one of ours; another one has the words in its file's name. */
export function pictureName(file: string): MessageDescriptor | string {
  const ours = ownFile.exec(file)?.[1]
  return (ours !== undefined && names[ours]) || plain(file)
}

/** `animals/red-fox.png` is shown as 'red fox'. */
function plain(file: string): string {
  return file.replace(/^.*\/|\.\w+$/g, '').replaceAll(/[-_]/g, ' ')
}
