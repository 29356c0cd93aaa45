import { defineConfig } from '@medusajs/framework/utils';

const { DATABASE_URL, WRS_URL, WRS_API_KEY } = process.env;

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: DATABASE_URL!,
    http: { storeCors: '', adminCors: '', authCors: '', jwtSecret: 'a secret', cookieSecret: 'a secret' },
  },
  modules: [{ resolve: './src/modules/warehouse-routing', options: { url: WRS_URL, apiKey: WRS_API_KEY } }],
});
