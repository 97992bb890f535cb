# One image for both processes. `tests/image` runs these steps without Docker, so it reads this file: each stage has a
# WORKDIR, instructions stand on one line, and paths of the image are relative to the WORKDIR.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
RUN npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV DATA_DIR=/app/data
COPY package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
RUN mkdir -m 700 data && chown 1000:1000 data
USER 1000:1000
EXPOSE 3000 3001
# The API is `node build/api/main.js`.
CMD ["node", "--enable-source-maps", "build/back-office/main.js"]
