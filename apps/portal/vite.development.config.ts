import { connect } from 'node:net'
import { mergeConfig, type Plugin, type UserConfig } from 'vite'
import vite from './vite.config.ts'

const port = Number(process.env['SERVER_PORT'])
/** All but the sources of the portal and the files of Vite. */
const ofServer = /^\/(?!@|src\/|gallery\/|__ui|node_modules\/)/

/** Requests wait while the server starts again. */
const patience: Plugin = {
  name: 'patience',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (!ofServer.test(request.url ?? '')) return next()
      const tryIt = () => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          next()
        })
        socket.on('error', () => setTimeout(tryIt, 100))
      }
      tryIt()
    })
  },
}

/** Shows every part of the interface on `/__ui`. */
const gallery: Plugin = {
  name: 'gallery',
  configureServer(server) {
    const script = '<script type="module" src="/gallery/showGallery.tsx"></script>'
    const page = `<!doctype html><html lang="en"><title>Parts</title><body><div id="root"></div>${script}</body></html>`
    server.middlewares.use('/__ui', async (_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(await server.transformIndexHtml('/__ui', page))
    })
  },
}

/** `npm run dev`: the sources of the portal come from here, pages and all else from the server. */
export default mergeConfig<UserConfig, UserConfig>(vite, {
  plugins: [gallery, patience],
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT']),
    strictPort: true,
    proxy: {
      [ofServer.source]: {
        target: `http://127.0.0.1:${port}`,
        changeOrigin: false,
        configure: (proxy) => {
          // Vite writes styles into the page.
          proxy.on('proxyRes', ({ headers }) => {
            const policy = headers['content-security-policy']
            if (typeof policy !== 'string') return
            headers['content-security-policy'] = policy.replace(
              'style-src',
              "style-src 'unsafe-inline'",
            )
          })
        },
      },
    },
  },
})
