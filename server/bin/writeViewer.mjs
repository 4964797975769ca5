// npm run build: writes the script that shows the API documentation to server/dist, for installations
// without the package that it comes from.
import {
  builtViewer,
  makeViewerScript,
  writeViewerScript,
} from '../src/http/viewer/viewerScript.ts'

await writeViewerScript(builtViewer, await makeViewerScript())
