# The product in one image: API, sockets, pictures and the built web app on port 3000, or PORT. It requires a MongoDB; see
# compose.yaml.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml turbo.json tsconfig.base.json ./
COPY scripts ./scripts
COPY packages ./packages
COPY apps ./apps
# As `npm run build`, with the pinned pnpm, which afterwards removes the packages that only the build needs.
ENV CI=true
RUN PNPM="$(node -p "require('./package.json').packageManager")" \
  && npx --yes --package "$PNPM" --call "pnpm install --frozen-lockfile && pnpm exec turbo run build" \
  && npx --yes --package "$PNPM" --call "pnpm install --frozen-lockfile --prod" \
  # A clone made with umask 077 contains files that only root could read.
  && chmod -R a+rX .

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/dist/index.js"]
