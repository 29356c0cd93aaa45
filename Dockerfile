# The compiled service and the commands `wrs` and `account`; api and worker are the same image. What only builds or tests
# is in devDependencies, and what a clone needs to run alone, its PostgreSQL server, in optionalDependencies: both are left out.
FROM node:24.11-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/client/package.json shared/client/
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run build \
  && npm prune --omit=dev --omit=optional --no-audit --no-fund --loglevel=error \
  && chmod +x dist/scripts/wrs.js dist/scripts/account.js

FROM node:24.11-bookworm-slim
# With a limit Node collects garbage sooner: memory stays near what is in use.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NODE_OPTIONS=--max-old-space-size=1024
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN ln -s /app/dist/scripts/wrs.js /usr/local/bin/wrs && ln -s /app/dist/scripts/account.js /usr/local/bin/account
# A volume takes its owner from here.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
CMD ["node", "dist/api/server.js"]
