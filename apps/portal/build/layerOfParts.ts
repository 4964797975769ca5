import { atRule, type Plugin } from 'postcss'

/** Puts the rules of every part's module into their layer, unless the module names layers itself. */
export const layerOfParts: Plugin = {
  postcssPlugin: 'layer-of-parts',
  Once(root) {
    const isModule = root.source?.input.file?.endsWith('.module.css') === true
    const hasLayers = root.some((node) => node.type === 'atrule' && node.name === 'layer')
    if (!isModule || hasLayers || root.nodes.length === 0) return
    const nodes = root.nodes.slice()
    // Vite asks each node for its sheet.
    const layer = atRule({
      name: 'layer',
      params: 'parts',
      ...(root.source && { source: root.source }),
    })
    root.append(layer.append(nodes))
  },
}
