# syntax=docker/dockerfile:1
# The production server and the built portal. `docker build -t gatehouse .` in the repository or in
# the unpacked sources of a release.
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /gatehouse
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
# The portal, the console of the staff, and the page that shows the API.
RUN npm run build
# The running image needs less than the build: no tests, no development tools.
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev -w packages/contract -w apps/server -w apps/player-import \
 && find packages apps -name '*.test.ts' -delete && rm -rf packages/contract/src/testing apps/server/test \
 && find packages apps -type d -empty -delete

FROM ${NODE}
LABEL org.opencontainers.image.title="Gatehouse" \
      org.opencontainers.image.description="The single-sign-on player account portal, and the account API behind it." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    DEPLOYMENTS_DIR=/etc/gatehouse/deployments \
    OPERATOR_HOST=0.0.0.0 \
    OPERATOR_PORT=9400 \
    NODE_COMPILE_CACHE=/gatehouse/.compiled
WORKDIR /gatehouse
COPY --from=build /gatehouse/package.json ./
COPY --from=build /gatehouse/node_modules node_modules
COPY --from=build /gatehouse/packages/contract packages/contract
COPY --from=build /gatehouse/apps/server apps/server
COPY --from=build /gatehouse/apps/player-import apps/player-import
COPY --from=build /gatehouse/apps/portal/dist apps/portal/dist
COPY --from=build /gatehouse/apps/console/dist apps/console/dist
# The image has our compiled TypeScript, so no start needs the compiler's time and memory. The cache
# is valid only for the same flags (scripts/serverFlags.mjs).
RUN node --max-semi-space-size=8 --heap-growing-percent=25 --no-allocation-site-pretenuring \
  --input-type=module -e "await import('./apps/server/src/app.ts'); process.exit()"
# A volume for the erasure log takes its owner from here.
RUN install -d -o node -g node -m 0700 /journal
# Nothing else is written: run the image with a read-only root.
USER node
EXPOSE 4000 9400
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9400/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The operator's command line is in it: docker run … gatehouse apps/server/bin/gatehouse.mjs players show …
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=25", "--no-allocation-site-pretenuring"]
CMD ["apps/server/src/main.ts"]
