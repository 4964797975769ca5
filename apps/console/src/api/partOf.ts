import { isBuildOld, isMissingFile, loadAnew } from '@gatehouse/ui/oldBuild'
import { RefusalError } from './call.ts'

/** A part of the console in its own file. Where a release has replaced the file, the page is loaded anew. */
export async function partOf<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (isMissingFile(error) && (await isBuildOld())) await loadAnew()
    throw new RefusalError('OFFLINE', 'A part of the console did not arrive.', {})
  }
}
